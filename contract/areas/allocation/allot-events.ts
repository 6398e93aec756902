import { event, question } from '../../kit/event.ts';

/** Goods are to go this way: refused by whoever says which ways there are (allot_rule_type 2 of domain.md §2). */
export const allotAsked = question<{
  out_warehouse_id: number;
  in_warehouse_id: number;
  allot_type: number;
  sku_ids: readonly number[];
}>('allot.asked');

/** Which allot it is, and where it came from. */
export interface AllotNamed {
  allot_id: number;
  allot_no: string;
  out_warehouse_id: number;
  in_warehouse_id: number;
  source_type: string | null;
  source_id: number | null;
}

/** Pieces of one line, of one batch where it is known. Money in fen. */
export interface AllotPieces {
  line_id: number;
  sku_id: number;
  imperfect_type: number;
  /** Line of the inbound batch that the goods came in by. */
  in_ware_detail_id: number;
  qty: number;
  cost_amount: number;
  /** They were more than had been sent, and were accepted: they come out of the sender's stock and not out of transit. */
  surplus?: true;
}

/** Goods have left their sender and are in transit at what they cost (voucher 8, domain.md §7.2). */
export const allotSent = event<AllotNamed & { at: string; logistics_id: number | null; lines: AllotPieces[] }>(
  'allotSent',
);

/** Goods came to their receiver out of transit, when signed for or found later. */
export const allotReceived = event<AllotNamed & { at: string; lines: AllotPieces[] }>('allotReceived');

/** Goods in transit are decided to be with their sender still: they stand in its stock again (P7-1). */
export const allotReturned = event<AllotNamed & { at: string; lines: AllotPieces[] }>('allotReturned');

/** No more will happen to an allot: it is finished (5) or cancelled (-1). */
export const allotEnded = event<AllotNamed & { status: 5 | -1 }>('allotEnded');

/** Pieces were signed for that are damaged: they stand in their old grade until somebody judges them (amendments G11). */
export const goodsDamaged = event<{
  warehouse_id: number;
  /** imperfect_source of domain.md §2. */
  source: number;
  source_no: string;
  lines: {
    sku_id: number;
    from_type: number;
    imperfect_type: number;
    qty: number;
    /** Which pieces, as far as they have codes and somebody said so. */
    code_ids: number[];
    reason: string;
  }[];
}>('goodsDamaged');

/** What was decided of pieces that differ (domain.md §4.16): a decision of type 2 is written of it. Money in fen. */
export const allotDiffDecided = event<
  AllotNamed & {
    diff_id: number;
    diff_no: string;
    /** duty of domain.md §2. */
    duty: number;
    duty_amount: number;
    lines: {
      line_id: number;
      sku_id: number;
      imperfect_type: number;
      /** Less than nothing is missing. */
      diff_qty: number;
      decide_type: number;
      /** What the pieces cost that went by it; 0 where none did. */
      cost_amount: number;
    }[];
  }
>('allotDiffDecided');

/** A carrier answers for goods that were lost with it: finance has it pay (current expense, direction 收). Money in fen. */
export const carrierClaimed = event<{
  logistics_id: number;
  waybill_no: string | null;
  amount: number;
  source_type: string;
  source_id: number;
  source_no: string;
  allot_no: string;
  reason: string;
  /** What the lost pieces cost. */
  cost_amount: number;
}>('carrierClaimed');
