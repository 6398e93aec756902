import { sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import type { ContractStanding, SupplierStanding } from '#contract/areas/contracts/contract-calls.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { stateWords } from '#contract/kit/transition.ts';
import { allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { type KeptTerms, keptTerms, shareOf } from '#server/terms/kept-terms.ts';

/** The contracts of a supplier that the caller sees, with what came of their return rate and rebate; amounts only for who may see costs. */
export async function readStanding(
  context: ReadContext,
  { supplier_id }: { supplier_id: number },
): Promise<SupplierStanding> {
  const { db, actor } = context;
  if (!(await readRecord(db, supplier, { actor, id: supplier_id })))
    throw new Refusal('notFound', undefined, 'supplier_id');
  const seen = scopeCondition(contract, actor, 'r') ?? sql<boolean>`true`;
  const { rows } = await sql<{ id: number }>`
    select r.id from contract r where r.supplier_id = ${supplier_id} and ${seen}`.execute(db);
  const visible = new Set(rows.map(({ id }) => id));
  const kept = (await keptTerms(db, { supplierId: supplier_id })).filter((one) => visible.has(one.contract_id));
  const tells = allows(actor, 'stock:costView');
  const list = kept.map((one) => standingOf(one, tells));
  return {
    list,
    rebate_amount: tells ? list.reduce((sum, { rebate_amount: amount }) => sum + (amount ?? 0), 0) : null,
    rebate_received: tells ? await rebatesOf(context, supplier_id) : null,
  };
}

function standingOf(one: KeptTerms, tells: boolean): ContractStanding {
  const returned = shareOf(one.back_amount + one.leaving_amount, one.in_amount);
  return {
    contract_id: one.contract_id,
    contract_no: one.contract_no,
    name: one.name,
    status: stateWords(contract.states, one.status),
    in_qty: one.in_qty,
    back_qty: one.back_qty,
    leaving_qty: one.leaving_qty,
    return_rate_bp: one.return_rate_bp,
    returned_bp: returned,
    over: one.return_rate_bp !== null && returned > one.return_rate_bp,
    rebate_rate_bp: one.rebate_rate_bp,
    in_amount: tells ? one.in_amount : null,
    back_amount: tells ? one.back_amount : null,
    rebate_amount: tells ? Math.round(((one.in_amount - one.back_amount) * (one.rebate_rate_bp ?? 0)) / 10_000) : null,
  };
}

/** Rebates that were received, or are set off by statements: current expenses of that type. */
async function rebatesOf({ db }: ReadContext, supplierId: number): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount), 0)::bigint as amount from current_expense
    where supplier_id = ${supplierId} and expense_type = 2 and direction = 2 and status in (4, 6)`.execute(db);
  return rows[0]?.amount ?? 0;
}
