import { event } from '../../kit/event.ts';

/** With whom pieces were exchanged when they came to the company's places, or left them, without having been bought or sold. */
export type OtherParty = 'gain_loss' | 'own_use' | 'scrap' | 'supplier' | 'customer' | 'opening';

/** Pieces of one batch that came (more than nothing) or left (less). Money in fen, in the direction of the pieces. */
export interface DifferingPieces {
  line_id: number | null;
  sku_id: number;
  imperfect_type: number;
  warehouse_id: number;
  /** Were they on their way to the warehouse? */
  in_transit: boolean;
  biz_type: number;
  party: OtherParty;
  /** Line of the inbound batch that they came in by. */
  in_ware_detail_id: number | null;
  supplier_id: number | null;
  co_model: number | null;
  qty: number;
  cost_amount: number;
}

/** Which document differing pieces belong to: a late movement that was counted already belongs to its count. */
interface DifferingSource {
  source_type: string;
  source_id: number;
  source_no: string;
  /** yyyy-MM-dd, the day on which they moved. */
  business_date: string;
}

/**
 * Pieces have come to the company's places or left them without being bought, sold or sent back: gains and losses, own use, scrap,
 * opening stock, whatever else (vouchers 7, 8 and 18, domain.md §7.2), and sales that are imported as history (5). The ledger says so of
 * every posting, so none is missed.
 */
export const stockDiffered = event<DifferingSource & { pieces: DifferingPieces[] }>('stockDiffered');

/** What suppliers are owed for consigned pieces that the company has lost or used up; less than nothing where lost ones have turned up. Fen. */
export interface ConsignedDifference {
  supplier_id: number;
  co_model: number;
  warehouse_id: number;
  biz_type: number;
  party: OtherParty;
  in_ware_detail_id: number;
  sku_id: number;
  qty: number;
  amount: number;
  tax_amount: number;
}

/** Consigned pieces were lost, used up or found again: their suppliers are owed for them, or no more (domain.md §5.3, amendments C). */
export const consignedDiffered = event<DifferingSource & { parts: ConsignedDifference[] }>('consignedDiffered');
