import { type Kysely, sql } from 'kysely';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { differenceState } from '#contract/areas/purchasing/inbound-enums.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { next } from './goods.ts';
import { insert } from './insert.ts';
import { addContract, buyer, seller } from './purchasing.ts';
import { shelf } from './shelf.ts';

/** The calls of inbound batches and their differences. */
export const inbound = {
  calls: callsOf(inWareBatch),
  count: transitionCall(inWareBatch, 'count'),
  submit: transitionCall(inWareBatch, 'submit'),
  audit: transitionCall(inWareBatch, 'audit'),
  cancel: transitionCall(inWareBatch, 'cancel'),
  differences: callsOf(differenceOrder),
  deal: transitionCall(differenceOrder, 'deal'),
  judge: transitionCall(differenceOrder, 'audit'),
  close: transitionCall(differenceOrder, 'close'),
};

/** What is ordered of some goods: pieces, and the price of one in fen, tax included. */
export interface OrderedGoods {
  readonly sku_id: number;
  readonly qty?: number;
  readonly price?: number;
  readonly rate?: number;
  /** 2: its price is estimated. */
  readonly state?: number;
  /** Pieces that the appointment brings; all by default, 0 for none. */
  readonly plan?: number;
}

/** An appointment whose goods are at the dock, and the order that they are of. */
export interface Dock {
  readonly warehouse: number;
  readonly supplier: number;
  readonly purchase: number;
  readonly purchaseLines: readonly number[];
  readonly arrival: number;
  /** By the place of the goods; of those that it does not bring none. */
  readonly arrivalLines: readonly (number | undefined)[];
}

interface AtDock {
  readonly lines: readonly OrderedGoods[];
  readonly warehouse?: number;
  readonly coModel?: number;
  /** How far over what was ordered may be received, in basis points. */
  readonly over?: number;
}

/** Orders goods and has them at the dock, straight into the tables, with the histories that their calls would have written. */
export async function atDock(db: Kysely<unknown>, { lines, coModel = 1, over = 0, ...given }: AtDock): Promise<Dock> {
  const warehouse = given.warehouse ?? (await shelf(db)).id;
  const supplier = await seller(db, { co_model: coModel });
  const purchaser = (await buyer(db)).id;
  const contract = await addContract(db, { supplier_id: supplier, purchaser_id: purchaser, co_model: coModel });
  await trail(db, { docType: 'contract', id: contract, to: 4 });
  const total = (of: (line: OrderedGoods) => number) => lines.reduce((sum, line) => sum + of(line), 0);
  const qtyOf = ({ qty = 10 }: OrderedGoods) => qty;
  const planOf = (line: OrderedGoods) => line.plan ?? qtyOf(line);
  const no = String(next()).padStart(5, '0');
  const purchase = await insert(db, 'purchase_order', {
    purchase_no: `CG260301${no}`,
    purchase_type: 2,
    co_model: coModel,
    supplier_id: supplier,
    contract_id: contract,
    purchaser_id: purchaser,
    warehouse_id: warehouse,
    expect_date: '2026-03-02',
    total_qty: total(qtyOf),
    total_amount: total((line) => qtyOf(line) * (line.price ?? 1130)),
    booked_qty: total(planOf),
    over_book_bp: over,
    status: 3,
  });
  await trail(db, { docType: 'purchaseOrder', id: purchase, to: 3 });
  const purchaseLines: number[] = [];
  for (const line of lines)
    purchaseLines.push(
      await insert(db, 'purchase_order_line', {
        purchase_order_id: purchase,
        sku_id: line.sku_id,
        qty: qtyOf(line),
        purchase_price: line.price ?? 1130,
        tax_rate_bp: line.rate ?? 1300,
        price_state: line.state ?? 1,
        amount: qtyOf(line) * (line.price ?? 1130),
        booked_qty: planOf(line),
      }),
    );
  const dock = { warehouse, supplier, purchase, purchaseLines };
  const plans = lines.map((line, place) => ({ place, sku_id: line.sku_id, plan: planOf(line) }));
  return { ...dock, ...(await arrive(db, dock, plans)) };
}

/** Another appointment of the same order at the dock; its pieces must be booked on the lines of the order already. */
export async function arrive(
  db: Kysely<unknown>,
  { warehouse, supplier, purchaseLines }: Pick<Dock, 'warehouse' | 'supplier' | 'purchaseLines'>,
  plans: readonly { place: number; sku_id: number; plan: number }[],
): Promise<Pick<Dock, 'arrival' | 'arrivalLines'>> {
  const arrival = await insert(db, 'arrival_order', {
    arrival_no: `YY260301${String(next()).padStart(5, '0')}`,
    source: 1,
    supplier_id: supplier,
    warehouse_id: warehouse,
    appoint_date: '2026-03-02',
    appoint_slot: '09:00-11:00',
    arrive_time: '2026-03-02T01:30:00Z',
    plan_qty: plans.reduce((sum, { plan }) => sum + plan, 0),
    status: 4,
  });
  await trail(db, { docType: 'arrivalOrder', id: arrival, to: 4 });
  const arrivalLines: (number | undefined)[] = [];
  for (const { place, sku_id, plan } of plans)
    if (plan > 0)
      arrivalLines[place] = await insert(db, 'arrival_order_line', {
        arrival_order_id: arrival,
        purchase_line_id: purchaseLines[place],
        sku_id,
        plan_qty: plan,
        booked_qty: plan,
      });
  return { arrival, arrivalLines };
}

/** The last step of a document that no call has taken, so that its history leads to where it stands. */
async function trail(
  db: Kysely<unknown>,
  { docType, id, to }: { docType: string; id: number; to: number },
): Promise<void> {
  await insert(db, 'audit_log', {
    doc_type: docType,
    doc_id: id,
    action: 'add',
    label: '生成',
    to_status: to,
    at: '2026-03-01T00:00:00Z',
  });
}

/** People of a dock, each with the keys of their role: who counts, who judges batches, who deals with differences, who judges those. */
export async function dockPeople(house: House) {
  const view = ['InWareBatch:view', 'InWareDetail:view', 'differenceOrder:view', 'stock:costView'];
  const count = ['InWareBatch:add', 'InWareBatch:edit', 'InWareBatch:count', 'InWareBatch:submit', 'InWareBatch:print'];
  const judge = ['InWareBatch:audit', 'InWareBatch:cancel', 'differenceOrder:close'];
  return {
    counter: await house.person('清点', [...view, ...count]),
    other: await house.person('副手', [...view, ...count, ...judge]),
    judge: await house.person('主管', [...view, ...judge]),
    second: await house.person('副主管', [...view, ...judge]),
    dealer: await house.person('采购', [...view, 'differenceOrder:deal']),
    buyMgr: await house.person('采购经理', [...view, 'differenceOrder:audit', 'differenceOrder:deal']),
  } satisfies Record<string, Actor>;
}

export type DockPeople = Awaited<ReturnType<typeof dockPeople>>;

/** A batch as its detail shows it. */
export interface ShownBatch {
  id: number;
  version: number;
  status: number;
  batch_no: string;
  in_stock_no: string | null;
  plan_qty: number;
  count_qty: number;
  in_qty: number;
  imperfect_qty: number;
  in_amount: number;
  lines: ShownDetail[];
  audit: { action: string; admin_id: number; from_status: number | null; to_status: number | null }[];
  allowed: { transitions: string[]; edit: boolean };
}

interface ShownDetail {
  id: number;
  sku_id: number;
  split_of_id: number | null;
  imperfect_type: number;
  plan_qty: number;
  count_qty: number | null;
  in_qty: number;
  cost_price: number | null;
  amount: number;
  expire_at: string | null;
}

export const batchOf = async (house: House, by: Actor, id: number): Promise<ShownBatch> =>
  (await house.ask(by, inbound.calls.detail, { id })) as unknown as ShownBatch;

/** Pieces counted of some goods: of the good ones a number, of others by their grade. */
export type Counts = Readonly<Record<number, number | Readonly<Record<number, number>>>>;

/** Makes a batch of an appointment; its id. */
export async function beginBatch(house: House, by: Actor, arrival: number): Promise<number> {
  return (await house.ask(by, inbound.calls.add, { arrival_id: arrival })).id;
}

/** Counts a batch by its goods; what is not named is counted as planned. */
export async function countBatch(house: House, by: Actor, { id, counts = {} }: { id: number; counts?: Counts }) {
  const { lines } = await batchOf(house, by, id);
  const told = lines
    .filter(({ split_of_id }) => split_of_id === null)
    .flatMap(({ id: line_id, sku_id, plan_qty }) => {
      const counted = counts[sku_id] ?? plan_qty;
      const grades = typeof counted === 'number' ? { 0: counted } : counted;
      return Object.entries(grades).map(([grade, qty]) => ({ line_id, imperfect_type: Number(grade), qty }));
    });
  await house.ask(by, inbound.count, { id, lines: told });
}

/** The difference order of a batch that lives; undefined where nothing differs. */
export async function differenceOf(db: Kysely<unknown>, batchId: number) {
  const { rows } = await sql<{ id: number; version: number; status: number }>`
    select id, version, status from difference_order where batch_id = ${batchId} and status <> ${differenceState.closed}`.execute(
    db,
  );
  return rows[0];
}

/** Decides on the differences of a batch and has that audited; `deals` by diff_type, with what each leads to where it is not told. */
export async function settleDifference(
  house: House,
  people: Pick<DockPeople, 'dealer' | 'buyMgr'>,
  { batch, deals = {} }: { batch: number; deals?: Readonly<Record<number, number>> },
): Promise<number | undefined> {
  const found = await differenceOf(house.db, batch);
  if (!found) return undefined;
  const usual: Readonly<Record<number, number>> = { 1: 1, 2: 4, 3: 4, 4: 1 };
  const { lines } = (await house.ask(people.dealer, inbound.differences.detail, { id: found.id })) as unknown as {
    lines: { id: number; diff_type: number }[];
  };
  await house.ask(people.dealer, inbound.deal, {
    id: found.id,
    duty: 1,
    lines: lines.map(({ id: line_id, diff_type }) => ({ line_id, deal_type: deals[diff_type] ?? usual[diff_type] })),
  });
  await house.ask(people.buyMgr, inbound.judge, { id: found.id, result: 1 });
  return found.id;
}

interface Whole {
  readonly people: DockPeople;
  readonly arrival: number;
  readonly counts?: Counts;
  readonly deals?: Readonly<Record<number, number>>;
}

/** Receives an appointment from its batch to its posting; the id of the batch. */
export async function receiveWhole(house: House, { people, arrival, counts, deals }: Whole): Promise<number> {
  const id = await beginBatch(house, people.counter, arrival);
  await countBatch(house, people.counter, { id, ...(counts ? { counts } : {}) });
  await house.ask(people.counter, inbound.submit, { id });
  await settleDifference(house, people, { batch: id, ...(deals ? { deals } : {}) });
  await house.ask(people.judge, inbound.audit, { id, result: 1 });
  return id;
}
