import { randomUUID } from 'node:crypto';
import type { Pool, PoolClient } from 'pg';

// What the calls write, row for row, as bare set-based SQL in one transaction for each document: op row, document, audit trail, ledger,
// balances, and since every piece is of a batch (decision 0053) the batches with the documents that they come and go by. Nothing is
// asked, nothing is checked.

/** A document that bare SQL posts, and who judges it. */
export interface Bare {
  readonly id: number;
  readonly judge: number;
  /** Locations: the warehouse's, and that of the other leg. */
  readonly here: number;
  readonly there: number;
}

type Work = (client: PoolClient, posting: Bare & { readonly opId: string }) => Promise<void>;

/** Goods come in from outside: an inbound batch of their own, a line and a batch of stock for each. */
export const bareIn = (pool: Pool, bare: Bare): Promise<void> =>
  inBare(pool, bare, async (client, { id, judge, here, there, opId }) => {
    await client.query(
      `with batch as (
        insert into in_ware_batch (batch_no, in_stock_no, in_type, warehouse_id, source_no, plan_qty, count_qty, in_qty, imperfect_qty, in_amount, into_time, posted, status, created_by, updated_by)
        select 'BR' || lpad(id::text, 11, '0'), 'BS' || lpad(id::text, 11, '0'), 5, warehouse_id, adjust_no, total_qty, total_qty, total_qty, 0, 0, now(), true, 4, $2, $2 from stock_adjustment where id = $1
        returning id, batch_no, source_no
      ), history as (
        insert into audit_log (doc_type, doc_id, doc_no, action, label, to_status, remark, admin_id, at, op_id)
        select 'inWareBatch', id, batch_no, 'add', '生成', 4, source_no, $2, now(), $3 from batch
      ), line as (
        select nextval(pg_get_serial_sequence('in_ware_batch_detail', 'id')) as id, b.id as batch_id, l.id as line_id, l.sku_id, l.imperfect_type, l.qty,
          coalesce(n.cost_price, 0) as cost_price, coalesce(n.supplier_id, p.supplier_id) as supplier_id, coalesce(n.co_model, p.co_model, 1) as co_model, b.source_no
        from batch b cross join stock_adjustment_line l join sku k on k.id = l.sku_id join spu p on p.id = k.spu_id
        left join lateral (select s.cost_price, s.supplier_id, s.co_model from stock_batch s where s.sku_id = l.sku_id order by s.into_time desc, s.id desc limit 1) n on true
        where l.stock_adjustment_id = $1
      ), detail as (
        insert into in_ware_batch_detail (id, in_ware_batch_id, sku_id, imperfect_type, plan_qty, count_qty, in_qty, purchase_price, tax_rate_bp, price_state, cost_price, amount, origin_id)
        select id, batch_id, sku_id, imperfect_type, qty, qty, qty, cost_price, 0, 2, cost_price, cost_price * qty, id from line
      ), stocked as (
        insert into stock_batch (serial_no, location_id, warehouse_id, sku_id, imperfect_type, in_ware_detail_id, qty_remain, cost_amount, supplier_id, co_model, cost_price, into_time)
        select 'PC' || lpad(nextval('stock_batch_serial')::text, 10, '0'), c.id, c.warehouse_id, l.sku_id, l.imperfect_type, l.id, l.qty, l.cost_price * l.qty, l.supplier_id, l.co_model, l.cost_price, now()
        from line l join location c on c.id = $4
      ), leg as (
        select p.location_id, l.sku_id, l.imperfect_type, p.sign * l.qty as delta, p.sign * l.cost_price * l.qty as cost, l.id as origin, l.line_id, l.source_no
        from line l cross join (values ($4::bigint, 1), ($5::bigint, -1)) as p (location_id, sign)
      ), moved as (
        update stock_balance b set on_hand = b.on_hand + leg.delta, cost_amount = b.cost_amount + case when b.guarded then leg.cost else 0 end, last_in_at = now() from leg
        where b.location_id = leg.location_id and b.sku_id = leg.sku_id and b.imperfect_type = leg.imperfect_type
        returning b.location_id, b.warehouse_id, b.sku_id, b.imperfect_type, b.on_hand, leg.delta, leg.cost, leg.origin, leg.line_id, leg.source_no
      )
      insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, in_ware_detail_id, cost_amount, happened_at, business_date, doc_type, doc_id, doc_no, line_id, op_id, admin_id)
      select location_id, warehouse_id, sku_id, imperfect_type, 105, delta, on_hand - delta, on_hand, origin, cost, now(), current_date, 'stockAdjustment', $1, source_no, line_id, $3, $2 from moved`,
      [id, judge, opId, here, there],
    );
  });

/** Goods leave for good: what was promised is let go, they are taken from their batches in order, and an outbound record says which. */
export const bareOut = (pool: Pool, bare: Bare): Promise<void> =>
  inBare(pool, bare, async (client, { id, judge, here, there, opId }) => {
    await client.query(
      `with line as (
        select l.id as line_id, l.sku_id, l.imperfect_type, l.qty, d.adjust_no from stock_adjustment d join stock_adjustment_line l on l.stock_adjustment_id = d.id where d.id = $1
      ), freed as (
        update stock_lock set qty_released = qty, released_at = now() where doc_type = 'stockAdjustment' and doc_id = $1 and qty_released < qty
      ), taken as (
        select l.line_id, l.sku_id, l.imperfect_type, l.adjust_no, b.id as batch_id, b.origin, least(b.free, l.qty - b.before) as qty,
          case when least(b.free, l.qty - b.before) = b.qty_remain then b.cost_amount else (b.cost_amount * least(b.free, l.qty - b.before) * 2 + b.qty_remain) / (b.qty_remain * 2) end as cost
        from line l cross join lateral (
          select s.id, s.in_ware_detail_id as origin, s.qty_remain, s.cost_amount, s.qty_remain - s.qty_locked as free,
            sum(s.qty_remain - s.qty_locked) over (order by s.expire_at, s.into_time, s.in_ware_detail_id)::bigint - s.qty_remain + s.qty_locked as before
          from stock_batch s where s.location_id = $4 and s.sku_id = l.sku_id and s.imperfect_type = l.imperfect_type and s.qty_remain > 0
        ) b where b.before < l.qty and b.free > 0
      ), left_batch as (
        update stock_batch b set qty_remain = b.qty_remain - t.qty, cost_amount = b.cost_amount - t.cost, updated_at = now() from taken t where b.id = t.batch_id
      ), leg as (
        select p.location_id, t.sku_id, t.imperfect_type, p.sign * t.qty as delta, p.sign * t.cost as cost, t.origin, t.line_id, t.adjust_no,
          sum(p.sign * t.qty) over w as running, sum(p.sign * t.qty) over (partition by p.location_id, t.sku_id, t.imperfect_type) as delta_all, sum(p.sign * t.cost) over (partition by p.location_id, t.sku_id, t.imperfect_type) as cost_all
        from taken t cross join (values ($4::bigint, -1), ($5::bigint, 1)) as p (location_id, sign)
        window w as (partition by p.location_id, t.sku_id, t.imperfect_type order by t.line_id, t.batch_id)
      ), moved as (
        update stock_balance b set on_hand = b.on_hand + g.delta_all, locked = case when b.guarded then b.locked + g.delta_all else b.locked end,
          cost_amount = b.cost_amount + case when b.guarded then g.cost_all else 0 end, last_out_at = now()
        from (select distinct location_id, sku_id, imperfect_type, delta_all, cost_all from leg) g
        where b.location_id = g.location_id and b.sku_id = g.sku_id and b.imperfect_type = g.imperfect_type
        returning b.location_id, b.warehouse_id, b.sku_id, b.imperfect_type, b.on_hand, g.delta_all
      )
      insert into stock_ledger (location_id, warehouse_id, sku_id, imperfect_type, biz_type, delta, balance_before, balance_after, in_ware_detail_id, cost_amount, happened_at, business_date, doc_type, doc_id, doc_no, line_id, op_id, admin_id)
      select m.location_id, m.warehouse_id, m.sku_id, m.imperfect_type, 205, g.delta, m.on_hand - g.delta_all + g.running - g.delta, m.on_hand - g.delta_all + g.running, g.origin, g.cost, now(), current_date, 'stockAdjustment', $1, g.adjust_no, g.line_id, $3, $2
      from moved m join leg g on g.location_id = m.location_id and g.sku_id = m.sku_id and g.imperfect_type = m.imperfect_type`,
      [id, judge, opId, here, there],
    );
    await client.query(
      `with moved as (
        select r.sku_id, r.imperfect_type, r.in_ware_detail_id, r.warehouse_id, -r.delta as qty, -r.cost_amount as amount, r.doc_no from stock_ledger r
        where r.doc_type = 'stockAdjustment' and r.doc_id = $1 and r.location_id = $4
      ), record as (
        insert into out_ware_detail (out_no, out_type, warehouse_id, source_type, source_id, source_no, total_qty, total_cost, out_time, created_by, updated_by)
        select 'BC' || lpad($1::text, 11, '0'), 5, warehouse_id, 'stockAdjustment', $1::bigint, doc_no, sum(qty), sum(amount), now(), $2::bigint, $2::bigint from moved group by warehouse_id, doc_no returning id, out_no, source_no
      ), history as (
        insert into audit_log (doc_type, doc_id, doc_no, action, label, remark, admin_id, at, op_id) select 'outWareDetail', id, out_no, 'add', '生成', source_no, $2::bigint, now(), $3::uuid from record
      ), told as (
        insert into event_log (name, payload, op_id, admin_id, at) select 'goodsLeft', jsonb_build_object('source_id', $1::bigint, 'source_no', source_no, 'biz_types', '[205]'::jsonb, 'source_type', 'stockAdjustment'), $3::uuid, $2::bigint, now() from record
      )
      insert into out_ware_detail_line (out_ware_detail_id, sku_id, imperfect_type, stock_batch_id, qty, cost_price, amount)
      select r.id, m.sku_id, m.imperfect_type, b.id, m.qty, m.amount / m.qty, m.amount from record r cross join moved m
      join stock_batch b on b.location_id = $4 and b.sku_id = m.sku_id and b.imperfect_type = m.imperfect_type and b.in_ware_detail_id = m.in_ware_detail_id`,
      [id, judge, opId, here],
    );
  });

async function inBare(pool: Pool, bare: Bare, move: Work): Promise<void> {
  const { id, judge } = bare;
  const client = await pool.connect();
  const opId = randomUUID();
  const answer = JSON.stringify({ result: { id, version: 3, no: 'bare' } });
  try {
    await client.query('begin');
    await client.query(
      `insert into op (op_id, admin_id, call, request_hash, answer) values ($1, $2, '/v1/Inventory/adjustAudit', $3, $4)`,
      [opId, judge, opId, answer],
    );
    await move(client, { ...bare, opId });
    await client.query(
      'update stock_adjustment set status = 2, posted_at = now(), version = version + 1, updated_by = $2, updated_at = now() where id = $1',
      [id, judge],
    );
    await client.query(
      `insert into audit_log (doc_type, doc_id, doc_no, action, label, from_status, to_status, result, admin_id, at, op_id, ip) select 'stockAdjustment', id, adjust_no, 'audit', '审核通过', 1, 2, 1, $2, now(), $3, '127.0.0.1' from stock_adjustment where id = $1`,
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
