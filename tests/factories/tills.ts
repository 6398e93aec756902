import { type Kysely, sql } from 'kysely';
import { cashierBill } from '#contract/areas/cashier/cashier-bill.ts';
import { cashierBillHistory } from '#contract/areas/cashier/cashier-bill-history.ts';
import { cashierCalls } from '#contract/areas/cashier/cashier-calls.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { channelReconLine } from '#contract/areas/cashier/channel-recon-line.ts';
import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import { shopBillAccount, shopBillPeople, shopBillStore } from '#contract/areas/cashier/shop-bill-lines.ts';
import { orderPaid, orderRefunded, type RefundedPart } from '#contract/areas/orders/order-events.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { keysOf, keysOfCalls } from '#contract/kit/menu.ts';
import { inTransaction } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { contextIn } from './context.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { addShop } from './partners.ts';
import { shelf } from './shelf.ts';

export const tillBills = {
  ...callsOf(cashierBill),
  history: callsOf(cashierBillHistory).list,
  submit: transitionCall(cashierBill, 'submit'),
  check: transitionCall(cashierBill, 'check'),
  confirm: transitionCall(cashierBill, 'confirm'),
  reverse: transitionCall(cashierBill, 'reverse'),
};

export const recons = {
  ...callsOf(channelRecon),
  ...cashierCalls,
  lines: callsOf(channelReconLine).list,
  finish: transitionCall(channelRecon, 'finish'),
};

export const shopBills = {
  ...callsOf(shopBill),
  generate: cashierCalls.generate,
  store: callsOf(shopBillStore).list,
  people: callsOf(shopBillPeople).list,
  account: callsOf(shopBillAccount).list,
  confirm: transitionCall(shopBill, 'confirm'),
  audit: transitionCall(shopBill, 'audit'),
  settle: transitionCall(shopBill, 'settle'),
  reverse: transitionCall(shopBill, 'reverse'),
  cancel: transitionCall(shopBill, 'cancel'),
};

export const tillKeys = [
  ...keysOf(
    cashierBill,
    cashierBillHistory,
    channelRecon,
    channelReconLine,
    shopBill,
    shopBillStore,
    shopBillPeople,
    shopBillAccount,
  ),
  ...keysOfCalls(cashierCalls),
];

/** A shop with a warehouse of its own, straight into the tables. */
export async function tillShop(
  db: Kysely<unknown>,
  given: Readonly<Record<string, unknown>> = {},
): Promise<{ id: number; warehouse: number }> {
  const { id: warehouse } = await shelf(db, { zones: [] });
  return { id: await addShop(db, { warehouse_id: warehouse, status: 1, ...given }), warehouse };
}

export interface Sale {
  readonly shop: { readonly id: number; readonly warehouse: number };
  readonly cashier: Actor;
  /** Kind of payment, fen, its number. */
  readonly payments: readonly (readonly [payType: number, amount: number, tradeNo?: string])[];
  readonly shift?: string | null;
  readonly source?: number;
  /** Fields of the order besides. */
  readonly given?: Readonly<Record<string, unknown>>;
}

export interface Sold {
  readonly id: number;
  readonly no: string;
  readonly payments: readonly number[];
}

/** An order as a till leaves it, its lines told by nobody (so it is history to the laws of orders): paid, and told so to whoever follows it up. */
export async function sell(house: House, sale: Sale): Promise<Sold> {
  return await inTransaction(house.db, async (tx) => {
    const at = house.clock.now().toISOString();
    const no = `SO26T${String(next()).padStart(8, '0')}`;
    const paid_amount = sale.payments.reduce((sum, [, amount]) => sum + amount, 0);
    const source = sale.source ?? 1;
    const head = {
      imported: true,
      source_order_no: no,
      source,
      sale_channel_type: 'shop',
      status: 5,
      ordered_at: at,
      paid_at: at,
      paid_amount,
    };
    const place = { shop_id: sale.shop.id, warehouse_id: sale.shop.warehouse, cashier_id: sale.cashier.id };
    const id = await insert(tx, 'sale_order', { order_no: no, ...head, ...place, ...sale.given });
    const payments: number[] = [];
    for (const [pay_type, amount, trade_no = null] of sale.payments)
      payments.push(await insert(tx, 'order_payment', { order_id: id, pay_type, amount, trade_no, paid_at: at }));
    await house.kit.registry.events.emit(contextIn(house, tx, sale.cashier), orderPaid, {
      order_id: id,
      order_no: no,
      source,
      sale_channel_type: 'shop',
      ...place,
      user_id: null,
      sales_id: null,
      shift: sale.shift ?? null,
      at,
      business_date: businessDay(house.clock.now()),
      payments: sale.payments.map(([pay_type, amount, trade_no = null], index) => ({
        payment_id: payments[index] ?? 0,
        pay_type,
        amount,
        trade_no,
        payee_account: null,
      })),
      paid_amount,
      delivered: true,
    });
    return { id, no, payments };
  });
}

/** Money that a till gives back for an order. */
export async function giveBack(
  house: House,
  { sale, sold, parts, by }: { sale: Sale; sold: Sold; parts: readonly RefundedPart[]; by: Actor },
): Promise<void> {
  await inTransaction(house.db, async (tx) => {
    const at = house.clock.now();
    const amount = parts.reduce((sum, part) => sum + part.amount, 0);
    await house.kit.registry.events.emit(contextIn(house, tx, by), orderRefunded, {
      order_id: sold.id,
      order_no: sold.no,
      source: sale.source ?? 1,
      sale_channel_type: 'shop',
      shop_id: sale.shop.id,
      warehouse_id: sale.shop.warehouse,
      user_id: null,
      cashier_id: sale.cashier.id,
      sales_id: null,
      shift: sale.shift ?? null,
      at: at.toISOString(),
      business_date: businessDay(at),
      refund_id: next(),
      refund_no: `TK26T${next()}`,
      service_id: null,
      amount,
      tax_amount: 0,
      parts: [...parts],
      refund_way: 1,
      paid_by: by.id,
      paid_shop_id: sale.shop.id,
      paid_shift: null,
      shipped: true,
      full: false,
    });
  });
}

export interface TillBill {
  readonly id: number;
  readonly bill_no: string;
  readonly version: number;
  readonly status: number;
  readonly shift: string;
}

/** The bills of a shop, oldest first. */
export async function billsOf(db: Kysely<unknown>, shop: number): Promise<TillBill[]> {
  const { rows } = await sql<TillBill>`
    select id, bill_no, version, status, shift from cashier_bill where shop_id = ${shop} order by id`.execute(db);
  return rows;
}

/** The lines of a bill by kind of payment. */
export async function linesOf(db: Kysely<unknown>, bill: number): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; pay_type: number }>`
    select id, pay_type from cashier_bill_line where cashier_bill_id = ${bill}`.execute(db);
  return new Map(rows.map(({ id, pay_type }) => [pay_type, id]));
}

/** Hands a bill in, checks and confirms it; what is not told was right to the fen. Fen by kind of payment. */
export async function settleBill(
  house: House,
  bill: number,
  { by, actual = {} }: { by: { cashier: Actor; fin: Actor; head: Actor }; actual?: Readonly<Record<number, number>> },
): Promise<void> {
  const { rows: lines } = await sql<{ id: number; pay_type: number; system_amount: number }>`
    select id, pay_type, system_amount from cashier_bill_line where cashier_bill_id = ${bill} order by id`.execute(
    house.db,
  );
  const found = lines.map((line) => ({ line_id: line.id, amount: actual[line.pay_type] ?? line.system_amount, line }));
  await house.ask(by.cashier, tillBills.submit, {
    id: bill,
    deposit_amount: 0,
    lines: found.map(({ line_id, amount }) => ({ line_id, actual_amount: amount })),
  });
  await house.ask(by.fin, tillBills.check, {
    id: bill,
    lines: found.map(({ line_id, amount, line }) => ({
      line_id,
      checked_amount: amount,
      ...(amount === line.system_amount ? {} : { diff_reason: '找零有误' }),
    })),
  });
  await house.ask(by.head, tillBills.confirm, { ids: [bill], result: 1 });
}
