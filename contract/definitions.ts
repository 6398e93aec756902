import { areas } from './areas.ts';
import { inOrder } from './kit/area.ts';
import type { AnyDefinition } from './kit/definition.ts';

/** Every definition there is; what the table of a definition refers to stands before it, so that tables can be made in this order. */
export const definitions: readonly AnyDefinition[] = inOrder(
  areas.flatMap((area) => area.definitions),
  referredTo,
);

function referredTo({ fields, lines }: AnyDefinition): AnyDefinition[] {
  const all = areas.flatMap((area) => area.definitions);
  return Object.values({ ...fields, ...lines?.fields }).flatMap(({ kind, target }) => {
    const name = kind.many ? undefined : target?.().name;
    return all.filter((one) => one.name === name);
  });
}
