import { event } from '../../kit/event.ts';

/** The document line that took pieces which were not there. */
interface Taken {
  negative_id: number;
  negative_no: string;
  warehouse_id: number;
  sku_id: number;
  imperfect_type: number;
  source_type: string;
  source_id: number;
  source_no: string;
  source_line_id: number | null;
}

/**
 * Pieces have left that were not there (P10): until they are offset they are in the books at their temporary cost, in fen for one piece.
 * What has no batch has no cooperation model yet: what is owed to a supplier for it follows from `negativeOffset`.
 */
export const negativeOpened = event<{ cases: (Taken & { happened_at: string; qty: number; temp_cost: number })[] }>(
  'negativeOpened',
);

/** Pieces of one batch that took the place of pieces of one case. Money in fen, for all of them together. */
export interface OffsetPieces extends Taken {
  offset_type: number;
  qty: number;
  /** Line of the inbound batch, whose goods they are and on which terms. */
  in_ware_detail_id: number;
  supplier_id: number | null;
  co_model: number | null;
  /** What they cost, and what they stood in the books at since they left. */
  batch_cost: number;
  temp_cost: number;
  /** `batch_cost − temp_cost`: from cost of sales against stock, the other way round where it is below nothing (domain.md §7.2). */
  cost_diff: number;
}

/**
 * Pieces of batches have taken the place of what was sold before it came (P4, biz_type 502): the difference of cost is the voucher's, and
 * which batch was sold is now known. Of consigned pieces the temporary cost is reversed and they are booked as consigned (amendments B).
 */
export const negativeOffset = event<{
  /** ISO time at which the pieces came in, were let go or were chosen. */
  at: string;
  offsets: OffsetPieces[];
}>('negativeOffset');
