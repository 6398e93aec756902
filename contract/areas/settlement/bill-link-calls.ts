import { command, query } from '../../kit/call.ts';

/** A link is good for at most so many days. */
export const billLinkDays = { most: 60, first: 14 } as const;

/** How many lines a supplier is shown at a time. */
export const billLinkPage = 200;

/** A link of a bill as the house sees it; its token is known to nobody but whom it was given to. */
export interface BillLink {
  readonly id: number;
  readonly created_by_name: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly opened_count: number;
  readonly opened_at: string | null;
  readonly answered_at: string | null;
  /** The bill may still be answered by it. */
  readonly live: boolean;
}

/** A line of the bill as its supplier sees it. Money in fen. */
export interface LinkedLine {
  readonly id: number;
  readonly source_no: string;
  readonly item_type: number;
  readonly occur_date: string;
  readonly sku_no: string;
  readonly sku_name: string;
  readonly qty: number;
  readonly price: number;
  readonly amount: number;
  readonly adjust_amount: number;
  readonly adjust_reason: string | null;
}

/** The bill as its supplier sees it: what it says on its paper, and nothing besides. Money in fen. */
export interface LinkedBill {
  readonly bill_no: string;
  readonly version: number;
  readonly supplier_name: string;
  readonly period_from: string;
  readonly period_to: string;
  readonly in_qty: number;
  readonly in_amount: number;
  readonly back_qty: number;
  readonly back_amount: number;
  readonly adjust_amount: number;
  readonly total_amount: number;
  readonly tax_amount: number;
  readonly line_count: number;
  readonly expires_at: string;
  /** What he has answered by this link. */
  readonly answer: 'agreed' | 'differed' | null;
  readonly lines: readonly LinkedLine[];
}

const kept = { service: 'erp', access: 'checkBill:link' } as const;
const open = { service: 'erp', access: 'public' } as const;

export const billLinkCalls = {
  /** The links of a bill, the newest first. */
  list: query<{ id: number }, { list: BillLink[] }>({ ...kept, path: '/v1/checkBill/linkList' }),
  /**
   * Lets the supplier see and answer one bill without an account. The token is made by whoever asks for it and shown there once: the house keeps
   * its hash. The bill's earlier links end.
   */
  add: command<{ id: number; version: number; days: number; token: string }, { id: number; expires_at: string }>({
    ...kept,
    path: '/v1/checkBill/linkAdd',
    secret: ['token'],
  }),
  /** Ends all links of a bill. */
  end: command<{ id: number }, { count: number }>({ ...kept, path: '/v1/checkBill/linkEnd' }),
  /** Its holder has opened it: kept with the bill's history, the first time in words. */
  open: command<{ token: string }, null>({ ...open, path: '/v1/checkBill/linkOpen', secret: ['token'] }),
  /** What the holder of a token is shown. */
  show: query<{ token: string; page?: number | undefined }, LinkedBill>({ ...open, path: '/v1/checkBill/linkShow' }),
  /** What he says of it, as he saw it: that he agrees, or what he does not agree with and why. */
  answer: command<
    {
      token: string;
      version: number;
      agrees: boolean;
      name: string;
      reason?: string | undefined;
      line_ids?: number[] | undefined;
    },
    { answer: 'agreed' | 'differed' }
  >({ ...open, path: '/v1/checkBill/linkAnswer', secret: ['token'] }),
};
