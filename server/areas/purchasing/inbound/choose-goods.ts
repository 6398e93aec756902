import { sql } from 'kysely';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { arrivalState, pricedAs } from '#contract/areas/purchasing/purchase-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { stateWords } from '#contract/kit/transition.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { purchasePriceAt } from '#server/terms/purchase-price-at.ts';
import { beginReceiving } from '../receive.ts';
import { totalsOf } from './batch-lines.ts';

interface Arrival {
  readonly id: number;
  readonly arrival_no: string;
  readonly supplier_id: number;
  readonly warehouse_id: number;
  readonly status: number;
}

/** States of an appointment whose goods are at the dock. */
const arrived: readonly number[] = [arrivalState.arrived, arrivalState.receiving];

/**
 * What a new batch is about, read off its appointment, which is held from here on: two batches that are begun at once do not take the
 * same lines. Refuses one whose goods are not there, and another appointment than that with which a batch began.
 */
export async function readArrival({ db }: WriteContext, values: Values, before: Values | undefined): Promise<Values> {
  if (before) {
    if (values.arrival_id !== before.arrival_id) throw new Refusal('invalid', '入库批次的预约单不能修改', 'arrival_id');
    await holdArrival(db, Number(before.arrival_id));
    return {};
  }
  const arrival = await holdArrival(db, Number(values.arrival_id));
  const { supplier_id, warehouse_id, arrival_no } = arrival;
  return { supplier_id, warehouse_id, source_no: arrival_no };
}

async function holdArrival(db: WriteContext['db'], id: number): Promise<Arrival> {
  const { rows } = await sql<Arrival>`
    select id, arrival_no, supplier_id, warehouse_id, status from arrival_order where id = ${id} for no key update`.execute(
    db,
  );
  const [arrival] = rows;
  if (!arrival) throw new Refusal('invalid', '预约单不存在', 'arrival_id');
  if (!arrived.includes(arrival.status))
    throw new Refusal(
      'invalid',
      `预约单 ${arrival.arrival_no} ${stateWords(arrivalOrder.states, arrival.status)}，到货签到后、完成前才能入库`,
      'arrival_id',
    );
  return arrival;
}

/**
 * Fills a new batch: with the goods that were named, or with all of the appointment that are in no other batch. A batch is of one
 * cooperation model, for it is settled as a whole: unless goods are named, that of the first open line.
 */
export async function beginBatch(
  { registry }: Pick<Kit, 'registry'>,
  context: WriteContext,
  { id, arrivalId }: { id: number; arrivalId: number },
): Promise<void> {
  const { db } = context;
  const { rows: named } = await sql<{ sku_id: number }>`
    delete from in_ware_batch_detail where in_ware_batch_id = ${id} returning id, sku_id`.execute(db);
  const skuIds = named.map(({ sku_id }) => sku_id);
  const { rows: planned } = await sql<{ sku_id: number; co_model: number }>`
    insert into in_ware_batch_detail (in_ware_batch_id, arrival_line_id, purchase_line_id, sku_id, plan_qty, purchase_price, tax_rate_bp, price_state)
    select ${id}, v.id, v.purchase_line_id, v.sku_id, v.plan_qty - v.in_qty, l.purchase_price, l.tax_rate_bp, l.price_state
    from (
      select v.*, first_value(o.co_model) over (order by v.id) as first_model, o.co_model
      from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id join purchase_order o on o.id = l.purchase_order_id
      where v.arrival_order_id = ${arrivalId} and ${isOpen}
    ) v join purchase_order_line l on l.id = v.purchase_line_id
    where ${skuIds.length > 0 ? sql`v.sku_id = any(${skuIds}::bigint[])` : sql`v.co_model = v.first_model`}
    order by v.id
    returning sku_id, (select o.co_model from purchase_order o join purchase_order_line p on p.purchase_order_id = o.id where p.id = purchase_line_id) as co_model`.execute(
    db,
  );
  if (skuIds.length === 0 && planned.length === 0)
    throw new Refusal('invalid', '此预约单的货品都已在其他入库批次中', 'arrival_id');
  if (new Set(planned.map(({ co_model }) => co_model)).size > 1)
    throw new Refusal('invalid', '所选货品的合作模式不同，请分批入库', 'lines');
  const others = skuIds.filter((sku) => !planned.some(({ sku_id }) => sku_id === sku));
  if (others.length > 0)
    await sql`
      insert into in_ware_batch_detail (in_ware_batch_id, sku_id)
      select ${id}, g.sku_id from unnest(${[...new Set(others)]}::bigint[]) with ordinality as g (sku_id, place) order by g.place`.execute(
      db,
    );
  await settleHead(context, id, arrivalId);
  const { rows } = await sql<{ status: number }>`select status from arrival_order where id = ${arrivalId}`.execute(db);
  if (rows[0]?.status === arrivalState.arrived) await beginReceiving({ registry }, context, arrivalId);
}

/** A line `v` of an appointment that no live batch has. */
const isOpen = sql<boolean>`not exists (
  select 1 from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id where d.arrival_line_id = v.id and b.status <> -1)`;

/**
 * What an edit leads to: goods that nobody planned are of the order that has them, or of none; planned ones that were taken out and
 * named again are planned again. Refuses goods that stand in the batch already, and other goods in a line that is planned.
 */
export async function editBatch(context: WriteContext, id: number, values: Values): Promise<void> {
  const { db } = context;
  await refuseOtherGoods(context, id);
  await sql`
    update in_ware_batch_detail d set arrival_line_id = v.id, purchase_line_id = v.purchase_line_id, plan_qty = v.plan_qty - v.in_qty,
      purchase_price = l.purchase_price, tax_rate_bp = l.tax_rate_bp, price_state = l.price_state
    from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id join purchase_order o on o.id = l.purchase_order_id
    where d.in_ware_batch_id = ${id} and d.arrival_line_id is null and d.split_of_id is null and v.arrival_order_id = ${values.arrival_id}
      and v.sku_id = d.sku_id and o.co_model = ${values.co_model} and ${isOpen}`.execute(db);
  await settleHead(context, id, Number(values.arrival_id));
}

interface Named {
  readonly sku_id: number;
  readonly sku_no: string;
  /** What a planned or split line is of; null of one that somebody added. */
  readonly fixed_sku_id: number | null;
}

async function refuseOtherGoods({ db }: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<Named>`
    select l.sku_id, k.sku_no, coalesce(v.sku_id, r.sku_id) as fixed_sku_id
    from in_ware_batch_detail l join sku k on k.id = l.sku_id
      left join arrival_order_line v on v.id = l.arrival_line_id left join in_ware_batch_detail r on r.id = l.split_of_id
    where l.in_ware_batch_id = ${id} order by l.id`.execute(db);
  const other = rows.find(({ sku_id, fixed_sku_id }) => fixed_sku_id !== null && fixed_sku_id !== sku_id);
  if (other)
    throw new GoodsRefusal('invalid', goodsOf(other), (name) => `应收明细的货品不能改成 ${name}，请另加一行`, 'lines');
  const planned = new Set(rows.flatMap(({ fixed_sku_id }) => fixed_sku_id ?? []));
  const added = rows.filter(({ fixed_sku_id }) => fixed_sku_id === null);
  const twice = added.find(
    ({ sku_id }, place) => planned.has(sku_id) || added.findIndex((one) => one.sku_id === sku_id) < place,
  );
  if (twice) throw new GoodsRefusal('invalid', goodsOf(twice), (name) => `${name} 已在此批次的明细中`, 'lines');
}

const goodsOf = ({ sku_id, sku_no }: Named) => ({ skuId: sku_id, skuNo: sku_no });

/** Prices what nobody planned, and writes on the head what its lines come to. */
async function settleHead(context: WriteContext, id: number, arrivalId: number): Promise<void> {
  const { db } = context;
  await priceUnplanned(context, id, arrivalId);
  const totals = await totalsOf(db, id);
  await sql`
    update in_ware_batch b set plan_qty = ${totals.plan_qty}, count_qty = ${totals.count_qty}, imperfect_qty = ${totals.imperfect_qty},
      purchase_id = s.purchase_id, co_model = s.co_model
    from (
      select case when min(o.id) = max(o.id) then min(o.id) end as purchase_id, min(o.co_model) as co_model
      from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id join purchase_order o on o.id = l.purchase_order_id
      where ${ordersOf(id, arrivalId)}) s
    where b.id = ${id}`.execute(db);
}

// Those that its lines come from; of a batch of goods that nobody planned alone, those of its appointment.
const ordersOf = (id: number, arrivalId: number) => sql<boolean>`case
  when exists (select 1 from in_ware_batch_detail where in_ware_batch_id = ${id} and arrival_line_id is not null)
  then v.id in (select arrival_line_id from in_ware_batch_detail where in_ware_batch_id = ${id}) else v.arrival_order_id = ${arrivalId} end`;

/** What nobody planned costs what its order says, else what the supplier asks on the day, else it is estimated at nothing. */
async function priceUnplanned({ db, now }: WriteContext, id: number, arrivalId: number): Promise<void> {
  const { rows } = await sql<{ id: number; sku_id: number; supplier_id: number; tax_rate_bp: number }>`
    select d.id, d.sku_id, b.supplier_id, p.tax_rate_bp from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id join supplier p on p.id = b.supplier_id
    where d.in_ware_batch_id = ${id} and d.arrival_line_id is null and d.split_of_id is null`.execute(db);
  const [first] = rows;
  if (!first) return;
  const skuIds = rows.map(({ sku_id }) => sku_id);
  const prices = await purchasePriceAt(db, {
    supplier_id: first.supplier_id,
    sku_ids: skuIds,
    date: businessDay(now),
  });
  const priced = rows.map((row) => {
    const found = prices.get(row.sku_id);
    return {
      id: row.id,
      purchase_price: found?.price ?? 0,
      tax_rate_bp: found?.tax_rate_bp ?? row.tax_rate_bp,
      price_state: found ? pricedAs.priced : pricedAs.estimated,
    };
  });
  await sql`
    update in_ware_batch_detail d set purchase_line_id = l.id, purchase_price = coalesce(l.purchase_price, e.purchase_price),
      tax_rate_bp = coalesce(l.tax_rate_bp, e.tax_rate_bp), price_state = coalesce(l.price_state, e.price_state)
    from jsonb_to_recordset(${JSON.stringify(priced)}::jsonb) as e (id bigint, purchase_price bigint, tax_rate_bp bigint, price_state smallint)
      join in_ware_batch_detail o on o.id = e.id
      left join lateral (
        select l.* from purchase_order_line l where l.sku_id = o.sku_id and l.purchase_order_id in (
          select p.purchase_order_id from arrival_order_line v join purchase_order_line p on p.id = v.purchase_line_id where v.arrival_order_id = ${arrivalId})
        order by l.id limit 1) l on true
    where d.id = e.id`.execute(db);
}
