import { type RawBuilder, sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import {
  type Overview,
  type OverviewGroup,
  type OverviewShare,
  overviewGroups,
  overviewSales,
} from '#contract/areas/reports/overview.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { conditionsOf, whereClause } from '#server/kit/list-query.ts';

interface Asked {
  readonly date_from: string;
  readonly date_to: string;
  readonly shop_ids?: number[] | undefined;
}

const dayMs = 86_400_000;
const mostDays = 400;

/**
 * What the company sold, has and owes over some days, out of sums that are kept by day: within the caller's data scope, and without cost for who may not
 * see it. Stock and purchases are of the shops' own warehouses where shops are asked for.
 */
export async function readOverview(context: ReadContext, asked: Asked): Promise<Overview> {
  const { date_from: from, date_to: to } = asked;
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1;
  if (days < 1 || days > mostDays) throw new Refusal('invalid', `起止日期应为 1 至 ${mostDays} 天`, 'date_to');
  const { db, actor } = context;
  const tellsCost = 'cost_amount' in seenBy(overviewSales, actor).fields;
  const sales = conditionsOf(overviewSales, actor, asked.shop_ids ? { shop_id: asked.shop_ids } : {});
  const of = (first: string, last: string) => [sql<boolean>`r.day between ${first}::date and ${last}::date`, ...sales];
  const back = (day: string) => new Date(Date.parse(day) - days * dayMs).toISOString().slice(0, 10);
  const stocked = whereClause([...conditionsOf(stock, actor, {}), ...warehousesOf(asked)]);
  const { rows: trend } = await sql<{
    day: string;
    qty: number;
    sale_amount: number;
    cost_amount: number;
    gross_amount: number;
  }>`
    select day::text as day, sum(qty)::bigint as qty, sum(sale_amount)::bigint as sale_amount, sum(cost_amount)::bigint as cost_amount,
      sum(gross_amount)::bigint as gross_amount
    from overview_day_sales r${whereClause(of(from, to))} group by day order by day`.execute(db);
  const { rows: earlier } = await sql<{ sale_amount: number }>`
    select coalesce(sum(sale_amount), 0)::bigint as sale_amount from overview_day_sales r${whereClause(of(back(from), back(to)))}`.execute(
    db,
  );
  const { rows: held } = await sql<{ qty: number; cost: number }>`
    select coalesce(sum(r.qty_on_hand), 0)::bigint as qty, coalesce(sum(r.cost_amount), 0)::bigint as cost from stock r${stocked}`.execute(
    db,
  );
  const orders = {
    now: await ordersOf(context, asked, [from, to]),
    before: await ordersOf(context, asked, [back(from), back(to)]),
  };
  const sum = (name: 'qty' | 'sale_amount' | 'cost_amount' | 'gross_amount') =>
    trend.reduce((all, row) => all + row[name], 0);
  const [amount, qty, cost, gross] = [sum('sale_amount'), sum('qty'), sum('cost_amount'), sum('gross_amount')];
  const [have = { qty: 0, cost: 0 }] = held;
  const groups = await groupsOf(context, { asked, sold: of(from, to), tellsCost });
  return {
    from,
    to,
    cards: {
      sales_amount: amount,
      order_count: orders.now,
      sale_qty: qty,
      unit_price: orders.now > 0 ? Math.round(amount / orders.now) : 0,
      stock_qty: have.qty,
      cover_days: qty > 0 ? Math.round((have.qty * days) / qty) : null,
      ...(tellsCost
        ? {
            gross_amount: gross,
            // Of what was sold with a known cost.
            gross_rate_bp: gross + cost > 0 ? Math.round((gross * 10_000) / (gross + cost)) : 0,
            stock_amount: have.cost,
            turnover_bp: have.cost > 0 ? Math.round((cost * 10_000 * 365) / (have.cost * days)) : null,
            purchase_amount: await boughtIn(context, asked),
            ...(actor.scope === 'everything' ? { payable_amount: await owed(context) } : {}),
          }
        : {}),
    },
    before: { sales_amount: earlier[0]?.sale_amount ?? 0, order_count: orders.before },
    trend: trend.map(({ day, sale_amount, gross_amount }) => ({
      day,
      sale_amount,
      ...(tellsCost ? { gross_amount } : {}),
    })),
    groups,
  };
}

function warehousesOf({ shop_ids: shops }: Asked): RawBuilder<boolean>[] {
  return shops
    ? [sql<boolean>`r.warehouse_id in (select warehouse_id from shop where id = any(${shops}::bigint[]))`]
    : [];
}

/** Orders are counted by shop: whoever is limited to brands or categories is told those of the shops they see. */
async function ordersOf(
  { db, actor }: ReadContext,
  { shop_ids: shops }: Asked,
  [from, to]: [string, string],
): Promise<number> {
  const seen = conditionsOf({ ...overviewSales, scope: { shop: 'shop_id' } }, actor, shops ? { shop_id: shops } : {});
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(order_count), 0)::bigint as count from overview_day_orders r${whereClause([sql<boolean>`r.day between ${from}::date and ${to}::date`, ...seen])}`.execute(
    db,
  );
  return rows[0]?.count ?? 0;
}

async function boughtIn({ db, actor }: ReadContext, asked: Asked): Promise<number> {
  const where = whereClause([
    sql<boolean>`r.status = 4 and r.in_type = 1 and (r.into_time at time zone 'Asia/Shanghai')::date between ${asked.date_from}::date and ${asked.date_to}::date`,
    ...conditionsOf(inWareBatch, actor, {}),
    ...warehousesOf(asked),
  ]);
  const { rows } = await sql<{
    amount: number;
  }>`select coalesce(sum(r.in_amount), 0)::bigint as amount from in_ware_batch r${where}`.execute(db);
  return rows[0]?.amount ?? 0;
}

async function owed({ db }: ReadContext): Promise<number> {
  const { rows } = await sql<{
    amount: number;
  }>`select coalesce(sum(balance), 0)::bigint as amount from money_balance where subledger = 1`.execute(db);
  return rows[0]?.amount ?? 0;
}

const shown = 10;
const nameOf: Readonly<
  Record<OverviewGroup, { title: RawBuilder<unknown>; stocked: RawBuilder<unknown>; join: RawBuilder<unknown> }>
> = {
  season_name: { title: sql`g.value`, stocked: sql`p.season_name`, join: sql`` },
  brand_id: { title: sql`n.name`, stocked: sql`r.brand_id`, join: sql`left join brand n on n.id = g.value` },
  category_id: { title: sql`n.name`, stocked: sql`r.category_id`, join: sql`left join category n on n.id = g.value` },
  shop_id: { title: sql`n.name`, stocked: sql`h.id`, join: sql`left join shop n on n.id = g.value` },
};

interface Grouping {
  readonly asked: Asked;
  readonly sold: RawBuilder<boolean>[];
  readonly tellsCost: boolean;
}

/** Of each way to look at it those that sold most, with what is left of them. */
async function groupsOf({ db, actor }: ReadContext, { asked, sold, tellsCost }: Grouping): Promise<Overview['groups']> {
  const groups = {} as Record<OverviewGroup, OverviewShare[]>;
  const held = whereClause([...conditionsOf(stock, actor, {}), ...warehousesOf(asked)]);
  for (const group of Object.keys(overviewGroups) as OverviewGroup[]) {
    const { title, stocked, join } = nameOf[group];
    const { rows } = await sql<OverviewShare & { gross_amount: number }>`
      with g as (
        select ${sql.ref(`r.${group}`)} as value, sum(qty)::bigint as sale_qty, sum(sale_amount)::bigint as sale_amount, sum(gross_amount)::bigint as gross_amount
        from overview_day_sales r${whereClause(sold)} group by 1 order by 3 desc, 1 limit ${shown}
      ), s as (
        select ${stocked} as value, sum(r.qty_on_hand)::bigint as qty
        from stock r join sku k on k.id = r.sku_id join spu p on p.id = k.spu_id left join shop h on h.warehouse_id = r.warehouse_id${held} group by 1
      )
      select g.value, coalesce(${title}, '未指定') as title, g.sale_qty, g.sale_amount, g.gross_amount, coalesce(s.qty, 0)::bigint as stock_qty
      from g ${join} left join s on s.value = g.value order by g.sale_amount desc, g.value`.execute(db);
    groups[group] = rows.map(({ gross_amount, ...row }) => ({
      ...row,
      ...(tellsCost ? { gross_amount } : {}),
      sold_bp:
        row.sale_qty + row.stock_qty > 0 ? Math.round((row.sale_qty * 10_000) / (row.sale_qty + row.stock_qty)) : 0,
    }));
  }
  return groups;
}
