import { sql } from 'kysely';
import type { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { openOrderStates, purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { stateWords } from '#contract/kit/transition.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LockedDocument } from '#server/kit/step.ts';
import { refuseOverLimit } from '../order/amount-limit.ts';
import { sumOrders } from '../order/order-lines.ts';
import type { Detail } from './batch-lines.ts';

interface Accepted {
  readonly detail: Detail;
  /** All its pieces, of every grade. */
  readonly qty: number;
}

interface Order {
  readonly id: number;
  readonly purchase_no: string;
  readonly status: number;
  readonly contract_id: number;
}

/**
 * Orders what came without being ordered and was accepted by its difference order: a new line of the batch's order for each of these
 * goods, of as many pieces as came, at the price that stands beside them (domain.md §4.8). Answers the line of each, by the id of the
 * detail. The order is held; refuses one that is open no more, or whose contract has no room for them.
 */
export async function orderAccepted(
  context: WriteContext,
  batch: LockedDocument<typeof inWareBatch>,
  accepted: readonly Accepted[],
): Promise<Map<number, number>> {
  if (accepted.length === 0) return new Map();
  const { db } = context;
  const order = await holdOrder(context, batch);
  const rows = accepted.map(({ detail, qty }) => ({
    sku_id: detail.sku_id,
    qty,
    purchase_price: detail.purchase_price,
    tax_rate_bp: detail.tax_rate_bp,
    price_state: detail.price_state,
  }));
  const { rows: made } = await sql<{ id: number; sku_id: number }>`
    insert into purchase_order_line (purchase_order_id, sku_id, qty, purchase_price, tax_rate_bp, price_state, amount)
    select ${order.id}, e.sku_id, e.qty, e.purchase_price, e.tax_rate_bp, e.price_state, e.qty * e.purchase_price
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e (sku_id bigint, qty bigint, purchase_price bigint, tax_rate_bp bigint, price_state smallint)
    order by e.sku_id
    on conflict (purchase_order_id, sku_id) do update set qty = purchase_order_line.qty + excluded.qty,
      amount = (purchase_order_line.qty + excluded.qty) * purchase_order_line.purchase_price
    returning id, sku_id`.execute(db);
  await sumOrders(db, [order.id]);
  await refuseOverLimit(context, {
    order_id: order.id,
    contract_id: order.contract_id,
    amount: await amountOf(db, order.id),
  });
  await writeAudit(context, [
    {
      docType: purchaseOrder.name,
      docId: order.id,
      docNo: order.purchase_no,
      action: 'addReceived',
      label: '接收多到货品',
      remark: `入库批次 ${String(batch.batch_no)}：${made.length} 个货品`,
    },
  ]);
  const bySku = new Map(made.map(({ id, sku_id }) => [sku_id, id]));
  return new Map(accepted.flatMap(({ detail }) => [[detail.id, bySku.get(detail.sku_id) as number] as const]));
}

/** The order that the batch came of; of several the first, and where nothing of it was planned that of its appointment. */
async function holdOrder({ db }: WriteContext, { id, arrival_id }: LockedDocument<typeof inWareBatch>): Promise<Order> {
  const { rows } = await sql<Order>`
    select o.id, o.purchase_no, o.status, o.contract_id from purchase_order o where o.id = (
      select l.purchase_order_id from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id
      where v.arrival_order_id = ${arrival_id}
      order by v.id in (select arrival_line_id from in_ware_batch_detail where in_ware_batch_id = ${id}) desc, l.purchase_order_id limit 1)
    for no key update`.execute(db);
  const [order] = rows;
  if (!order) throw new Error(`batch ${id} comes of no purchase order`);
  if (!openOrderStates.includes(order.status))
    throw new Refusal(
      'illegalTransition',
      `采购单 ${order.purchase_no} ${stateWords(purchaseOrder.states, order.status)}，不能再接收多到的货品`,
    );
  await sql`update purchase_order set version = version + 1 where id = ${order.id}`.execute(db);
  return order;
}

async function amountOf(db: WriteContext['db'], id: number): Promise<number> {
  const { rows } = await sql<{
    total_amount: number;
  }>`select total_amount from purchase_order where id = ${id}`.execute(db);
  return rows[0]?.total_amount ?? 0;
}
