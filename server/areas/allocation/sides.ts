import { side as sideCode, sides } from '#contract/areas/allocation/allot-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { LockedDocument } from '#server/kit/step.ts';

/** An end of an allot, by the field of its documents that names the warehouse there. */
export type End = 'out_warehouse_id' | 'in_warehouse_id';

/** Whether the person stands at this warehouse: their data scope says which. */
export function isAt({ scope }: Actor, warehouseId: unknown): boolean {
  if (scope === 'everything') return true;
  return scope.some(({ warehouse }) => warehouse === undefined || warehouse.includes(warehouseId as number));
}

/** The end that a code of the wire means. */
export const endOf = (code: unknown): End => (code === sideCode.sender ? 'out_warehouse_id' : 'in_warehouse_id');

const labelOf = (end: End): string => sides[end === 'out_warehouse_id' ? sideCode.sender : sideCode.receiver];

/** The refusal of a step that belongs to the other end (amendments G13). */
export const otherEnd = (end: End): Refusal => new Refusal('forbidden', `此操作由${labelOf(end)}办理`);

/** A step that only one end takes, told from the record alone. */
export const onlyAt =
  (end: End) =>
  (actor: Actor, document: LockedDocument): Refusal | undefined =>
    isAt(actor, document[end]) ? undefined : otherEnd(end);
