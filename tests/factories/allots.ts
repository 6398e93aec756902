import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { House } from '#tests/boot/house.ts';
import { pieces, shelf } from './shelf.ts';
import { adjustment } from './stock.ts';

export const allots = {
  ...callsOf(allot),
  check: transitionCall(allot, 'check'),
  send: transitionCall(allot, 'send'),
  accept: transitionCall(allot, 'accept'),
  sign: transitionCall(allot, 'sign'),
  cancel: transitionCall(allot, 'cancel'),
};
export const outs = {
  ...callsOf(allotOut),
  pick: transitionCall(allotOut, 'pick'),
  pack: transitionCall(allotOut, 'pack'),
};
export const cartons = callsOf(allotCarton);
export const diffs = {
  ...callsOf(allotDiff),
  deal: transitionCall(allotDiff, 'deal'),
  audit: transitionCall(allotDiff, 'audit'),
  decide: transitionCall(allotDiff, 'decide'),
  close: transitionCall(allotDiff, 'close'),
};

const keys = (group: string, verbs: readonly string[]): string[] => verbs.map((verb) => `${group}:${verb}`);

/** Keys of everything about allots: who may do what is a matter of ends and of parts here. */
export const allotKeys: readonly string[] = [
  ...keys('allot', ['view', 'add', 'edit', 'check', 'send', 'accept', 'sign', 'cancel', 'print']),
  ...keys('allotOut', ['view', 'pick', 'print']),
  ...keys('allotDiff', ['view', 'deal', 'audit', 'decide', 'close']),
  ...keys('stock', ['view', 'costView', 'imperfectView']),
  ...keys('OutWareDetail', ['view']),
  ...keys('InWareBatch', ['view']),
  ...keys('Inventory', ['adjustAdd', 'adjustView', 'adjustAudit']),
];

/** Two warehouses with goods in the first, and people at each end, above both, and from elsewhere. */
export interface TransferRoute {
  readonly sender: number;
  readonly receiver: number;
  /** Goods of one style; the first is brought as a test says. */
  readonly goods: readonly { id: number; sku_no: string; barcode: string }[];
  readonly logistics: number;
  /** At the sender, at the receiver: they see their own warehouse. */
  readonly from: Actor;
  readonly into: Actor;
  /** See both ends. */
  readonly judge: Actor;
  readonly head: Actor;
  /** Stands at a third warehouse. */
  readonly stranger: Actor;
  /** Brings a batch; unit in fen. */
  bring(qty: number, unit: number, more?: { place?: number; at?: number; grade?: number }): Promise<void>;
  /** Pieces free and locked at a place, and what they cost; the place is a warehouse. */
  stock(warehouse: number, place?: number): Promise<{ on_hand: number; locked: number; transit: number; cost: number }>;
}

let serial = 0;

/** A lane of its own, so that tests do not meet. */
export async function transferRoute(house: House): Promise<TransferRoute> {
  const { db } = house;
  const [sender, receiver, third] = [await shelf(db), await shelf(db), await shelf(db)];
  const goods = await pieces(db, 3);
  const { rows } = await sql<{ id: number }>`
    insert into logistics (code, name, type, status) values (${`AL${(serial += 1)}`}, ${`承运${serial}`}, 1, 1) returning id`.execute(
    db,
  );
  const at = async (name: string, ...warehouse: number[]) => await house.person(name, allotKeys, [{ warehouse }]);
  const [judge, head] = [await house.person('主管', allotKeys), await house.person('经理', allotKeys)];
  const whole: TransferRoute = {
    sender: sender.id,
    receiver: receiver.id,
    goods,
    logistics: rows[0]?.id ?? 0,
    from: await at('发货人', sender.id),
    into: await at('收货人', receiver.id),
    judge,
    head,
    stranger: await at('旁人', third.id),
    async bring(qty, unit, { place = 0, at: warehouse = sender.id, grade = 0 } = {}) {
      const { id } = await house.ask(judge, adjustment.calls.add, {
        warehouse_id: warehouse,
        adjust_type: adjustType.opening,
        reason: '期初',
        lines: [{ sku_id: goods[place]?.id, qty, unit_cost: unit, imperfect_type: grade }] as never,
      });
      await house.ask(judge, adjustment.submit, { id });
      await house.ask(head, adjustment.audit, { id, result: 1 });
      // Later batches are younger.
      house.clock.advance(1000);
    },
    async stock(warehouse, place = 0) {
      const { rows: found } = await sql<{ on_hand: number; locked: number; transit: number; cost: number }>`
        select coalesce(sum(b.on_hand) filter (where l.kind = 'warehouse'), 0)::bigint as on_hand, coalesce(sum(b.locked) filter (where l.kind = 'warehouse'), 0)::bigint as locked,
          coalesce(sum(b.on_hand) filter (where l.kind = 'transit'), 0)::bigint as transit, coalesce(sum(b.cost_amount) filter (where l.kind = 'warehouse'), 0)::bigint as cost
        from location l left join stock_balance b on b.location_id = l.id and b.sku_id = ${goods[place]?.id} where l.warehouse_id = ${warehouse}`.execute(
        db,
      );
      return found[0] as never;
    },
  };
  return whole;
}

type Asked = readonly (readonly [place: number, qty: number, more?: object])[];

/** What an allot of a lane asks for: places among its goods, and quantities. */
export const asked = (of: TransferRoute, lines: Asked, more: object = {}) =>
  ({
    allot_type: 3,
    out_warehouse_id: of.sender,
    in_warehouse_id: of.receiver,
    lines: lines.map(([place, qty, line = {}]) => ({ sku_id: of.goods[place]?.id, qty, ...line })),
    ...more,
  }) as never;

/** An allot that was asked for at the receiver and passed, ready to be picked. */
export async function passed(
  house: House,
  of: TransferRoute,
  lines: Asked,
): Promise<{ id: number; out: number; lines: number[] }> {
  const { id } = await house.ask(of.into, allots.add, asked(of, lines));
  await house.ask(of.judge, allots.check, { id, result: 1 });
  const { list } = await house.ask(of.from, outs.list, { allot_id: id });
  const detail = await house.ask(of.judge, allots.detail, { id });
  return { id, out: list[0]?.id ?? 0, lines: detail.lines.map((line) => line.id) };
}

/** Picks these quantities, line by line, and packs all of it into one carton. */
export async function picked(
  house: House,
  of: TransferRoute,
  out: number,
  quantities: readonly number[],
): Promise<void> {
  const { lines } = await house.ask(of.from, outs.detail, { id: out });
  await house.ask(of.from, outs.pick, {
    id: out,
    lines: lines.map((line, place) => ({ line_id: line.id, pick_qty: quantities[place] ?? 0 })),
  });
  await house.ask(of.from, outs.pack, {
    id: out,
    lines: lines.flatMap((line, place) =>
      quantities[place] ? [{ line_id: line.id, carton_place: 1, qty: quantities[place] }] : [],
    ),
  });
}

/** An allot that has arrived with these quantities. */
export async function arrived(
  house: House,
  of: TransferRoute,
  quantities: readonly number[],
): Promise<{ id: number; out: number; lines: number[] }> {
  const made = await passed(
    house,
    of,
    quantities.map((qty, place) => [place, qty]),
  );
  await picked(house, of, made.out, quantities);
  await house.ask(of.from, allots.send, { id: made.id, logistics_id: of.logistics, waybill_no: 'SF100' });
  await house.ask(of.into, allots.accept, { id: made.id });
  return made;
}

/** Answers of a signing: what was signed for of each line. */
export const signedAs = (lines: readonly number[], quantities: readonly number[], more: object = {}) =>
  lines.map((line_id, place) => ({ line_id, sign_qty: quantities[place] ?? 0, imperfect_qty: 0, ...more }));

/** A difference that both ends have spoken about and that was audited: ready to be decided by the head. */
export async function ready(
  house: House,
  of: TransferRoute,
  allotId: number,
): Promise<{ id: number; lines: number[] }> {
  const { list } = await house.ask(of.into, diffs.list, { allot_id: allotId });
  const id = list[0]?.id ?? 0;
  const { lines } = await house.ask(of.into, diffs.detail, { id });
  const say = (who: Actor, side: number) =>
    house.ask(who, diffs.deal, {
      id,
      side,
      statement: '清点录像已核对',
      lines: lines.map((line) => ({ line_id: line.id, say_qty: side === 1 ? line.send_qty : line.sign_qty })),
    });
  await say(of.from, 1);
  await say(of.into, 2);
  await house.ask(of.judge, diffs.audit, { id, result: 1 });
  return { id, lines: lines.map((line) => line.id) };
}
