import { sql } from 'kysely';
import { stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Line } from '#server/kit/lines.ts';
import type { Hiding } from '#server/kit/registry.ts';
import { isOpen, type Sheet } from './sheet.ts';

const figures = ['book_qty', 'gain_qty', 'loss_qty'] as const;
const open = Object.values(stocktakingState).filter((status) => isOpen({ status }));

/** A blind count's book is for those who review it, and for nobody while it is counted (domain.md §4.13). */
export function hideBook(
  { actor }: ReadContext,
  record: Record<string, unknown>,
  lines: Line[],
): { record: Record<string, unknown>; lines: Line[] } {
  const { blind, status } = record as Pick<Sheet, 'blind' | 'status'>;
  if (!blind || (mayKnow(actor) && !isOpen({ status })) || status === stocktakingState.posted) return { record, lines };
  return {
    record: { ...record, ...Object.fromEntries(figures.map((name) => [name, null])) },
    lines: lines.map((line) => ({ ...line, book_qty: null, diff_qty: null, move_qty: null })),
  };
}

/** The same of the rows of a list. */
export const bookHiding: Hiding = (actor) => ({
  fields: figures,
  when: sql<boolean>`(r.blind and r.status <> ${stocktakingState.posted} and (${!mayKnow(actor)}::boolean or r.status = any(${open}::smallint[])))`,
});

/** Whether somebody judges counts, and so may know the book of a blind one. */
export function mayKnow({ permissions }: Actor): boolean {
  return permissions.has('stocktaking:review') || permissions.has('stocktaking:audit');
}
