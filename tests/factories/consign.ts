import { type Kysely, sql } from 'kysely';

/** Makes goods that stand in stock a supplier's own from the beginning: their batches are his, and no voucher says that they ever were the company's. */
export async function consign(
  db: Kysely<unknown>,
  details: readonly number[],
  { model, supplier }: { model: number; supplier?: number },
): Promise<void> {
  await sql`
    update stock_batch set co_model = ${model}, supplier_id = coalesce(${supplier ?? null}::bigint, supplier_id) where in_ware_detail_id = any(${[...details]}::bigint[])`.execute(
    db,
  );
  await sql`
    delete from voucher_event where event_id in (
      select e.id from event_log e cross join lateral jsonb_array_elements(e.payload -> 'pieces') p
      where e.name = 'stockDiffered' and (p ->> 'in_ware_detail_id')::bigint = any(${[...details]}::bigint[]))`.execute(
    db,
  );
}
