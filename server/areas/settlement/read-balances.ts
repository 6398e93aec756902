import { sql } from 'kysely';
import { supplier } from '#contract/areas/partners/supplier.ts';
import type { SupplierBalances } from '#contract/areas/settlement/settle-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { balancesOf } from './suppliers.ts';

/** What stands in each account of a supplier that the caller sees, by its number. */
export async function readAccounts(
  context: ReadContext,
  { supplier_id }: { supplier_id: number },
): Promise<{ balances: Record<string, number> }> {
  await refuseUnseen(context, supplier_id);
  const { rows } = await sql<{ subledger: number; balance: number }>`
    select subledger, balance from money_balance where supplier_id = ${supplier_id} and balance <> 0`.execute(
    context.db,
  );
  return { balances: Object.fromEntries(rows.map(({ subledger, balance }) => [String(subledger), balance])) };
}

async function refuseUnseen({ db, actor }: ReadContext, id: number): Promise<void> {
  const { rows } = await sql`
    select 1 from supplier r where r.id = ${id} and ${isVisible(supplier, actor, 'r')}`.execute(db);
  if (rows.length === 0) throw new Refusal('notFound', undefined, 'supplier_id');
}

/** What stands between us and a supplier that the caller sees; `id`: the statement that asks, whose own share of what was paid ahead is free. */
export async function readBalances(
  context: ReadContext,
  { supplier_id, id }: { supplier_id: number; id?: number | undefined },
): Promise<SupplierBalances> {
  await refuseUnseen(context, supplier_id);
  return await balancesOf(context.db, supplier_id, id);
}
