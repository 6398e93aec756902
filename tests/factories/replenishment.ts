import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { allotDecision } from '#contract/areas/replenishment/allot-decision.ts';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { batchCalls, ruleCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { keysOf, keysOfCalls } from '#contract/kit/menu.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { type Piece, pieces, shelf } from './shelf.ts';
import { openingStock, stockPeople } from './stock.ts';

export const batches = {
  ...callsOf(batchAllot),
  ...batchCalls,
  confirm: transitionCall(batchAllot, 'confirm'),
  cancel: transitionCall(batchAllot, 'cancel'),
};
export const rules = { ...callsOf(allotRule), ...ruleCalls };
export const decisions = {
  ...callsOf(allotDecision),
  confirm: transitionCall(allotDecision, 'confirm'),
  reject: transitionCall(allotDecision, 'reject'),
};

const moving = {
  cancel: transitionCall(allot, 'cancel'),
  check: transitionCall(allot, 'check'),
  pick: transitionCall(allotOut, 'pick'),
  pack: transitionCall(allotOut, 'pack'),
  send: transitionCall(allot, 'send'),
  accept: transitionCall(allot, 'accept'),
  sign: transitionCall(allot, 'sign'),
};

/** Every key of rules, decisions, batches and the allots that come of them. */
export const replenishmentKeys: readonly string[] = [
  ...keysOf(allotRule, allotDecision, batchAllot, allot, allotOut),
  ...keysOfCalls(batchCalls),
  ...keysOfCalls(ruleCalls),
];

/** A sender with goods, receivers without any, and people who plan, confirm and judge. */
export interface Network {
  readonly sender: number;
  readonly receivers: readonly number[];
  readonly goods: readonly Piece[];
  readonly planner: Actor;
  readonly manager: Actor;
  /** Brings pieces of each of the goods to a warehouse. */
  bring(warehouse: number, quantities: readonly number[]): Promise<void>;
  /** Good pieces that are free there, goods by goods. */
  free(warehouse?: number): Promise<number[]>;
  /** The lines of a matrix: for each of the goods a quantity for each receiver. */
  lines(matrix: readonly (readonly number[])[]): { sku_id: number; in_warehouse_id: number; qty: number }[];
  /** A batch that waits. */
  batch(matrix: readonly (readonly number[])[], by?: Actor): Promise<number>;
  /** A rule from the sender to the receivers, tried and on. */
  rule(given?: object): Promise<number>;
  /** The allots of a document, by receiver. */
  allotsOf(type: string, id: number): Promise<{ id: number; to: number; qty: number; status: number }[]>;
}

let serial = 0;

/** A network of its own, so that tests do not meet; what stands at the sender is brought first. */
export async function network(
  house: House,
  { receivers: count = 2, stock }: { receivers?: number; stock: readonly number[] },
): Promise<Network> {
  const { db } = house;
  const people = await stockPeople(house);
  const goods = await pieces(db, stock.length);
  const sender = (await shelf(db)).id;
  const receivers: number[] = [];
  for (let at = 0; at < count; at += 1) receivers.push((await shelf(db)).id);
  const planner = await house.person('计划', replenishmentKeys);
  const manager = await house.person('主管', replenishmentKeys);
  const whole: Network = {
    sender,
    receivers,
    goods,
    planner,
    manager,
    async bring(warehouse, quantities) {
      const lines = goods.flatMap(({ id }, at) => (quantities[at] ? [{ sku_id: id, qty: quantities[at] }] : []));
      if (lines.length > 0) await openingStock(house, { people, warehouse, lines });
    },
    async free(warehouse = sender) {
      const { rows } = await sql<{ free: number }>`
        select coalesce(b.on_hand - b.locked, 0) as free from unnest(${goods.map(({ id }) => id)}::bigint[]) with ordinality as g (id, place)
        left join stock_balance b on b.warehouse_id = ${warehouse} and b.sku_id = g.id and b.imperfect_type = 0 order by g.place`.execute(
        db,
      );
      return rows.map(({ free }) => free);
    },
    lines: (matrix) =>
      matrix.flatMap((row, at) =>
        row.flatMap((qty, to) =>
          qty > 0 ? [{ sku_id: goods[at]?.id ?? 0, in_warehouse_id: receivers[to] ?? 0, qty }] : [],
        ),
      ),
    async batch(matrix, by = planner) {
      const input = { allot_type: 1, out_warehouse_id: sender, lines: whole.lines(matrix) };
      return (await house.ask(by, batches.add, input as never)).id;
    },
    async rule(given = {}) {
      const { id } = await house.ask(manager, rules.add, {
        name: `规则 ${(serial += 1)}`,
        rule_type: 1,
        from_warehouse_ids: [sender],
        to_warehouse_ids: [...receivers],
        min_qty: 3,
        ...given,
      } as never);
      const { rule_type } = await house.ask(manager, rules.detail, { id });
      if (rule_type !== 2) await house.ask(manager, rules.simulate, { id, version: 1 });
      await house.ask(manager, rules.status, { ids: [id], status: 1 });
      return id;
    },
    async allotsOf(type, id) {
      const { rows } = await sql<{ id: number; to: number; qty: number; status: number }>`
        select id, in_warehouse_id as "to", total_qty as qty, status from allot where source_type = ${type} and source_id = ${id} order by id`.execute(
        db,
      );
      return rows;
    },
  };
  await whole.bring(sender, stock);
  return whole;
}

/** Passes or rejects an allot. */
export const checkAllot = (house: House, by: Actor, id: number, result: 1 | 2 = 1) =>
  house.ask(by, moving.check, { id, result, ...(result === 2 ? { remark: '数量不对' } : {}) });

/** Cancels an allot. */
export const cancelAllot = (house: House, by: Actor, id: number) =>
  house.ask(by, moving.cancel, { id, reason: '门店不需要' });

/** Carries an allot to its receiver, all of it, and signs for it. */
export async function carryAllot(
  house: House,
  { judge, manager }: { judge: Actor; manager: Actor },
  id: number,
): Promise<void> {
  await checkAllot(house, judge, id);
  const { list } = await house.ask(manager, callsOf(allotOut).list, { allot_id: [id] });
  const out = list[0]?.id ?? 0;
  const { lines } = await house.ask(manager, callsOf(allotOut).detail, { id: out });
  await house.ask(manager, moving.pick, {
    id: out,
    lines: lines.map((line) => ({ line_id: line.id, pick_qty: line.qty })),
  });
  await house.ask(manager, moving.pack, {
    id: out,
    lines: lines.map((line) => ({ line_id: line.id, carton_place: 1, qty: line.qty })),
  });
  await house.ask(manager, moving.send, { id });
  await house.ask(manager, moving.accept, { id });
  const whole = await house.ask(manager, callsOf(allot).detail, { id });
  await house.ask(manager, moving.sign, {
    id,
    lines: whole.lines.map((line) => ({ line_id: line.id, sign_qty: line.send_qty, imperfect_qty: 0 })),
  });
}
