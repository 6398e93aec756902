import { sql } from 'kysely';
import { goodsSelection } from '#contract/areas/purchasing/goods-selection.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { type Coming, seedArrivals } from './arrivals.ts';
import { type BuyingOffice, daysAfter, openBuyingOffice, todayOf } from './buying-office.ts';
import { Chance } from './chance.ts';
import type { SeedStep } from './context.ts';

/** How far an order of the demo company has come. */
type Until = 'draft' | 'waiting' | 'rejected' | 'to_arrive' | 'partly' | 'finished' | 'closed' | 'cancelled';

/** Sixty orders in every state (domain.md §13.7). */
const plan: readonly (readonly [Until, number])[] = [
  ['finished', 13],
  ['closed', 5],
  ['partly', 10],
  ['to_arrive', 14],
  ['cancelled', 5],
  ['rejected', 3],
  ['waiting', 5],
  // Two more are made of selections.
  ['draft', 3],
];

/** A supplier with a contract in force: whose goods are bought, and which styles of them. */
interface Source {
  readonly contract_id: number;
  readonly supplier_id: number;
  readonly co_model: number;
  readonly purchaser_id: number;
  readonly styles: readonly {
    readonly id: number;
    readonly style_no: string;
    readonly name: string;
    readonly tag_price: number;
    readonly sku_ids: readonly number[];
    /** Whether this supplier's price of it is agreed. */
    readonly priced: boolean;
  }[];
}

interface Office extends BuyingOffice {
  readonly step: SeedStep;
  readonly chance: Chance;
  readonly warehouses: readonly number[];
}

/**
 * Selections, sixty purchase orders, eighty appointments, a hundred inbound batches and twelve difference orders in every state, from the
 * same calls as the screens (domain.md §13.7).
 */
export async function seedPurchasing(step: SeedStep): Promise<void> {
  const chance = new Chance(20_260_320);
  const { rows: places } = await sql<{ id: number }>`
    select id from warehouse where warehouse_no in ('W01', 'W02') order by warehouse_no`.execute(step.tx);
  const office: Office = {
    ...(await openBuyingOffice(step, chance)),
    step,
    chance,
    warehouses: places.map(({ id }) => id),
  };
  const sources = await sourcesOf(step);
  const days = await daysOfPrices(step);
  const coming: Coming[] = [];
  const untils = plan.flatMap(([until, count]) => Array.from({ length: count }, () => until));
  for (const [place, until] of untils.entries()) {
    const of = sources[place % sources.length];
    if (!of) throw new Error('the demo company has no contract in force');
    // The further an order has come, the older it is.
    const daysAgo = Math.max(2, Math.round((days * (untils.length - place)) / untils.length));
    coming.push(...(await order(office, of, { until, day: daysAfter(todayOf(step), -daysAgo), place })));
  }
  await seedArrivals(office, coming);
  for (const [place, until] of selections.entries()) {
    const of = sources[(place * 3) % sources.length];
    if (of) await select(office, of, { until, day: daysAfter(todayOf(step), -(20 - place * 2)) });
  }
}

/** Writes one order and answers how it comes, if it does. */
async function order(
  { make, buyer, buyMgr, chance, warehouses, step }: Office,
  of: Source,
  { until, day, place }: { until: Until; day: string; place: number },
): Promise<Coming[]> {
  // What came in at no price yet would cost nothing until it has one: the demo company does not receive any.
  const styles = chance.some(
    of.styles.filter(({ priced }) => priced),
    2 + (place % 2),
  );
  const warehouse_id = warehouses[place % warehouses.length] ?? 0;
  // In fours, so that an order can come in quarters.
  const lines = styles.flatMap(({ sku_ids }) =>
    sku_ids.slice(0, 8).map((sku_id) => ({ sku_id, qty: 4 * chance.between(2, 9) })),
  );
  const { id } = await make(callsOf(purchaseOrder).add, buyer, [day, 9], {
    purchase_type: chance.one([1, 2, 2, 3]),
    supplier_id: of.supplier_id,
    contract_id: of.contract_id,
    co_model: of.co_model,
    purchaser_id: of.purchaser_id,
    warehouse_id,
    expect_date: daysAfter(day, 10),
    lines,
  } as never);
  const take = (name: string, by: typeof buyer, hour: number, input: object = {}) =>
    make(transitionCall(purchaseOrder, name), by, [day, hour], { id, ...input });
  if (until === 'draft') return [];
  if (until === 'cancelled' && place % 2 === 0) {
    await take('cancel', buyer, 10, { reason: '供应商无货，改下其他款' });
    return [];
  }
  await take('submit', buyer, 10);
  if (until === 'waiting') return [];
  if (until === 'rejected') {
    await take('audit', buyMgr, 14, { result: 2, remark: '数量偏大，请参考去年同期销量' });
    return [];
  }
  await take('audit', buyMgr, 14, { result: 1 });
  if (until === 'cancelled') {
    await take('cancel', buyer, 16, { reason: '品牌方延期发货，取消本单' });
    return [];
  }
  const { rows } = await sql<{ id: number; qty: number }>`
    select id, qty from purchase_order_line where purchase_order_id = ${id} order by id`.execute(step.tx);
  return [{ purchase_id: id, supplier_id: of.supplier_id, warehouse_id, day, until, lines: rows }];
}

type Selected = 'draft' | 'waiting' | 'confirmed' | 'ordered' | 'rejected' | 'cancelled';

const selections: readonly Selected[] = [
  'ordered',
  'ordered',
  'confirmed',
  'rejected',
  'waiting',
  'cancelled',
  'draft',
];

async function select(
  { make, buyer, buyMgr, chance, warehouses }: Office,
  of: Source,
  { until, day }: { until: Selected; day: string },
): Promise<void> {
  const styles = chance.some(of.styles, 5);
  const { id } = await make(callsOf(goodsSelection).add, buyer, [day, 9], {
    supplier_id: of.supplier_id,
    purchaser_id: of.purchaser_id,
    year: Number(day.slice(0, 4)),
    season_name: chance.one(['春', '夏', '秋', '冬']),
    lines: styles.map(({ id: spu_id, style_no, name, tag_price }, place) => ({
      spu_id,
      style_no,
      name,
      tag_price,
      offer_price: Math.round((tag_price * chance.between(12, 20)) / 100),
      offer_qty: 600,
      ...(place < 3 ? { is_chosen: true, choose_qty: 10 * chance.between(6, 30) } : { is_chosen: false }),
    })),
  } as never);
  const take = (name: string, by: typeof buyer, hour: number, input: object = {}) =>
    make(transitionCall(goodsSelection, name), by, [day, hour], { id, ...input });
  if (until === 'draft') return;
  if (until === 'cancelled') {
    await take('cancel', buyer, 10, { reason: '供应商已停产该系列' });
    return;
  }
  await take('submit', buyer, 10);
  if (until === 'waiting') return;
  if (until === 'rejected') {
    await take('confirm', buyMgr, 14, { result: 2, remark: '深色占比过高，请调整' });
    return;
  }
  await take('confirm', buyMgr, 14, { result: 1 });
  if (until === 'ordered')
    await take('toOrder', buyer, 16, {
      contract_id: of.contract_id,
      warehouse_id: warehouses[0],
      expect_date: daysAfter(day, 30),
    });
}

/** Suppliers with a contract in force and enough styles. */
async function sourcesOf({ tx }: SeedStep): Promise<Source[]> {
  const { rows } = await sql<Source>`
    select c.id as contract_id, c.supplier_id, c.co_model, c.purchaser_id, (
      select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'style_no', s.style_no, 'name', s.name, 'tag_price', s.tag_price, 'sku_ids', s.sku_ids, 'priced', s.priced) order by s.spu_no), '[]') from (
        select p.id, p.spu_no, p.style_no, p.name, p.tag_price, array_agg(k.id order by k.id) as sku_ids,
            bool_and(exists (select 1 from purchase_price x where x.supplier_id = c.supplier_id and x.sku_id = k.id)) as priced from spu p join sku k on k.spu_id = p.id and k.status = 1
        where p.status = 1 and p.brand_id = any(c.brand_ids) group by p.id) s) as styles
    from contract c where c.status = 4 and c.type <> 5 order by c.supplier_id`.execute(tx);
  return rows.filter(({ styles }) => styles.length >= 5);
}

/** How many days ago the first purchase prices began to hold, between twenty and 110: orders are not older than that. */
async function daysOfPrices({ tx, now }: SeedStep): Promise<number> {
  const { rows } = await sql<{ first: string | null }>`select min(effective_date) as first from purchase_price`.execute(
    tx,
  );
  const first = rows[0]?.first;
  const days = first ? Math.floor((now.getTime() - Date.parse(first)) / 86_400_000) : 0;
  return Math.min(110, Math.max(20, days));
}
