import type { ReadContext } from '#server/kit/call-context.ts';
import type { Line } from '#server/kit/lines.ts';
import { isOpen, type Sheet, sheetStatus } from './sheet.ts';

/** A blind count's book is for those who review it, and for nobody while it is counted (domain.md §4.13). */
export function hideBook(
  { actor }: ReadContext,
  record: Record<string, unknown>,
  lines: Line[],
): { record: Record<string, unknown>; lines: Line[] } {
  const { blind, status } = record as Pick<Sheet, 'blind' | 'status'>;
  const mayKnow = actor.permissions.has('stocktaking:review') || actor.permissions.has('stocktaking:audit');
  if (!blind || (mayKnow && !isOpen({ status })) || status === sheetStatus.posted) return { record, lines };
  return {
    record: { ...record, book_qty: null, gain_qty: null, loss_qty: null },
    lines: lines.map((line) => ({ ...line, book_qty: null, diff_qty: null, move_qty: null })),
  };
}
