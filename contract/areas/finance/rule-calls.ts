import { query } from '../../kit/call.ts';

/** Something that happened and that a rule has booked or would book. */
export interface RuleEvent {
  readonly event_id: number;
  readonly source_no: string;
  /** yyyy-MM-dd on which it happened. */
  readonly day: string;
  readonly summary: string;
  /** What the rule takes of it, in fen; below zero with the sides exchanged. */
  readonly amount: number;
}

/** One entry of a voucher that is only shown. */
export interface TriedEntry {
  readonly code: string;
  readonly name: string;
  readonly debit: number;
  readonly credit: number;
  /** It is another than the rules of today write. */
  readonly changed: boolean;
}

const seen = { service: 'erp', access: 'statement:voucherView' } as const;

export const ruleCalls = {
  /** The latest that happened of what the rule books, within what the caller may see. */
  events: query<{ id: number }, { list: RuleEvent[] }>({ ...seen, path: '/v1/statement/ruleEvents' }),
  /** The voucher that an event of the past would give with these subjects, and the one that the rules of today give; nothing is written. */
  trial: query<
    { id: number; event_id: number; debit_id: number; credit_id: number },
    { today: TriedEntry[]; proposed: TriedEntry[] }
  >({ ...seen, path: '/v1/statement/ruleTrial' }),
};
