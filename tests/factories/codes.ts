import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeOrder } from '#contract/areas/codes/code-order.ts';
import { codeReturn } from '#contract/areas/codes/code-return.ts';
import { encodeEpc } from '#contract/areas/codes/epc.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { codedGoods } from './coded.ts';
import { shelf } from './shelf.ts';
import { openingStock } from './stock.ts';

export const codeOrders = {
  ...callsOf(codeOrder),
  issue: transitionCall(codeOrder, 'issue'),
  finish: transitionCall(codeOrder, 'finish'),
  cancel: transitionCall(codeOrder, 'cancel'),
};

export const codeReturns = {
  ...callsOf(codeReturn),
  confirm: transitionCall(codeReturn, 'confirm'),
  cancel: transitionCall(codeReturn, 'cancel'),
};

/** Keys of everything about codes and adjustments. */
export const codeKeys: readonly string[] = [
  ...['View', 'Order', 'Issue', 'Bind', 'Void', 'Return', 'ReturnConfirm'].map((verb) => `stock:code${verb}`),
  'stock:poolView',
  'stock:view',
  'UniqueCode:rebind',
  'InWareDetail:view',
  ...['View', 'Add', 'Audit', 'Cancel'].map((verb) => `Inventory:adjust${verb}`),
];

/** Two people who may do everything with codes: one asks, the other judges. */
export async function codePeople(house: House): Promise<{ maker: Actor; judge: Actor }> {
  return { maker: await house.person('仓管', codeKeys), judge: await house.person('主管', codeKeys) };
}

let serial = 0;

/** The number of a tag that nobody has. */
export function freshEpc(): string {
  serial += 1;
  return encodeEpc({ scheme: 'sgtin-96', filter: 1, company: '6975382', item: '000000', serial: String(serial) });
}

export interface CodeRow {
  id: number;
  unique_code: string;
  epc: string | null;
  status: number;
  warehouse_id: number | null;
  imperfect_type: number;
  seq: number;
  doc_no: string | null;
}

/** The codes of an order as they stand. */
export async function codesOf(db: Kysely<unknown>, order: number): Promise<CodeRow[]> {
  const { rows } = await sql<CodeRow>`
    select id, unique_code, epc, status, warehouse_id, imperfect_type, seq, doc_no from piece_code where code_order_id = ${order} order by id`.execute(
    db,
  );
  return rows;
}

interface Making {
  readonly people: { maker: Actor; judge: Actor };
  readonly sku: number;
  readonly qty: number;
  readonly warehouse?: number;
  /** Codes for stock that is there already. */
  readonly ofStock?: boolean;
}

/** An order of codes that were issued, nothing more. */
export async function issued(
  house: House,
  { people, sku, qty, warehouse, ofStock = false }: Making,
): Promise<{ order: number; codes: CodeRow[] }> {
  const { id } = await house.ask(people.maker, codeOrders.add, {
    source_type: ofStock ? 4 : 1,
    ...(warehouse === undefined ? {} : { warehouse_id: warehouse }),
    lines: [{ sku_id: sku, qty }] as never,
  });
  await house.ask(people.judge, codeOrders.issue, { id });
  return { order: id, codes: await codesOf(house.db, id) };
}

/** Codes that are bound to tags. */
export async function bound(house: House, making: Making): Promise<{ order: number; codes: CodeRow[] }> {
  const { order, codes } = await issued(house, making);
  const items = codes.map(({ unique_code }) => ({ unique_code, epc: freshEpc() }));
  const { errors } = await house.ask(making.people.maker, codeCalls.bind, { items });
  if (errors.length > 0) throw new Error(JSON.stringify(errors));
  return { order, codes: await codesOf(house.db, order) };
}

/** A warehouse with pieces of goods of their own, each with its code on it. */
export async function stockedCodes(
  house: House,
  { people, qty, warehouse, sku }: Pick<Making, 'people' | 'qty'> & { warehouse?: number; sku?: number },
): Promise<{ warehouse: number; sku: number; order: number; codes: CodeRow[] }> {
  const place = warehouse ?? (await shelf(house.db)).id;
  const goods = sku ?? (await codedGoods(house.db))[0]?.id ?? 0;
  await openingStock(house, { people, warehouse: place, lines: [{ sku_id: goods, qty }] });
  return {
    warehouse: place,
    sku: goods,
    ...(await bound(house, { people, sku: goods, qty, warehouse: place, ofStock: true })),
  };
}

/** A posted adjustment without lines, for postings that a test makes by itself. */
export async function paper(
  db: Kysely<unknown>,
  warehouse: number,
): Promise<{ docType: string; docId: number; docNo: string }> {
  const no = `TZ${randomUUID().slice(0, 12)}`;
  const { rows } = await sql<{ id: number }>`
    insert into stock_adjustment (adjust_no, warehouse_id, adjust_type, reason, status) values (${no}, ${warehouse}, ${adjustType.otherIn}, '测试', 2) returning id`.execute(
    db,
  );
  return { docType: stockAdjustment.name, docId: rows[0]?.id ?? 0, docNo: no };
}
