import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { counterparties, locationsOf } from '#server/ledger/locations.ts';
import type { House } from '#tests/boot/house.ts';
import {
  atDock,
  beginBatch,
  countBatch,
  type Dock,
  type DockPeople,
  dockPeople,
  inbound as inboundCalls,
} from '#tests/factories/inbound.ts';
import { type Bench, median, ms, timed } from './bench.ts';
import { filledWarehouse, someGoods } from './shop.ts';

const lines = 2000;

/**
 * A truck of 2,000 lines that came as it was planned, posted by the call against the same rows written by bare SQL: lines of the batch, of
 * the order and of the appointment, both documents finished, ledger, balances, a batch of stock for each line, the event with all of it.
 */
export const inbound: Bench = async ({ house, db, pool, quick, say }) => {
  const goods = await someGoods(db, lines, 4000);
  const people = await dockPeople(house);
  const { id: warehouse } = await filledWarehouse(house, goods);
  const counted = () => countedTruck(house, people, { warehouse, goods: goods.map(({ id }) => id) });
  // The first makes the balances of the supplier, which every later one finds.
  const first = await counted();
  await house.ask(people.judge, inboundCalls.audit, { id: first.id, result: 1 });
  await pool.query('analyze');
  const posts: { call: number; bare: number }[] = [];
  for (let n = 0; n < (quick ? 3 : 6); n += 1) {
    const [ours, theirs] = [await counted(), await counted()];
    const call = await timed(() => house.ask(people.judge, inboundCalls.audit, { id: ours.id, result: 1 }));
    const bare = await timed(() => postBare(pool, theirs, people.judge.id));
    posts.push({ call, bare });
  }
  const broken = await brokenInvariants(db);
  if (broken.length > 0) throw new Error(`the books are broken: ${JSON.stringify(broken).slice(0, 400)}`);
  say(`  inbound of ${lines} lines: done`);
  const of = (side: 'call' | 'bare') => ms(median(posts.map((one) => one[side])));
  return [
    {
      name: `inbound: post ${lines} lines`,
      ratio: median(posts.map(({ call, bare }) => call / bare)),
      atMost: 3,
      figures: `${of('call')} against ${of('bare')} bare`,
    },
  ];
};

interface Truck extends Dock {
  /** The batch, which waits to be posted. */
  readonly id: number;
}

async function countedTruck(
  house: House,
  people: DockPeople,
  { warehouse, goods }: { warehouse: number; goods: readonly number[] },
): Promise<Truck> {
  const dock = await atDock(house.db, { warehouse, lines: goods.map((sku_id) => ({ sku_id, qty: 3, price: 999 })) });
  const id = await beginBatch(house, people.counter, dock.arrival);
  await countBatch(house, people.counter, { id });
  await house.ask(people.counter, inboundCalls.submit, { id });
  return { ...dock, id };
}

async function postBare(pool: Pool, truck: Truck, judge: number): Promise<void> {
  const { id, arrival, purchase, warehouse } = truck;
  const client = await pool.connect();
  const opId = randomUUID();
  try {
    await client.query('begin');
    await client.query(
      `insert into op (op_id, admin_id, call, request_hash, answer) values ($1, $2, '/v1/InWareBatch/audit', $3, '{"result":{}}')`,
      [opId, judge, opId],
    );
    await client.query(
      `update in_ware_batch_detail set in_qty = count_qty, cost_price = round(purchase_price * 10000.0 / (10000 + tax_rate_bp))::bigint,
        amount = round(purchase_price * 10000.0 / (10000 + tax_rate_bp))::bigint * count_qty, origin_id = id where in_ware_batch_id = $1`,
      [id],
    );
    await client.query(
      `with line as (
        update arrival_order_line v set in_qty = v.in_qty + d.in_qty, booked_qty = v.booked_qty - d.in_qty from in_ware_batch_detail d where d.in_ware_batch_id = $1 and v.id = d.arrival_line_id returning d.in_qty
      ), step as (
        update arrival_order set in_qty = (select sum(in_qty) from line), status = 6, version = version + 1, updated_by = $3, updated_at = now() where id = $2 returning arrival_no
      )
      insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, admin_id, at, op_id) select 'arrivalOrder', $2::bigint, arrival_no, 'finish', '完成', 5, 6, $3::bigint, now(), $4::uuid from step`,
      [id, arrival, judge, opId],
    );
    await client.query(
      `with line as (
        update purchase_order_line l set in_qty = l.in_qty + d.in_qty, booked_qty = l.booked_qty - d.in_qty from in_ware_batch_detail d where d.in_ware_batch_id = $1 and l.id = d.purchase_line_id returning d.in_qty, l.purchase_price
      ), step as (
        update purchase_order set in_qty = (select sum(in_qty) from line), in_amount = (select sum(in_qty * purchase_price) from line), booked_qty = 0, status = 5, version = version + 1, updated_by = $3, updated_at = now() where id = $2 returning purchase_no
      )
      insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, admin_id, at, op_id) select 'purchaseOrder', $2::bigint, purchase_no, 'complete', '完成', 3, 5, $3::bigint, now(), $4::uuid from step`,
      [id, purchase, judge, opId],
    );
    await client.query(
      `with line as (
        select d.*, b.batch_no, b.supplier_id, b.co_model, b.warehouse_id from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id where b.id = $1
      ), stocked as (
        insert into stock_batch (serial_no, location_id, warehouse_id, sku_id, imperfect_type, in_ware_detail_id, qty_remain, cost_amount, supplier_id, co_model, cost_price, production_date, expire_at, into_time)
        select 'PC' || lpad(nextval('stock_batch_serial')::text, 10, '0'), $4, warehouse_id, sku_id, imperfect_type, id, in_qty, amount, supplier_id, co_model, cost_price, production_date, expire_at, now() from line order by id
      ), leg as (
        select p.location_id, l.sku_id, l.imperfect_type, p.sign * l.in_qty as delta, p.sign * l.amount as cost, l.id as origin, l.batch_no
        from line l cross join (values ($4::bigint, 1), ($5::bigint, -1)) as p (location_id, sign)
      ), moved as (
        update stock_balance b set on_hand = b.on_hand + leg.delta, cost_amount = b.cost_amount + case when b.guarded then leg.cost else 0 end, last_in_at = now() from leg
        where b.location_id = leg.location_id and b.sku_id = leg.sku_id and b.imperfect_type = leg.imperfect_type
        returning b.location_id, b.warehouse_id, b.sku_id, b.imperfect_type, b.on_hand, leg.delta, leg.cost, leg.origin, leg.batch_no
      )
      insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, in_ware_detail_id, cost_amount, happened_at, business_date, doc_type, doc_id, doc_no, line_id, op_id, admin_id)
      select location_id, warehouse_id, sku_id, imperfect_type, 101, delta, on_hand - delta, on_hand, origin, cost, now(), current_date, 'inWareBatch', $1, batch_no, origin, $3, $2 from moved`,
      [id, judge, opId, locationsOf(warehouse).warehouse, counterparties.supplier],
    );
    await client.query(
      `insert into event_log (name, payload, op_id, admin_id, at)
      select 'goodsReceived', jsonb_build_object('batch_id', b.id, 'batch_no', b.batch_no, 'in_stock_no', 'BS' || b.id, 'arrival_id', b.arrival_id, 'purchase_id', b.purchase_id, 'supplier_id', b.supplier_id,
        'co_model', b.co_model, 'warehouse_id', b.warehouse_id, 'at', now(), 'business_date', current_date, 'lines', jsonb_agg(jsonb_build_object('detail_id', d.id, 'purchase_line_id', d.purchase_line_id,
        'sku_id', d.sku_id, 'imperfect_type', d.imperfect_type, 'qty', d.in_qty, 'purchase_price', d.purchase_price, 'tax_rate_bp', d.tax_rate_bp, 'price_state', d.price_state, 'cost', d.amount,
        'amount', d.purchase_price * d.in_qty, 'tax_amount', d.purchase_price * d.in_qty - d.amount) order by d.id)), $3, $2, now()
      from in_ware_batch b join in_ware_batch_detail d on d.in_ware_batch_id = b.id where b.id = $1 group by b.id`,
      [id, judge, opId],
    );
    await client.query(
      `with sums as (select sum(in_qty) as qty, sum(amount) as amount from in_ware_batch_detail where in_ware_batch_id = $1), step as (
        update in_ware_batch b set status = 4, posted = true, in_stock_no = 'BS' || b.id, in_qty = s.qty, in_amount = s.amount, imperfect_qty = 0, into_time = now(), version = version + 1, updated_by = $2, updated_at = now() from sums s where b.id = $1 returning b.batch_no
      )
      insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, result, admin_id, at, op_id) select 'inWareBatch', $1::bigint, batch_no, 'audit', '审核入库通过', 3, 4, 1, $2::bigint, now(), $3::uuid from step`,
      [id, judge, opId],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
