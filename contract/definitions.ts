import { areas } from './areas.ts';
import { inOrder } from './kit/area.ts';
import type { AnyDefinition } from './kit/definition.ts';

/** Every definition there is; what the table of a definition refers to stands before it, so that tables can be made in this order. */
export const definitions: readonly AnyDefinition[] = inOrder(
  areas.flatMap((area) => area.definitions),
  referredTo,
);

function referredTo({ name, fields, lines }: AnyDefinition): AnyDefinition[] {
  const targets = Object.values({ ...fields, ...lines?.fields }).flatMap(({ kind, target }) =>
    target && !kind.many ? [target().name] : [],
  );
  const behind = areas.flatMap((area) => area.behind?.[name] ?? []).map((one) => one.name);
  const all = areas.flatMap((area) => area.definitions);
  return [...targets, ...behind].flatMap((needed) => all.filter((one) => one.name === needed));
}
