import { event, question } from '../../kit/event.ts';

/** A purchase order was passed: its goods are on their way. Code-managed goods need codes from now on. */
export const purchaseApproved = event<{
  purchase_id: number;
  purchase_no: string;
  supplier_id: number;
  lines: { sku_id: number; qty: number }[];
}>('purchaseApproved');

/** A purchase order is about to be cancelled: refused by whoever has paid something ahead of it. */
export const purchaseCancelling = question<{ purchase_id: number; purchase_no: string }>('purchaseCancelling');

/** A purchase order was cancelled: what was made for it alone is not needed any more. */
export const purchaseCancelled = event<{ purchase_id: number; purchase_no: string }>('purchaseCancelled');

/**
 * A supplier has to answer for something, and a fine is proposed for it (domain.md §4.11). The area of fines makes one of it: as a
 * draft, or waiting to be audited where `submitted`. Money in fen; 0 where the contracts name no rate, so that somebody
 * says how much.
 */
export const fineProposed = event<{
  supplier_id: number;
  /** fine_type of domain.md §2. */
  fine_type: number;
  amount: number;
  source_type: string;
  source_id: number;
  source_no: string;
  reason: string;
  submitted: boolean;
  /** What the amount is made of: the value of the lines of each contract, tax included, and its rate. */
  parts: { contract_id: number; value: number; rate_bp: number; amount: number }[];
}>('fineProposed');
