import { command, query } from '../../kit/call.ts';
import type { ListRequest } from '../../kit/calls.ts';
import type { PrintedLine } from '../../kit/printing.ts';

/** Which items: these, or all that a question of `chooseList` finds, without anybody loading them. */
export interface ItemChoice {
  ids?: number[];
  all?: ListRequest;
}

/** What a bill comes to after its lines have changed. Money in fen. */
export interface BillTotals {
  version: number;
  line_count: number;
  total_amount: number;
  /** How many lines were changed. */
  changed: number;
}

/** What a supplier's items of one type come to. Money in fen. */
export interface TypeTotal {
  item_type: number;
  count: number;
  qty: number;
  /** Only with `stock:costView`. */
  amount: number | null;
}

/** What a bill or statement may be made of. */
export interface SettleView {
  /** Items that may be chosen now, by type. */
  totals: TypeTotal[];
  /** Items of the same period whose price is not known yet: they wait. */
  unpriced: { count: number; amount: number | null };
}

/** What stands between us and a supplier. Money in fen. */
export interface SupplierBalances {
  payable: number;
  prepaid: number;
  deposit: number;
  /** What was paid ahead and no statement takes yet: the most that another one may. */
  prepaid_free: number;
  settle_days: number;
}

const viewed = { service: 'erp', access: 'checkBill:view' } as const;
const edited = { service: 'erp', access: 'checkBill:edit' } as const;

export const checkBillCalls = {
  /** How many items wait for a check bill, and what they come to, with `stock:costView`; bills by their state. */
  waitCount: query<
    { supplier_id?: number; co_model?: number },
    { wait_count: number; wait_amount: number | null; by_status: Record<string, number> }
  >({ ...viewed, path: '/v1/checkBill/waitCount' }),
  /** What a period of a supplier has to be checked. */
  addView: query<{ supplier_id: number; co_model: number; period_from: string; period_to: string }, SettleView>({
    ...viewed,
    path: '/v1/checkBill/addView',
  }),
  /** Takes items into a bill that may be edited. */
  choose: command<{ id: number; version: number } & ItemChoice, BillTotals>({
    ...edited,
    path: '/v1/checkBill/choose',
  }),
  /** Takes lines out of it again: they may be chosen by others. */
  remove: command<{ id: number; version: number; line_ids?: number[]; disputed?: boolean }, BillTotals>({
    ...edited,
    path: '/v1/checkBill/remove',
  }),
  /** Agrees on another amount for a line, with a reason; 0 takes that back. Fen to be added. */
  adjust: command<
    { id: number; version: number; line_id: number; adjust_amount: number; adjust_reason?: string | null },
    BillTotals
  >({ ...edited, path: '/v1/checkBill/adjust' }),
  /** Marks lines that the supplier does not agree with while he is asked; without a reason the mark goes. */
  disputeLines: command<
    { id: number; version: number; line_ids: number[]; dispute_reason?: string | null },
    BillTotals
  >({ service: 'erp', access: 'checkBill:supplierConfirm', path: '/v1/checkBill/disputeLines' }),
};

/** The lines of a bill as they go on its paper, all of them, behind its head. */
export const billPaperCall = query<{ id: number }, { list: PrintedLine[] }>({
  service: 'erp',
  path: '/v1/checkBill/printLines',
  access: 'checkBill:print',
});

/** How many lines go on paper; a bill with more is exported. */
export const billPaperMost = 5000;

export const statementCalls = {
  /** What a statement for a supplier may be set off against. */
  addView: query<{ supplier_id: number; id?: number }, SupplierBalances>({
    service: 'erp',
    access: 'statement:view',
    path: '/v1/statement/addView',
  }),
};

/** What stands in each account of a supplier, by its number; those of nothing are left out. Fen. */
export const supplierBalances = query<{ supplier_id: number }, { balances: Readonly<Record<string, number>> }>({
  service: 'erp',
  access: 'statement:view',
  path: '/v1/statement/balances',
});

export const paymentCalls = {
  addView: query<{ supplier_id: number; id?: number }, SupplierBalances>({
    service: 'erp',
    access: 'payment:view',
    path: '/v1/payment/addView',
  }),
  /** Payments that wait to be made as a file for the bank, a row for each; `reason` where one of them was in a file before. */
  bankFile: query<{ ids: number[]; reason?: string; fileName?: string; export?: number }, never>({
    service: 'erp',
    access: 'payment:confirm',
    path: '/v1/payment/bankFile',
    timeout: 'export',
  }),
};
