import { type Kysely, sql } from 'kysely';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import type { Simulation } from '#contract/areas/replenishment/replenishment-calls.ts';
import { meanDays, proposes, simulatedDays } from '#contract/areas/replenishment/rule-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import { refuseStrangers } from './allot-rule.ts';
import type { Rule } from './generate.ts';
import { type GoodsHistory, type PlaceHistory, replay } from './replay.ts';
import { between, inCategories, sells } from './shelves.ts';
import { readTransferRoutes } from './transfer-routes.ts';

/** Tries a rule as it is saved on the last 90 days, and keeps with it what came of that (decision 0061). */
export async function simulate(
  context: WriteContext,
  { id, version }: { id: number; version: number },
): Promise<Simulation & { version: number }> {
  const [found] = await lockRecords(context, allotRule, [id]);
  if (!found) throw new Refusal('notFound');
  if (found.version !== version) throw new Refusal('versionConflict');
  const rule: Rule = found;
  if (!proposes(rule.rule_type)) throw new Refusal('invalid', '调拨通道不需要试算', 'id');
  await refuseStrangers(context, found);
  const { db, now } = context;
  const simulation = replay(rule, {
    goods: await readHistory(db, rule, businessDay(now)),
    routes: await readTransferRoutes(db),
    today: businessDay(now),
  });
  const { move_qty, short_before, short_after } = simulation;
  await sql`
    update allot_rule set simulated_at = ${now.toISOString()}, sim_move_qty = ${move_qty}, sim_short_before = ${short_before},
      sim_short_after = ${short_after}, version = version + 1 where id = ${id}`.execute(db);
  await writeAudit(context, [
    {
      docType: allotRule.name,
      docId: id,
      docNo: null,
      action: 'simulate',
      label: '试算',
      remark: `近 ${simulatedDays} 天调拨 ${move_qty} 件，缺货 ${short_before} 天变为 ${short_after} 天`,
    },
  ]);
  return { ...simulation, version: version + 1 };
}

interface Row {
  readonly sku_id: number;
  readonly warehouse_id: number;
  readonly qty: number;
}

/** How the goods of a rule stood at the end of each day, and what sold on it; `days` begin `meanDays` before the first that is tried. */
async function readHistory(db: Kysely<unknown>, rule: Rule, today: string): Promise<GoodsHistory[]> {
  const warehouses = [...new Set([...rule.from_warehouse_ids, ...rule.to_warehouse_ids])];
  const span = { from: -simulatedDays, to: 0 };
  const { rows: now } = await sql<Row & { categories: number[] }>`
    select b.sku_id, b.warehouse_id, b.on_hand as qty, string_to_array(c.path, '/')::bigint[] as categories
    from stock_balance b join sku k on k.id = b.sku_id join category c on c.id = k.category_id
    where b.warehouse_id = any(${warehouses}::bigint[]) and b.imperfect_type = 0 and ${inCategories(rule.category_ids)}
    order by 1, 2`.execute(db);
  // Rows of today, and those of days to come that a late clock wrote, are behind the last day that is tried.
  const { rows: moved } = await sql<Row & { day: number }>`
    select sku_id, warehouse_id, least((happened_at at time zone 'Asia/Shanghai')::date - ${today}::date, 0) + ${simulatedDays}::int as day, sum(delta)::bigint as qty
    from stock_ledger where warehouse_id = any(${warehouses}::bigint[]) and imperfect_type = 0
      and happened_at >= ((${today}::date - ${simulatedDays}::int)::timestamp at time zone 'Asia/Shanghai')
    group by 1, 2, 3`.execute(db);
  const { rows: sold } = await sql<Row & { day: number }>`
    select i.sku_id, o.warehouse_id, (o.ordered_at at time zone 'Asia/Shanghai')::date - ${today}::date + ${simulatedDays + meanDays}::int as day,
      sum(greatest(i.qty - i.returned_qty, 0))::bigint as qty
    from sale_order o join sale_order_item i on i.sale_order_id = o.id
    where o.warehouse_id = any(${warehouses}::bigint[]) and ${sells} and ${between('o.ordered_at', today, { ...span, from: span.from - meanDays })}
    group by 1, 2, 3`.execute(db);
  const places = new Map<string, PlaceHistory>();
  const goods = new Map<number, GoodsHistory & { places: PlaceHistory[] }>();
  for (const { sku_id, warehouse_id, qty, categories } of now) {
    const place: PlaceHistory = {
      warehouse_id,
      stock: new Int32Array(simulatedDays + 1).fill(qty),
      sold: new Int32Array(simulatedDays + meanDays),
    };
    places.set(`${sku_id}/${warehouse_id}`, place);
    const one = goods.get(sku_id) ?? { categories, places: [] };
    goods.set(sku_id, one);
    one.places.push(place);
  }
  for (const { sku_id, warehouse_id, day, qty } of moved) {
    // What moved on a day was not there yet, or still there, at the end of every day before it: place 0 is the eve of the first.
    const { stock } = places.get(`${sku_id}/${warehouse_id}`) ?? {};
    for (let at = Math.min(day, simulatedDays); stock && at >= 0; at -= 1) stock[at] = (stock[at] ?? 0) - qty;
  }
  for (const { sku_id, warehouse_id, day, qty } of sold) {
    const place = places.get(`${sku_id}/${warehouse_id}`);
    if (place && day >= 0 && day < place.sold.length) place.sold[day] = (place.sold[day] ?? 0) + qty;
  }
  return [...goods.values()];
}
