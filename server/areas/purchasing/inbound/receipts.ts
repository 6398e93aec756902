import type { Receipt } from '../receive.ts';
import type { Detail } from './batch-lines.ts';

/** What a batch brings to the lines of orders and appointments that it came of. */
export function receiptsOf(lines: readonly Detail[], received: ReadonlyMap<number, number>): Receipt[] {
  return lines.flatMap(({ id, purchase_line_id, arrival_line_id }) => {
    const qty = received.get(id) ?? 0;
    return qty > 0 && purchase_line_id !== null ? [{ purchase_line_id, arrival_line_id, qty, path: 'lines' }] : [];
  });
}

/** What will not come any more of the lines that were planned; `closed` by the id of the planned line. */
export function shortagesOf(lines: readonly Detail[], closed: ReadonlyMap<number, number>): Receipt[] {
  return lines.flatMap(({ id, purchase_line_id, arrival_line_id }) => {
    const qty = closed.get(id) ?? 0;
    return qty > 0 && purchase_line_id !== null ? [{ purchase_line_id, arrival_line_id, qty, path: 'lines' }] : [];
  });
}
