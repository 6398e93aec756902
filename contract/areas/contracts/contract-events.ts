import { event, inquiry } from '../../kit/event.ts';
import type { OpenOrder } from './contract-calls.ts';

/** A contract is in force: its terms hold for orders from now on. */
export const contractInForce = event<{
  contract_id: number;
  contract_no: string;
  supplier_id: number;
  effective_date: string;
  co_model: number;
  /** What was agreed that documents without a contract of this model go by from now on. */
  terms: Readonly<Record<string, string | number | null>>;
}>('contractInForce');

/**
 * A contract is over. Nothing is ordered by it any more; whoever has open orders of it closes them where `close_orders` is true, and
 * goes on receiving them where it is not.
 */
export const contractEnded = event<{
  contract_id: number;
  contract_no: string;
  supplier_id: number;
  why: 'expired' | 'terminated';
  /** The last day of one that has expired, the day from which one that was terminated does not hold. */
  date: string;
  close_orders: boolean;
}>('contractEnded');

/** Which purchase orders of a contract are open; answered by the area that owns orders. */
export const openOrdersOfContract = inquiry<{ contract_id: number }, readonly OpenOrder[]>('openOrdersOfContract');

/** Which of these sheets' prices stand in order lines, so that they are not taken back; answered by the area that owns orders. */
export const ordersAtPrices = inquiry<
  { sheet_id: number; supplier_id: number; sku_ids: readonly number[]; effective_date: string },
  readonly { purchase_no: string; sku_id: number }[]
>('ordersAtPrices');

/** The purchase prices of a supplier's goods have changed: a sheet passed, was taken back, or their contract was terminated. */
export const purchasePricesChanged = event<{
  sheet_id: number | null;
  supplier_id: number;
  contract_id: number | null;
  why: 'inForce' | 'cancelled' | 'terminated';
  /** The day from which they are others. */
  date: string;
  sku_ids: number[];
}>('purchasePricesChanged');

/** Batches that came in at an estimated price have got theirs (a sheet of kind 3): what they cost and what is owed for them follow from it. */
export const estimatesPriced = event<{
  sheet_id: number;
  sheet_no: string;
  supplier_id: number;
  lines: {
    /** Line of the inbound batch. */
    detail_id: number;
    sku_id: number;
    /** Fen for one piece, tax included. */
    price: number;
    tax_rate_bp: number;
  }[];
}>('estimatesPriced');
