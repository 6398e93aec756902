import { sql } from 'kysely';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { seller } from './purchasing.ts';
import { pieces, shelf } from './shelf.ts';
import { adjustment } from './stock.ts';

export const returns = {
  ...callsOf(backOrder),
  submit: transitionCall(backOrder, 'submit'),
  department: transitionCall(backOrder, 'departmentVerify'),
  finance: transitionCall(backOrder, 'financeVerify'),
  out: transitionCall(backOrder, 'out'),
  finish: transitionCall(backOrder, 'finish'),
  cancel: transitionCall(backOrder, 'cancel'),
};

export const imperfects = {
  ...callsOf(imperfectRecord),
  audit: transitionCall(imperfectRecord, 'audit'),
  deal: transitionCall(imperfectRecord, 'deal'),
  nameCodes: transitionCall(imperfectRecord, 'nameCodes'),
  scrapAudit: transitionCall(imperfectRecord, 'scrapAudit'),
  cancel: transitionCall(imperfectRecord, 'cancel'),
};

const returnKeys = ['view', 'add', 'edit', 'submit', 'departmentVerify', 'financeVerify', 'out', 'finish', 'cancel'];
const imperfectKeys = ['View', 'Add', 'Audit', 'Deal', 'Scrap'];

/** Keys of everything about returns, imperfect goods and stock: who may do what is the approvals' matter here. */
export const allKeys: readonly string[] = [
  ...returnKeys.map((verb) => `backOrder:${verb}`),
  ...imperfectKeys.map((verb) => `stock:imperfect${verb}`),
  'stock:view',
  'stock:lock',
  'stock:costView',
  'OutWareDetail:view',
  'OutWareDetail:export',
  'Inventory:adjustAdd',
  'Inventory:adjustView',
  'Inventory:adjustAudit',
];

/** Four people who may each do everything. */
export async function everybody(house: House): Promise<{ buyer: Actor; manager: Actor; keeper: Actor; head: Actor }> {
  const one = (name: string) => house.person(name, allKeys);
  return {
    buyer: await one('采购'),
    manager: await one('经理'),
    keeper: await one('仓管'),
    head: await one('主管'),
  };
}

/** A batch as it stands. Cost in fen. */
export interface StandingBatch {
  id: number;
  origin: number;
  grade: number;
  qty: number;
  locked: number;
  cost: number;
}

/** Goods of one supplier in one warehouse. */
export interface Supplied {
  warehouse: number;
  sku: number;
  skuNo: string;
  supplier: number;
  /** Batches of the goods there, in the order in which they leave. */
  batches(grade?: number): Promise<StandingBatch[]>;
  /** Brings in another batch; unit in fen. */
  bring(qty: number, unit: number): Promise<void>;
}

/** Goods of a supplier of their own, each of these quantities and unit costs a batch. */
export async function supplied(
  house: House,
  people: { buyer: Actor; manager: Actor },
  stock: readonly (readonly [qty: number, unit: number])[],
  { supplier: given, warehouse: place }: { supplier?: number; warehouse?: number } = {},
): Promise<Supplied> {
  const { db } = house;
  const warehouse = place ?? (await shelf(db)).id;
  const [piece] = await pieces(db);
  if (!piece) throw new Error('no goods');
  const supplier = given ?? (await seller(db));
  await sql`update spu set supplier_id = ${supplier}, co_model = 1 where id = (select spu_id from sku where id = ${piece.id})`.execute(
    db,
  );
  const goods: Supplied = {
    warehouse,
    sku: piece.id,
    skuNo: piece.sku_no,
    supplier,
    async batches(grade) {
      const { rows } = await sql<StandingBatch>`
        select id, in_ware_detail_id as origin, imperfect_type as grade, qty_remain as qty, qty_locked as locked, cost_amount as cost from stock_batch
        where warehouse_id = ${warehouse} and sku_id = ${piece.id} and qty_remain > 0 and (${grade ?? null}::int is null or imperfect_type = ${grade ?? null}::int)
        order by imperfect_type, into_time, in_ware_detail_id`.execute(db);
      return rows;
    },
    async bring(qty, unit) {
      const { id } = await house.ask(people.buyer, adjustment.calls.add, {
        warehouse_id: warehouse,
        adjust_type: adjustType.opening,
        reason: '期初',
        lines: [{ sku_id: piece.id, qty, unit_cost: unit }] as never,
      });
      await house.ask(people.buyer, adjustment.submit, { id });
      await house.ask(people.manager, adjustment.audit, { id, result: 1 });
      // Later batches are younger.
      house.clock.advance(1000);
    },
  };
  for (const [qty, unit] of stock) await goods.bring(qty, unit);
  return goods;
}
