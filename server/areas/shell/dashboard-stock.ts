import { sql } from 'kysely';
import { listAddress } from '#contract/areas/shell/addresses.ts';
import {
  type DashboardAnswer,
  type DayMoves,
  mostStill,
  movesDays,
  type StillGoods,
  type StockAlert,
  stillDays,
} from '#contract/areas/shell/dashboard.ts';
import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';

/**
 * What is amiss with stock, each figure with the list that shows it, and of the goods that stand still those that tie up most; nothing without
 * the key of that list.
 */
export async function alertsOf({
  db,
  actor,
  now,
}: ReadContext): Promise<Pick<DashboardAnswer, 'stock_alerts' | 'still'>> {
  if (!mayList(stock, actor)) return { stock_alerts: null, still: [] };
  const scoped = scopeCondition(stock, actor, 'r');
  const since = new Date(now.getTime() - stillDays * day).toISOString();
  const costs = 'cost_amount' in seenBy(stock, actor).fields;
  const isStill = sql`r.qty_on_hand > 0 and r.last_moved_at <= ${since}::timestamptz`;
  const { rows } = await sql<Record<StockAlert['kind'], number> & { amount: number | null }>`
    select count(*) filter (where r.qty_on_hand = 0)::int as empty, count(*) filter (where r.qty_available < 0)::int as negative,
      count(*) filter (where ${isStill})::int as still,
      ${costs ? sql`coalesce(sum(r.cost_amount) filter (where ${isStill}), 0)::bigint` : sql`null::bigint`} as amount
    from stock as r${scoped ? sql` where ${scoped}` : sql``}`.execute(db);
  // What a rule says of each is not asked: found for thousands of rows before they are put in order, it would be what takes the time.
  const { rows: still } = await sql<Omit<StillGoods, 'url'> & { warehouse_id: number; sku_id: number }>`
    select k.sku_no, k.name, w.name as warehouse, p.* from (
      select r.warehouse_id, r.sku_id, r.qty_on_hand as qty, ${costs ? sql`r.cost_amount` : sql`null::bigint`} as amount
      from stock as r where ${isStill}${scoped ? sql` and ${scoped}` : sql``}
      order by ${costs ? sql`r.cost_amount` : sql`r.qty_on_hand`} desc, r.id limit ${mostStill}) as p
    join sku k on k.id = p.sku_id join warehouse w on w.id = p.warehouse_id
    order by ${costs ? sql`p.amount` : sql`p.qty`} desc, p.sku_id`.execute(db);
  const asked = {
    empty: { qty_on_hand_from: 0, qty_on_hand_to: 0 },
    negative: { qty_available_to: -1 },
    still: { qty_on_hand_from: 1, last_moved_at_to: since, sort: '-qty_on_hand' },
  } satisfies Record<StockAlert['kind'], Record<string, string | number>>;
  return {
    stock_alerts: (Object.keys(asked) as StockAlert['kind'][]).map((kind) => ({
      kind,
      count: rows[0]?.[kind] ?? 0,
      amount: kind === 'still' ? (rows[0]?.amount ?? null) : null,
      url: listAddress(stock, asked[kind]) ?? '',
    })),
    still: still.map(({ warehouse_id, sku_id, ...goods }) => ({
      ...goods,
      url: listAddress(stock, { warehouse_id, sku_id }) ?? '',
    })),
  };
}

/** Pieces in and out of the warehouses on each of the last business days, days without any included; null without the key of the ledger. */
export async function movesOf({ db, actor, now }: ReadContext): Promise<DayMoves[] | null> {
  if (!mayList(inventoryStream, actor)) return null;
  const scoped = scopeCondition(inventoryStream, actor, 'r');
  const first = businessDay(new Date(now.getTime() - (movesDays - 1) * day));
  const { rows } = await sql<DayMoves>`
    with moved as (
      select (r.happened_at at time zone 'Asia/Shanghai')::date as day, sum(greatest(r.on_hand_delta, 0)) as came, sum(greatest(-r.on_hand_delta, 0)) as went
      from inventory_stream as r where r.happened_at >= ${`${first}T00:00:00+08:00`}::timestamptz${scoped ? sql` and ${scoped}` : sql``} group by 1)
    select to_char(d.day, 'YYYY-MM-DD') as day, coalesce(m.came, 0)::bigint as in, coalesce(m.went, 0)::bigint as out
    from generate_series(${first}::date, ${businessDay(now)}::date, interval '1 day') as d (day) left join moved m on m.day = d.day::date order by 1`.execute(
    db,
  );
  return rows;
}

const day = 86_400_000;

function mayList(definition: AnyDefinition, actor: Actor): boolean {
  const access = definition.calls.list?.[1];
  return access !== undefined && allows(actor, access);
}
