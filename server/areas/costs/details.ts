import { type Kysely, sql } from 'kysely';
import { coModelCode } from '#contract/areas/enums.ts';
import { batchState } from '#contract/areas/purchasing/inbound-enums.ts';
import { counterparties } from '#server/ledger/locations.ts';

/** A line of an inbound batch as an adjustment sees it. Costs and prices in fen, of one piece. */
export interface CostDetail {
  readonly id: number;
  readonly batch_no: string;
  readonly sku_id: number;
  readonly sku_no: string;
  readonly in_type: number;
  /** Its batch is posted and was not taken back. */
  readonly posted: boolean;
  readonly supplier_id: number | null;
  readonly co_model: number;
  readonly tax_rate_bp: number;
  readonly price_state: number;
  /** Untaxed, as it stands now. */
  readonly cost_price: number;
  readonly in_qty: number;
  readonly remain_qty: number;
  readonly transit_qty: number;
  /** Went back to its supplier. */
  readonly returned_qty: number;
}

/** Holds lines of inbound batches until the transaction ends: nobody prices or adjusts them meanwhile. */
export async function holdDetails(db: Kysely<unknown>, ids: readonly number[]): Promise<void> {
  await sql`select 1 from in_ware_batch_detail where id = any(${[...ids]}::bigint[]) order by id for no key update`.execute(
    db,
  );
}

/** Lines of inbound batches by their ids, with where their pieces are; those that are not there, or began no batch, are left out. */
export async function detailsOf(db: Kysely<unknown>, ids: readonly number[]): Promise<Map<number, CostDetail>> {
  const { rows } = await sql<CostDetail>`
    select d.id, i.batch_no, d.sku_id, k.sku_no, i.in_type, i.status = ${batchState.posted} as posted, s.supplier_id, coalesce(s.co_model, ${coModelCode.bought}) as co_model,
      d.tax_rate_bp, d.price_state, coalesce(d.cost_price, 0) as cost_price, d.in_qty, s.remain_qty, s.transit_qty, r.returned_qty
    from in_ware_batch_detail d join in_ware_batch i on i.id = d.in_ware_batch_id join sku k on k.id = d.sku_id
    cross join lateral (
      select coalesce(i.supplier_id, max(b.supplier_id)) as supplier_id, coalesce(i.co_model, max(b.co_model)) as co_model,
        coalesce(sum(b.qty_remain) filter (where l.kind = 'warehouse'), 0)::bigint as remain_qty,
        coalesce(sum(b.qty_remain) filter (where l.kind = 'transit'), 0)::bigint as transit_qty, count(*) as places
      from stock_batch b join location l on l.id = b.location_id where b.in_ware_detail_id = d.id) s
    cross join lateral (
      select coalesce(sum(r.delta), 0)::bigint as returned_qty from stock_ledger r
      where r.in_ware_detail_id = d.id and r.location_id = ${counterparties.supplier} and r.doc_type = ${returns}) r
    where d.id = any(${[...ids]}::bigint[]) and s.places > 0`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The documents by which goods go back to their supplier. */
const returns = 'backOrder';
