import { sql } from 'kysely';
import { supplier } from '#contract/areas/partners/supplier.ts';
import type { SupplierBalances } from '#contract/areas/settlement/settle-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { balancesOf } from './suppliers.ts';

/** What stands between us and a supplier that the caller sees; `id`: the statement that asks, whose own share of what was paid ahead is free. */
export async function readBalances(
  { db, actor }: ReadContext,
  { supplier_id, id }: { supplier_id: number; id?: number | undefined },
): Promise<SupplierBalances> {
  const { rows } = await sql`
    select 1 from supplier r where r.id = ${supplier_id} and ${isVisible(supplier, actor, 'r')}`.execute(db);
  if (rows.length === 0) throw new Refusal('notFound', undefined, 'supplier_id');
  return await balancesOf(db, supplier_id, id);
}
