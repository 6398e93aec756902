import { type Kysely, sql } from 'kysely';
import { purchasePricesChanged } from '#contract/areas/contracts/contract-events.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** The one order of locks for prices: the goods, by id. */
export async function holdGoods({ db }: Pick<WriteContext, 'db'>, skuIds: readonly number[]): Promise<void> {
  await sql`select 1 from sku where id = any(${[...skuIds]}::bigint[]) order by id for no key update`.execute(db);
}

interface Retimed {
  readonly supplier_id: number;
  readonly sku_ids: readonly number[];
  /** A contract that is about to be terminated, and the day from which it does not hold. */
  readonly ending?: { readonly contract_id: number; readonly date: string };
}

/**
 * Sets until when each price of these goods of a supplier holds: until the next one begins, or its contract is terminated, whichever
 * comes first. Prices that were there are told from those that are by nothing else, so that none ever overlap, whatever is put
 * among them or taken away. The goods are locked by whoever asks.
 */
export async function retime(
  { db, now, actor }: WriteContext,
  { supplier_id, sku_ids, ending }: Retimed,
): Promise<void> {
  await sql`
    update purchase_price p set expire_date = t.until, version = version + 1, updated_at = ${now.toISOString()}, updated_by = ${actor.id}
    from (
      select x.id, least(lead(x.effective_date) over (partition by x.sku_id order by x.effective_date),
        case when x.contract_id = ${ending?.contract_id ?? null}::bigint then ${ending?.date ?? null}::date else c.terminate_date end) as until
      from purchase_price x left join contract c on c.id = x.contract_id
      where x.supplier_id = ${supplier_id} and x.sku_id = any(${[...sku_ids]}::bigint[])) t
    where p.id = t.id and p.expire_date is distinct from t.until`.execute(db);
}

/** A contract does not hold from a day on: neither do its prices; those that had not begun by then never come. */
export async function endContractPrices(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  { contract_id, date }: { contract_id: number; date: string },
): Promise<void> {
  const bySupplier = await goodsOf(context.db, contract_id);
  for (const { supplier_id, sku_ids } of bySupplier) {
    await holdGoods(context, sku_ids);
    await sql`delete from purchase_price where contract_id = ${contract_id} and supplier_id = ${supplier_id} and effective_date >= ${date}::date`.execute(
      context.db,
    );
    await retime(context, { supplier_id, sku_ids, ending: { contract_id, date } });
    await registry.events.emit(context, purchasePricesChanged, {
      sheet_id: null,
      supplier_id,
      contract_id,
      why: 'terminated',
      date,
      sku_ids,
    });
  }
}

async function goodsOf(db: Kysely<unknown>, contractId: number): Promise<{ supplier_id: number; sku_ids: number[] }[]> {
  const { rows } = await sql<{ supplier_id: number; sku_ids: number[] }>`
    select supplier_id, array_agg(distinct sku_id) as sku_ids from purchase_price where contract_id = ${contractId} group by supplier_id`.execute(
    db,
  );
  return rows;
}
