import { sql } from 'kysely';
import { orderService, serviceStatus } from '#contract/areas/after-sales/order-service.ts';
import { shareOf } from '#contract/areas/orders/order-enums.ts';
import type { TransitionRequest } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readBareLines } from '#server/kit/lines.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { holdOrder } from '../order-standing.ts';
import { makeRefund } from '../refund/make-refund.ts';
import { writeShares } from './deal.ts';
import { takeGoods } from './take-goods.ts';

/** What is refunded follows from what came back: known before it is known where the step leads. */
export async function toldOfReturn(
  { db }: WriteContext,
  document: LockedDocument<typeof orderService>,
  _rejects: boolean,
  input: TransitionRequest,
): Promise<Values> {
  const back = new Map((input.lines ?? []).map((line) => [line.line_id, Number(line.return_qty ?? 0)]));
  const lines = await readBareLines(db, orderService, document.id);
  const amount = lines.reduce((sum, line) => sum + amountOf(line, back.get(line.id ?? 0) ?? 0), 0);
  return {
    deal_amount: amount,
    return_warehouse_id: input.return_warehouse_id ?? (await plannedWarehouse(db, document.id)),
  };
}

async function plannedWarehouse(db: WriteContext['db'], id: number): Promise<number | null> {
  const { rows } = await sql<{ warehouse: number | null }>`
    select return_warehouse_id as warehouse from order_service where id = ${id}`.execute(db);
  return rows[0]?.warehouse ?? null;
}

/** What is refunded of a line for so many of its pieces. */
const amountOf = (line: Values, qty: number): number =>
  shareOf(Number(line.refund_amount), Number(line.qty), { from: 0, to: Math.min(qty, Number(line.qty)) });

export async function guardReturn(step: Step<typeof orderService>): Promise<void> {
  const { document } = step;
  if (document.return_warehouse_id === null) throw new Refusal('invalid', '请选择退货仓库', 'return_warehouse_id');
  const lines = await step.lines();
  for (const [place, line] of lines.entries())
    if (Number(line.return_qty ?? 0) > Number(line.qty))
      throw new Refusal('invalid', `退货数量不能超过 ${Number(line.qty)} 件`, `lines.${place}.return_qty`);
  if (lines.every((line) => Number(line.return_qty ?? 0) === 0))
    throw new Refusal('invalid', '请填写退货数量；没有退货的请关闭售后单', 'lines.0.return_qty');
}

/** The goods are back in a warehouse; the money for as many as came follows, unless they are exchanged. */
export async function returnGoods(kit: Kit, step: Step<typeof orderService>): Promise<Values> {
  const { context, document, to } = step;
  const order = await holdOrder(context.db, requireField(document, 'order_id'));
  const posted = await takeGoods(kit, step, order);
  const lines = await step.lines();
  const shares = lines.map((line) => ({
    lineId: line.id ?? 0,
    itemId: Number(line.order_item_id),
    amount: amountOf(line, Number(line.return_qty ?? 0)),
  }));
  await writeShares(context, shares);
  if (to === serviceStatus.refunding)
    await makeRefund(kit, context, {
      service: document,
      amount: Number(document.deal_amount),
      lines: shares.map(({ itemId, amount }) => ({ itemId, amount })),
    });
  return { returned_at: context.now.toISOString(), stock_posted: posted };
}
