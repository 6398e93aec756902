import { sql } from 'kysely';
import { type orderService, serviceStatus } from '#contract/areas/after-sales/order-service.ts';
import { splitBy } from '#contract/areas/orders/order-enums.ts';
import type { TransitionRequest } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { holdOrder, itemsLeft, moneyLeft } from '../order-standing.ts';
import { makeRefund } from '../refund/make-refund.ts';

/** What is not said stays as it was asked for. */
export async function toldOfDeal(
  _context: WriteContext,
  document: LockedDocument<typeof orderService>,
  rejects: boolean,
  input: TransitionRequest,
): Promise<Values> {
  const agreed = typeof input.deal_amount === 'number' ? input.deal_amount : Number(document.apply_amount);
  return {
    deal_amount: rejects ? null : agreed,
    return_warehouse_id: input.return_warehouse_id ?? (await warehouseOf(_context, document.id)),
  };
}

async function warehouseOf({ db }: WriteContext, id: number): Promise<number | null> {
  const { rows } = await sql<{ return_warehouse_id: number | null }>`
    select return_warehouse_id from order_service where id = ${id}`.execute(db);
  return rows[0]?.return_warehouse_id ?? null;
}

/** Never more than was asked for, nor more than is left of the order and of each of its lines. */
export async function guardDeal(step: Step<typeof orderService>): Promise<void> {
  const { context, document, found, rejects } = step;
  const again = found.status === serviceStatus.returned;
  if (rejects && again)
    throw new Refusal('illegalTransition', '货已退回，不能驳回：请按新的金额同意，或关闭并把货寄回');
  if (again && found.new_order_id !== null) throw new Refusal('illegalTransition', '已生成换货订单，不能再退款');
  if (rejects) return;
  const amount = Number(document.deal_amount);
  const refuse = (words: string) => {
    throw new Refusal('invalid', words, 'deal_amount');
  };
  if (amount > Number(document.apply_amount))
    refuse(`同意金额不能超过申请金额 ${printYuan(Number(document.apply_amount))}`);
  if (amount === 0 && step.to === serviceStatus.refunding) refuse('同意退款的金额应大于 0');
  const order = await holdOrder(context.db, requireField(document, 'order_id'));
  const left = await moneyLeft(context.db, order, document.id);
  if (amount > left) refuse(`订单可退金额只剩 ${printYuan(Math.max(0, left))}`);
  const shares = await sharesOf(step);
  const items = new Map(
    (await itemsLeft(context.db, order.id, document.id)).map((item) => [item.id, item.rest_amount]),
  );
  const over = shares.find(({ itemId, amount: share }) => share > (items.get(itemId) ?? 0));
  if (over) refuse('同意金额超过订单明细还能退的金额');
}

/** The lines' shares of what was agreed on, by what was asked of each: exact to the fen. */
async function sharesOf(
  step: Step<typeof orderService>,
): Promise<{ lineId: number; itemId: number; amount: number }[]> {
  const lines = await step.lines();
  const parts = splitBy(Number(step.document.deal_amount), weightsOf(lines));
  return lines.map((line, place) => ({
    lineId: line.id ?? 0,
    itemId: Number(line.order_item_id),
    amount: parts[place] ?? 0,
  }));
}

function weightsOf(lines: readonly LineRow<typeof orderService>[]): number[] {
  const asked = lines.map((line) => Number(line.refund_amount));
  return asked.some((amount) => amount > 0) ? asked : lines.map((line) => Number(line.qty));
}

/** Agreed on: goods are waited for, or money goes back at once. */
export async function deal(kit: Pick<Kit, 'numbers'>, step: Step<typeof orderService>): Promise<Values> {
  const { context, document, rejects } = step;
  const by = { dealer_id: context.actor.id };
  if (rejects) return by;
  const shares = await sharesOf(step);
  await writeShares(context, shares);
  if (step.to !== serviceStatus.refunding) return by;
  await makeRefund(kit, context, {
    service: { ...document, ...by },
    amount: Number(document.deal_amount),
    lines: shares.map(({ itemId, amount }) => ({ itemId, amount })),
  });
  return by;
}

/** What is refunded of each line from now on. */
export async function writeShares(
  { db }: WriteContext,
  shares: readonly { lineId: number; amount: number }[],
): Promise<void> {
  const rows = JSON.stringify(shares.map(({ lineId, amount }) => ({ id: lineId, amount })));
  await sql`
    update order_service_line l set refund_amount = e.amount
    from jsonb_to_recordset(${rows}::jsonb) as e (id bigint, amount bigint) where l.id = e.id`.execute(db);
}
