import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import type { TakenOrder } from '#contract/areas/orders/order-calls.ts';
import { abnormalLabel, orderState, payWay, till } from '#contract/areas/orders/order-enums.ts';
import { orderFinished, orderPaid, orderPlaced } from '#contract/areas/orders/order-events.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { lockStock } from '#server/ledger/lock-stock.ts';
import { keepPayments, paymentsOf, refusePaidLater, totalOf, wayOf } from '../money/payments.ts';
import { dayOf, namedOf, notLater, refuseLater } from '../named.ts';
import { linesOf, sellGoods } from '../sell.ts';
import { settleRefusal } from './keep-refusal.ts';
import { isReceipt, type Receipt, receiptOf } from './receipt.ts';
import { type Pushed, type Resolved, resolve } from './resolve.ts';
import { abnormalOf, linesOfPush, sumsOf, type TakenLine } from './sums.ts';

/**
 * Takes an order in, once for each receipt (amendments H7): whoever comes second waits for the first and is answered its order, or
 * refused where it says something else. A till's sale has happened: it is booked at once, whatever stock, freeze or period say (amendments
 * B). Any other holds its goods until it is paid and shipped, and is refused where there are not enough.
 */
export async function takeOrder(
  kit: Kit,
  context: WriteContext,
  pushed: Pushed,
  pushedBy = context.actor.id,
): Promise<TakenOrder> {
  refuseLater(pushed.ordered_at, context.now, 'ordered_at');
  refusePaidLater(pushed.payments ?? [], context.now);
  const receipt = receiptOf(pushed);
  const known = await claimPush(context, pushed, receipt);
  if (known) return await withinScope(context, known);
  const named = await resolve(context.db, pushed);
  const lines = linesOfPush(pushed, named);
  const taken = await place(kit, context, { pushed, pushedBy, named, lines });
  await sql`update order_push set order_id = ${taken.id} where ${isReceipt(receipt)}`.execute(context.db);
  await settleRefusal(context, receipt, taken.id);
  return await withinScope(context, taken);
}

/** A channel of one shop tells of no other's sales, and is told nothing of them. */
async function withinScope({ db, actor }: WriteContext, taken: TakenOrder): Promise<TakenOrder> {
  const scoped = scopeCondition(order, actor, 'o');
  if (!scoped) return taken;
  const { rows } = await sql`select 1 from sale_order o where o.id = ${taken.id} and ${scoped}`.execute(db);
  if (rows.length === 0) throw new Refusal('invalid', '门店或发货仓不在此渠道的数据范围内', 'shop_no');
  return taken;
}

async function claimPush({ db }: WriteContext, pushed: Pushed, receipt: Receipt): Promise<TakenOrder | undefined> {
  const hash = createHash('sha256')
    .update(JSON.stringify(sorted(pushed)))
    .digest('hex');
  const { source, place, no, year } = receipt;
  const { rows: mine } = await sql`
    insert into order_push (source, place, source_order_no, business_year, body_hash) values (${source}, ${place}, ${no}, ${year}, ${hash})
    on conflict do nothing returning 1`.execute(db);
  if (mine.length > 0) return undefined;
  const { rows } = await sql<{ body_hash: string; id: number; order_no: string; status: number }>`
    select p.body_hash, o.id, o.order_no, o.status from (select body_hash, order_id from order_push where ${isReceipt(receipt)}) p
    join sale_order o on o.id = p.order_id`.execute(db);
  const [first] = rows;
  if (!first) throw new Error(`push ${source}/${place}/${no} has no order`);
  if (first.body_hash !== hash)
    throw new Refusal('invalid', `外部订单号 ${no} 已接收为 ${first.order_no}，内容与首次推送不同`, 'source_order_no');
  return { id: first.id, order_no: first.order_no, status: first.status, abnormal: [] };
}

/** The same content has the same text, whatever the order of its keys. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]) => [key, sorted(one)]),
  );
}

interface Placing {
  readonly pushed: Pushed;
  /** Who pushed it, which is not who takes it in later. */
  readonly pushedBy: number;
  readonly named: Resolved;
  readonly lines: readonly TakenLine[];
}

async function place(
  kit: Kit,
  context: WriteContext,
  { pushed, pushedBy, named, lines }: Placing,
): Promise<TakenOrder> {
  const { db, now } = context;
  const at = notLater(pushed.ordered_at, now);
  const atTill = pushed.source === till;
  const sums = sumsOf(lines, pushed.freight_amount ?? 0);
  const abnormal = abnormalOf(pushed, lines, sums);
  const payments = pushed.payments ?? [];
  const { shop_id, warehouse_id, user_id, sales_id } = named;
  // Money of a till is on somebody's bill: whoever pushes answers for it where the cashier is not known (I51).
  const cashier_id = named.cashier_id ?? (atTill ? pushedBy : null);
  const values = {
    source: pushed.source,
    source_order_no: pushed.source_order_no,
    sale_channel_type: pushed.sale_channel_type,
    sale_channel_value: pushed.sale_channel_value ?? null,
    ordered_at: at,
    business_date: await dayOf(db, at),
    shift: pushed.shift ?? null,
    shop_id,
    warehouse_id,
    user_id,
    cashier_id,
    sales_id,
    receiver: pushed.receiver ?? null,
    receiver_mobile: pushed.receiver_mobile ?? null,
    receiver_address: pushed.receiver_address ?? null,
    buyer_remark: pushed.buyer_remark ?? null,
    coupon_codes: pushed.coupon_codes ?? [],
    label_ids: abnormal.length > 0 ? await abnormalLabelIds(context) : [],
    price_abnormal: abnormal.length > 0,
    ...sums,
    ...(atTill
      ? {
          paid_amount: totalOf(payments),
          pay_type: wayOf(payments),
          paid_at: at,
          shipped_at: at,
          finished_at: at,
          shipped_qty: sums.goods_qty,
          stock_posted: true,
        }
      : { pay_due_at: await payDue(context) }),
  };
  const status = atTill ? orderState.finished : orderState.toPay;
  const { id, no } = await createDocument(kit, context, {
    definition: order,
    values,
    lines: lines.map((line) => ({ ...line })),
    status,
    label: atTill ? '门店成交' : '接单',
  });
  const whole = { ...values, id, order_no: no ?? '' };
  const told = namedOf(whole, { at, day: values.business_date });
  const items = await linesOf(context, id);
  await kit.registry.events.emit(context, orderPlaced, {
    ...told,
    coupon_codes: values.coupon_codes,
    payable_amount: sums.payable_amount,
    items: items.map((item, index) => ({
      item_id: item.id,
      sku_id: item.sku_id,
      qty: item.qty,
      final_amount: item.final_amount,
      promotion_id: lines[index]?.promotion_id ?? null,
      promotion_amount: item.promotion_amount,
      coupon_amount: item.coupon_amount,
      is_gift: item.is_gift,
      gift_activity_id: lines[index]?.gift_activity_id ?? null,
    })),
  });
  if (atTill) {
    await keepPayments(context, { orderId: id, at, payments });
    const paid = await paymentsOf(context, id);
    await kit.registry.events.emit(context, orderPaid, {
      ...told,
      payments: paid,
      paid_amount: totalOf(payments),
      delivered: true,
    });
    await sellGoods(kit, context, {
      order: whole,
      warehouse: warehouse_id,
      leaving: items.map((line) => ({ line, qty: line.qty })),
      at,
      codes: lines.flatMap(({ unique_codes }) => unique_codes),
      first: true,
      out: null,
    });
    await kit.registry.events.emit(context, orderFinished, {
      ...told,
      paid_amount: totalOf(payments),
      stored_amount: totalOf(paid.filter(({ pay_type }) => pay_type === payWay.stored)),
    });
  } else {
    await lockStock(
      { db, policies: kit.policies },
      {
        source: { docType: order.name, docId: id, docNo: whole.order_no },
        promised: items.map((item) => ({
          location: locationsOf(warehouse_id).warehouse,
          skuId: item.sku_id,
          imperfectType: item.imperfect_type,
          qty: item.qty,
          lineId: item.id,
        })),
        lockType: lockType.order,
        reason: order.label,
        adminId: context.actor.id,
      },
    );
  }
  return { id, order_no: whole.order_no, status, abnormal };
}

async function payDue({ db, now }: WriteContext): Promise<string> {
  const minutes = await readSetting(db, 'order_unpaid_minutes');
  return new Date(now.getTime() + minutes * 60_000).toISOString();
}

async function abnormalLabelIds({ db }: WriteContext): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from order_label where is_system and name = ${abnormalLabel}`.execute(db);
  return rows.map(({ id }) => id);
}
