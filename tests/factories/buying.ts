import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { arrivalCalls } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { goodsSelection } from '#contract/areas/purchasing/goods-selection.ts';
import { purchaseCalls } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseLine } from '#contract/areas/purchasing/purchase-line.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { callsOf, type Saved, transitionCall } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { keysOf, keysOfCalls } from '#contract/kit/menu.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { type Actor, systemActor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createLog } from '#server/platform/log.ts';
import type { House } from '#tests/boot/house.ts';
import { type Agreement, agreed } from './contracts.ts';
import { shelf } from './shelf.ts';

type Given = Readonly<Record<string, unknown>>;

/** Every key of selections, orders and appointments. */
export const buyingKeys = [
  ...keysOf(goodsSelection, purchaseOrder, purchaseLine, arrivalOrder),
  ...keysOfCalls(purchaseCalls),
  ...keysOfCalls(arrivalCalls),
  'arrivalOrder:print',
];

/** An order that waits for its goods, with the ids of its lines. */
export interface Ordered extends Agreement {
  readonly id: number;
  readonly contract_id: number;
  readonly warehouse_id: number;
  readonly lines: readonly number[];
}

/** People who buy and who stand at the dock, and what they do. */
export interface BuyingOffice {
  readonly buyer: Actor;
  readonly manager: Actor;
  readonly dock: Actor;
  readonly dockManager: Actor;
  /** A supplier with a contract in force, and a warehouse. */
  agree(count?: number): Promise<Agreement & { contract_id: number; warehouse_id: number }>;
  /** What adding an order sends. */
  orderOf(by: Awaited<ReturnType<BuyingOffice['agree']>>, qty?: number): Given & { lines: Given[] };
  /** An order of `qty` of each goods, passed. */
  order(qty?: number, count?: number): Promise<Ordered>;
  /** An appointment of so many of each line, tomorrow from nine to eleven by default, as far as asked. */
  appoint(
    order: Ordered,
    qty: number,
    until?: 'draft' | 'waiting' | 'to_arrive' | 'arrived',
    given?: Given,
  ): Promise<number>;
  take(definition: AnyDefinition, name: string, by: Actor, input: Given): Promise<Saved>;
  /** Does something in a transaction of the house itself. */
  inside<T>(work: (context: WriteContext) => Promise<T>): Promise<T>;
  /** What a line of an order says. */
  lineOf(id: number): Promise<{ qty: number; booked_qty: number; in_qty: number; closed_qty: number }>;
  statusOf(table: 'purchase_order' | 'arrival_order' | 'goods_selection', id: number): Promise<number>;
}

/** The day after the clock of a house begins. */
export const tomorrow = '2026-03-03';
export const slot = '09:00-11:00';

/** Opens it on a house whose clock stands on 2 March 2026, ten in the morning in Shanghai. */
export async function buyingOffice(house: House): Promise<BuyingOffice> {
  const [buyer, manager, dock, dockManager] = [
    await house.person('采购员', buyingKeys),
    await house.person('采购经理', buyingKeys),
    await house.person('仓管员', buyingKeys),
    await house.person('仓库主管', buyingKeys),
  ];
  const take: BuyingOffice['take'] = (definition, name, by, input) =>
    house.ask(by, transitionCall(definition, name), input);
  const agree: BuyingOffice['agree'] = async (count = 1) => ({
    ...(await agreed(house.db, count)),
    warehouse_id: (await shelf(house.db)).id,
  });
  const orderOf: BuyingOffice['orderOf'] = ({ goods, ...by }, qty = 10) => ({
    purchase_type: 2,
    supplier_id: by.supplier_id,
    contract_id: by.contract_id,
    co_model: 1,
    purchaser_id: by.purchaser_id,
    warehouse_id: by.warehouse_id,
    expect_date: '2026-03-20',
    lines: goods.map(({ id }) => ({ sku_id: id, qty })),
  });
  return {
    buyer,
    manager,
    dock,
    dockManager,
    take,
    agree,
    orderOf,
    async order(qty = 10, count = 1) {
      const by = await agree(count);
      const { id } = await house.ask(buyer, callsOf(purchaseOrder).add, orderOf(by, qty) as never);
      await take(purchaseOrder, 'submit', buyer, { id });
      await take(purchaseOrder, 'audit', manager, { id, result: 1 });
      const { rows } = await sql<{ id: number }>`
        select id from purchase_order_line where purchase_order_id = ${id} order by id`.execute(house.db);
      return { ...by, id, lines: rows.map((row) => row.id) };
    },
    async appoint({ supplier_id, warehouse_id, lines }, qty, until = 'draft', given = {}) {
      const { id } = await house.ask(dock, callsOf(arrivalOrder).add, {
        supplier_id,
        warehouse_id,
        appoint_date: tomorrow,
        appoint_slot: slot,
        lines: lines.map((purchase_line_id) => ({ purchase_line_id, plan_qty: qty })),
        ...given,
      } as never);
      if (until === 'draft') return id;
      await take(arrivalOrder, 'submit', dock, { id });
      if (until === 'waiting') return id;
      await take(arrivalOrder, 'audit', dockManager, { id, result: 1 });
      if (until === 'arrived')
        await take(arrivalOrder, 'arrive', dock, { id, arrive_time: house.clock.now().toISOString() });
      return id;
    },
    inside: (work) =>
      inTransaction(house.db, (db) =>
        work({
          db,
          actor: systemActor,
          now: house.clock.now(),
          opId: randomUUID(),
          origin: { requestId: 'test', ip: '', device: undefined, userAgent: '' },
          log: createLog({ level: 'silent' }),
        }),
      ),
    async lineOf(id) {
      const { rows } = await sql<{ qty: number; booked_qty: number; in_qty: number; closed_qty: number }>`
        select qty, booked_qty, in_qty, closed_qty from purchase_order_line where id = ${id}`.execute(house.db);
      return rows[0] ?? { qty: 0, booked_qty: 0, in_qty: 0, closed_qty: 0 };
    },
    async statusOf(table, id) {
      const { rows } = await sql<{ status: number }>`select status from ${sql.table(table)} where id = ${id}`.execute(
        house.db,
      );
      return rows[0]?.status ?? Number.NaN;
    },
  };
}

/** Sets a value of the configuration, straight into the table. */
export async function setConfig({ db }: Pick<House, 'db'>, key: string, value: unknown): Promise<void> {
  await sql`
    insert into config (key, value, name) values (${key}, ${JSON.stringify(value)}::jsonb, ${key})
    on conflict (key) do update set value = excluded.value`.execute(db);
}
