import type { InboundGoods, InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import { type OperationWord, type StreamRow, wordOf } from '#src/local/index.ts';
import { isCounted } from '../stocktaking/scan.ts';
import type { InboundNote, InboundOperation } from './entry.ts';

/** What a counting screen shows of one person's work on one batch. */
export interface ReceiveView {
  /** Every entry, in the order of the journal. */
  rows: readonly InboundOperation[];
  /** The latest entries, newest first, voided ones included. */
  last: readonly ShownEntry[];
  /** Why the server takes nothing of this batch now. */
  stopped: StreamRow['stopped'];
}

export interface ShownEntry extends Omit<InboundOperation, 'word'> {
  word: OperationWord;
  /** A later entry has taken it back. */
  voided: boolean;
}

/** Makes the view of a journal; pure. `rows` in the order of the journal. */
export function viewEntries(
  rows: readonly InboundOperation[],
  at: { stream: StreamRow<InboundNote> | undefined; sending: ReadonlySet<string>; lastMost: number },
): ReceiveView {
  const stopped = at.stream?.stopped ?? null;
  const voided = new Set(rows.filter(isCounted).flatMap(({ payload }) => payload.voids ?? []));
  return {
    rows,
    last: rows
      .filter(({ state }) => state !== 'settled')
      .slice(-at.lastMost)
      .toReversed()
      .map((row) => ({
        ...row,
        word: wordOf(row, { stopped: stopped !== null, sending: at.sending }),
        voided: voided.has(row.op_id),
      })),
    stopped,
  };
}

/** Goods of a batch: what is expected of them, and what was counted of them by everybody, as far as this device knows. */
export interface Counted {
  goods: InboundGoods;
  qty: number;
  /** Of these, pieces that are not first quality. */
  damaged: number;
}

/**
 * What was counted of each goods of a batch: what the download says, and on top of that what was done here since. The download names
 * the last entry of this device that it has in it.
 */
export function countedOf(sheet: InboundSheet, rows: readonly InboundOperation[]): Map<number, Counted> {
  const counted = new Map(
    sheet.goods.map((goods): [number, Counted] => {
      const pieces = (of: InboundGoods['counted']) => of.reduce((sum, { qty }) => sum + qty, 0);
      const damaged = goods.counted.filter(({ imperfect_type }) => imperfect_type !== 0);
      return [goods.sku_id, { goods, qty: pieces(goods.counted), damaged: pieces(damaged) }];
    }),
  );
  const byId = new Map(rows.map((row) => [row.op_id, row]));
  for (const row of rows) {
    if (row.seq <= sheet.own_seq || !isCounted(row)) continue;
    const { voids } = row.payload;
    const pieces = voids === undefined ? row : byId.get(voids);
    // What waits for the office as unknown is in nobody's figure, and so is not taken out of one.
    if (!pieces || pieces.outcome === 'unknown') continue;
    const { sku_id, qty, imperfect_type } = pieces.payload;
    const now = counted.get(sku_id ?? 0);
    if (!now) continue;
    const more = voids === undefined ? qty : -qty;
    counted.set(now.goods.sku_id, {
      ...now,
      qty: now.qty + more,
      damaged: now.damaged + (imperfect_type === 0 ? 0 : more),
    });
  }
  return counted;
}
