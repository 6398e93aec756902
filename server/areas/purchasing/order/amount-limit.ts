import { type Kysely, sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

interface Ordering {
  readonly order_id: number;
  readonly contract_id: number;
  /** What the order takes of it, in fen. */
  readonly amount: number;
}

/** What the orders of one call have asked of their contracts so far: several that are submitted at once are not written before all are judged. */
const askedIn = new WeakMap<WriteContext, Map<number, number>>();

/**
 * Refuses an order that takes its contract beyond what may be ordered by it: open and received amounts of its other orders count, closed
 * ones by what came in (domain.md §4.5). The contract is held, so that of two orders that fit only one by one the second is refused.
 */
export async function refuseOverLimit(
  context: WriteContext,
  { order_id, contract_id, amount }: Ordering,
): Promise<void> {
  const { rows } = await sql<{ contract_no: string; amount_limit: number | null }>`
    select contract_no, amount_limit from contract where id = ${contract_id} for no key update`.execute(context.db);
  const limit = rows[0]?.amount_limit ?? null;
  if (limit === null) return;
  const taken = await takenAmount(context.db, contract_id, order_id);
  const asked = askedIn.get(context) ?? new Map<number, number>();
  askedIn.set(context, asked);
  const whole = taken + (asked.get(contract_id) ?? 0) + amount;
  if (whole > limit)
    throw new Refusal(
      'invalid',
      `合同 ${rows[0]?.contract_no} 的采购额上限为 ${printYuan(limit)}，加上此单将达到 ${printYuan(whole)}`,
      'contract_id',
    );
  asked.set(contract_id, (asked.get(contract_id) ?? 0) + amount);
}

/** What the orders of a contract have taken of its limit, in fen; `besides` is the order that asks. */
export async function takenAmount(db: Kysely<unknown>, contractId: number, besides: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum((l.qty - l.closed_qty) * l.purchase_price), 0)::bigint as amount
    from purchase_order o join purchase_order_line l on l.purchase_order_id = o.id
    where o.contract_id = ${contractId} and o.id <> ${besides} and o.status in (1, 3, 4, 5, 6)`.execute(db);
  return rows[0]?.amount ?? 0;
}
