import { callsOf } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import type { Wire } from '#src/wire/wire.ts';
import type { Values } from '../row.ts';
import { hasDefault } from './asked-defaults.ts';

/** The default of each reference that a step asks for, by the field; nothing of what this person is not offered. */
export async function defaultsOf(wire: Wire, asks: Fields): Promise<Readonly<Record<string, Values>>> {
  const found = await Promise.all(
    Object.entries(asks)
      .filter(([, field]) => hasDefault(field))
      .map(async ([name, field]) => {
        const target = (field.target as () => AnyDefinition)();
        const sent = await wire.send(callsOf(target).options, { is_default: true, page_size: 1 } as never, {
          hideLoading: true,
          ownWords: true,
        });
        const only = sent.ok ? sent.value.list[0] : undefined;
        return only ? { [name]: { [name]: only.id, [titleKey(name)]: only.title, [`${name}__hint`]: only.hint } } : {};
      }),
  );
  return Object.assign({}, ...found) as Readonly<Record<string, Values>>;
}
