import { sql } from 'kysely';
import { serviceKind } from '#contract/areas/after-sales/order-service.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Values } from '#server/kit/save-record.ts';
import { holdOrder, type ItemStanding, itemsLeft, moneyLeft, type OrderStanding } from '../order-standing.ts';

const day = 86_400_000;
/** 部分发货、已发货、已完成 */
const serviceable: readonly number[] = [3, 4, 5];

interface AskedLine {
  order_item_id?: number | null;
  qty: number;
  refund_amount: number;
}

/** What a customer asks for fits what is left of the order, in pieces and in money (domain.md §4.22). */
export async function deriveService(context: WriteContext, values: Values): Promise<Values> {
  const { db, now } = context;
  if (typeof values.order_id !== 'number') throw new Refusal('invalid', '请选择订单', 'order_id');
  const order = await holdOrder(db, values.order_id);
  await refuseLate(context, order);
  const lines = (values.lines ?? []) as AskedLine[];
  if (lines.length === 0) throw new Refusal('invalid', '请至少填写一行售后明细', 'lines');
  const items = new Map((await itemsLeft(db, order.id)).map((item) => [item.id, item]));
  const seen = new Set<number>();
  for (const [place, line] of lines.entries()) refuseLine(line, { place, items, seen });
  const amount = lines.reduce((sum, line) => sum + line.refund_amount, 0);
  if (amount === 0 && values.service_type === serviceKind.refundOnly)
    throw new Refusal('invalid', '仅退款的退款金额应大于 0', 'lines.0.refund_amount');
  const left = await moneyLeft(db, order);
  if (amount > left)
    throw new Refusal('invalid', `订单可退金额只剩 ${printYuan(Math.max(0, left))}`, 'lines.0.refund_amount');
  return {
    applied_at: now.toISOString(),
    user_id: order.user_id,
    shop_id: values.shop_id ?? order.shop_id,
    return_warehouse_id: values.return_warehouse_id ?? order.warehouse_id,
    apply_amount: amount,
  };
}

async function refuseLate({ db, now }: WriteContext, order: OrderStanding): Promise<void> {
  if (!serviceable.includes(order.status))
    throw new Refusal('illegalTransition', `订单 ${order.order_no} 还没有发货或已取消，不能申请售后`, 'order_id');
  if (order.finished_at === null && order.status !== 5) return;
  const days = await readSetting(db, 'service_days');
  if (now.getTime() - Date.parse(order.finished_at ?? order.ordered_at) > days * day)
    throw new Refusal('illegalTransition', `订单 ${order.order_no} 已超过 ${days} 天的售后期限`, 'order_id');
}

function refuseLine(
  { order_item_id: id, qty, refund_amount: amount }: AskedLine,
  { place, items, seen }: { place: number; items: ReadonlyMap<number, ItemStanding>; seen: Set<number> },
): void {
  const at = (field: string) => `lines.${place}.${field}`;
  const item = items.get(id ?? 0);
  if (!item) throw new Refusal('invalid', '请选择此订单的明细', at('order_item_id'));
  if (seen.has(item.id)) throw new Refusal('invalid', '同一订单明细只能填一行', at('order_item_id'));
  seen.add(item.id);
  if (qty > item.rest_qty) throw new Refusal('invalid', `${item.sku_no} 最多还能申请 ${item.rest_qty} 件`, at('qty'));
  if (amount > item.rest_amount)
    throw new Refusal('invalid', `${item.sku_no} 最多还能退 ${printYuan(item.rest_amount)}`, at('refund_amount'));
}

/** Lines name their goods as their order does; what they are exchanged for is the same goods by default. */
export async function nameGoods({ db }: WriteContext, id: number): Promise<void> {
  await sql`
    update order_service_line l set sku_id = i.sku_id,
      new_sku_id = case when v.service_type = ${serviceKind.exchange} then coalesce(l.new_sku_id, i.sku_id) end
    from sale_order_item i, order_service v where l.order_service_id = ${id} and v.id = ${id} and i.id = l.order_item_id`.execute(
    db,
  );
}
