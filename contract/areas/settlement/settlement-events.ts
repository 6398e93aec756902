import { event, question } from '../../kit/event.ts';

/** What a statement says of one type of items. Money in fen, tax included. */
export interface SettledPart {
  /** settle_item_type. */
  item_type: number;
  /** What the items were worth as they came about. */
  amount: number;
  /** Tax within it. */
  tax_amount: number;
  /** What was agreed on besides on check bills, and the tax within that. */
  check_adjust: number;
  check_adjust_tax: number;
}

/** An item that stands for a document of another area: a fine, a current expense, a cost adjustment. */
export interface SettledSource {
  settle_item_id: number;
  item_type: number;
  source_type: string;
  source_id: number;
  source_no: string;
  amount: number;
  tax_amount: number;
}

/** A statement as it was confirmed: all that whoever hears of it later needs to know. Money in fen. */
export interface ConfirmedStatement {
  statement_id: number;
  statement_no: string;
  supplier_id: number;
  purchaser_id: number | null;
  /** ISO time of the confirmation, and its business day. */
  at: string;
  business_date: string;
  parts: SettledPart[];
  /** Items of types 5 to 8, each by itself. */
  sources: SettledSource[];
  total_amount: number;
  tax_amount: number;
  prepay_offset_amount: number;
  /** Below zero where the supplier owes us. */
  payable_amount: number;
  /** What of that goes over to his next statement: the same figure, or 0. */
  carried_amount: number;
  due_date: string;
}

/** The supplier has confirmed a statement: vouchers 16, 17, 9 and 11 (domain.md §7.2), and what waits for it to be paid. */
export const statementConfirmed = event<ConfirmedStatement>('statementConfirmed');

/** A confirmed statement was taken back before anything was paid for it: what followed from `statementConfirmed` of it is undone. */
export const statementReversed = event<ConfirmedStatement & { reason: string }>('statementReversed');

/** Nothing is left to be paid of a statement: what its items stand for is settled (current expenses 6→4). */
export const statementSettled = event<{ statement_id: number; statement_no: string; sources: SettledSource[] }>(
  'statementSettled',
);

/** A payment was taken back: what its statement had settled is open again. */
export const statementUnsettled = event<{ statement_id: number; statement_no: string; sources: SettledSource[] }>(
  'statementUnsettled',
);

/** A payment as it was made. Money in fen. */
export interface MadePayment {
  payment_id: number;
  payment_no: string;
  /** 1 for statements, 2 ahead of orders, 3 a deposit. */
  payment_type: number;
  /** 1 we pay, 2 the supplier pays in what he owes. */
  direction: number;
  supplier_id: number;
  amount: number;
  pay_account: string;
  /** Where it went; of what a supplier pays in none. */
  payee_account_no: string | null;
  /** The day it was paid: of the voucher. */
  pay_date: string;
  bank_serial_no: string;
  lines: { statement_id: number | null; purchase_id: number | null; amount: number }[];
}

/** Money has gone to a supplier or come from him: voucher 10. */
export const paymentMade = event<MadePayment>('paymentMade');

/** A payment came back from the bank, or was made in error: what followed from `paymentMade` of it is undone on this business day. */
export const paymentReversed = event<MadePayment & { reverse_reason: number; business_date: string; remark: string }>(
  'paymentReversed',
);

/** Money is about to be booked on a business day: refused where its period is closed (domain.md G5, amendments H4). */
export const moneyPosting = question<{
  business_date: string;
  doc_type: string;
  doc_id: number;
  doc_no: string;
  /** The field that a person typed the day into: a typed day is never moved. Without it the books choose a later day. */
  typed?: string;
}>('moneyPosting');
