import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Shelf } from '#contract/areas/replenishment/propose.ts';
import { meanDays } from '#contract/areas/replenishment/rule-enums.ts';

/** One piece of goods at one warehouse, of which category it is, and when it last came in. */
export interface ReadShelf extends Shelf {
  readonly sku_id: number;
  /** Ids of its category and of those above it. */
  readonly categories: readonly number[];
  /** Came in during the days that the sale is measured by: too new to be sent back. */
  readonly fresh: boolean;
}

interface Asked {
  readonly warehouses: readonly number[];
  /** Goods of these categories and those below; all where there are none. */
  readonly categories?: readonly number[];
  /** The day before which sales count, `YYYY-MM-DD`. */
  readonly date: string;
}

/**
 * How goods stand in some warehouses that have or had them: pieces that are good, free and wanted by no decision that waits, what comes in, and
 * what sold in the 28 days before the day.
 */
export async function readShelves(db: Kysely<unknown>, asked: Asked): Promise<ReadShelf[]> {
  const { warehouses, categories = [], date } = asked;
  const key = sql`
    select b.sku_id, b.warehouse_id, string_to_array(c.path, '/')::bigint[] as categories
    from stock_balance b join sku k on k.id = b.sku_id join category c on c.id = k.category_id
    where b.warehouse_id = any(${warehouses}::bigint[]) and b.imperfect_type = 0 and ${inCategories(categories)}`;
  const { rows } = await sql<ReadShelf>`${shelvesOf(key, { warehouses, date })} order by sku_id, warehouse_id`.execute(
    db,
  );
  return rows;
}

/** The same of these goods in these warehouses, whether they have had them or not; what is nothing at all is left out. */
export async function readCells(
  db: Kysely<unknown>,
  { skuIds, warehouses, date }: { skuIds: readonly number[]; warehouses: readonly number[]; date: string },
): Promise<ReadShelf[]> {
  const key = sql`
    select k.id as sku_id, w.id as warehouse_id, array[]::bigint[] as categories
    from unnest(${skuIds}::bigint[]) as k (id) cross join unnest(${warehouses}::bigint[]) as w (id)`;
  const { rows } = await sql<ReadShelf>`
    select * from (${shelvesOf(key, { warehouses, date })}) as s where available <> 0 or coming <> 0 or sold <> 0
    order by sku_id, warehouse_id`.execute(db);
  return rows;
}

/** The condition that goods `k` are of these categories or of one below; `c` is their own. */
export const inCategories = (categories: readonly number[]): RawBuilder<boolean> =>
  categories.length === 0
    ? sql<boolean>`true`
    : sql<boolean>`string_to_array(c.path, '/')::bigint[] && ${categories}::bigint[]`;

// Decisions that wait have promised nothing yet; two rules that both count on the same pieces would propose them twice.
function shelvesOf(
  key: RawBuilder<unknown>,
  { warehouses, date }: { warehouses: readonly number[]; date: string },
): RawBuilder<ReadShelf> {
  return sql<ReadShelf>`
    with key as materialized (${key}), asked as (
      select l.sku_id, a.in_warehouse_id as warehouse_id, l.qty from allot a join allot_line l on l.allot_id = a.id
      where a.status in (1, 2) and a.in_warehouse_id = any(${warehouses}::bigint[]) and l.imperfect_type = 0
    ), proposed as (
      select l.sku_id, d.out_warehouse_id, d.in_warehouse_id, l.suggest_qty as qty
      from allot_decision d join allot_decision_line l on l.allot_decision_id = d.id where d.status = 1
    ), coming as (
      select sku_id, warehouse_id, sum(qty) as qty from (
        select * from asked union all select sku_id, in_warehouse_id, qty from proposed) as x group by 1, 2
    ), promised as (
      select sku_id, out_warehouse_id as warehouse_id, sum(qty) as qty from proposed group by 1, 2
    ), sold as (
      select i.sku_id, o.warehouse_id, sum(greatest(i.qty - i.returned_qty, 0)) as qty
      from sale_order o join sale_order_item i on i.sale_order_id = o.id
      where o.warehouse_id = any(${warehouses}::bigint[]) and ${sells} and ${between('o.ordered_at', date, { from: -meanDays, to: 0 })}
      group by 1, 2
    )
    select key.sku_id, key.warehouse_id, key.categories,
      (coalesce(b.on_hand - b.locked, 0) - coalesce(p.qty, 0))::bigint as available,
      (coalesce(t.on_hand, 0) + coalesce(c.qty, 0))::bigint as coming, coalesce(s.qty, 0)::bigint as sold,
      coalesce(${between('b.last_in_at', date, { from: -meanDays, to: 1 })}, false) as fresh
    from key
    left join stock_balance b on b.location_id = 100 + 2 * key.warehouse_id and b.sku_id = key.sku_id and b.imperfect_type = 0
    left join stock_balance t on t.location_id = 101 + 2 * key.warehouse_id and t.sku_id = key.sku_id and t.imperfect_type = 0
    left join coming c on c.sku_id = key.sku_id and c.warehouse_id = key.warehouse_id
    left join promised p on p.sku_id = key.sku_id and p.warehouse_id = key.warehouse_id
    left join sold s on s.sku_id = key.sku_id and s.warehouse_id = key.warehouse_id`;
}

/** Items `i` of orders `o` that were sold: paid, not given up, good. */
export const sells = sql<boolean>`o.status not in (1, 6) and i.imperfect_type = 0`;

/** A time within some days of a day, by the calendar of Shanghai: `to` is the first day that is out. */
export function between(column: string, date: string, { from, to }: { from: number; to: number }): RawBuilder<boolean> {
  const at = (days: number) => sql`((${date}::date + ${days}::int)::timestamp at time zone 'Asia/Shanghai')`;
  return sql<boolean>`(${sql.ref(column)} >= ${at(from)} and ${sql.ref(column)} < ${at(to)})`;
}
