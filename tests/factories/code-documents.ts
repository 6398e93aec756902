import { sql } from 'kysely';
import { decideType } from '#contract/areas/allocation/allot-enums.ts';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { codeReturnType } from '#contract/areas/codes/code-enums.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { dealType } from '#contract/areas/purchasing/return-enums.ts';
import { decideExceptionCall, progressCall } from '#contract/areas/warehouse/count-entry.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { takeType } from '#contract/areas/warehouse/stocktaking.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import type { House } from '#tests/boot/house.ts';
import { afterSalesPeople, services } from './after-sales.ts';
import { allots, diffs, outs, passed, ready, type TransferRoute, transferRoute } from './allots.ts';
import { codePeople, codeReturns, freshEpc, issued } from './codes.ts';
import { atDock, batchOf, beginBatch, countBatch, dockPeople, inbound, settleDifference } from './inbound.ts';
import { orderClerk, placeTillOrder, shopAt } from './pushed-orders.ts';
import { everybody, imperfects, returns } from './returns.ts';
import { adjustment } from './stock.ts';
import { carryThrough, close, sheetCalls, sheetPeople, startedSheet, Tablet } from './stocktake.ts';

const nameCodes = transitionCall(inWareBatch, 'nameCodes');
const reverse = transitionCall(inWareBatch, 'reverse');

/** A code as a walk remembers it: where it must be, and the document that it is in the middle of. */
export interface Walker {
  readonly id: number;
  readonly number: string;
  status: number;
  /** Of the warehouse where it stands or was lost. */
  place: number | null;
  grade: number;
  epc: string | null;
  /** What the next step needs to know of the last one; gone with any other step. */
  held?: Readonly<Record<string, number | string>>;
}

/** What a step makes of a code. */
export type Change = Partial<Pick<Walker, 'status' | 'place' | 'grade' | 'epc'>> & { held?: Walker['held'] };

/** The documents that take one code through its life, each through its calls. What is refused leaves no hold behind. */
export type CodeDocuments = Awaited<ReturnType<typeof codeDocuments>>;

/** Two warehouses with codes of one SKU, and the documents that can be done with each of them. */
export async function codeDocuments(house: House, count: number) {
  const clerks = await codePeople(house);
  const dock = await dockPeople(house);
  const people = await everybody(house);
  const counters = await sheetPeople(house);
  const service = await afterSalesPeople(house);
  const cashier = await orderClerk(house);
  const shops = new Map<number, string>();
  const way = await transferRoute(house);
  const sku = way.goods[0]?.id ?? 0;
  await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${sku})`.execute(
    house.db,
  );
  const { order, codes } = await issued(house, { people: clerks, sku, qty: count });
  const walkers = codes.map(
    (code): Walker => ({ id: code.id, number: code.unique_code, status: 1, place: null, grade: 0, epc: null }),
  );
  const at = ({ place }: Walker): number => place ?? way.sender;
  const standing = (grade: number): number => (grade === 0 ? 3 : 8);

  /** Does what may be refused, and undoes what was done for it. */
  async function orElse<T>(work: () => Promise<T>, undo: () => Promise<unknown>): Promise<T> {
    try {
      return await work();
    } catch (refused) {
      await undo();
      throw refused;
    }
  }

  async function adjusted(code: Walker, type: number, more: object = {}): Promise<number> {
    const { id } = await house.ask(clerks.maker, adjustment.calls.add, {
      warehouse_id: at(code),
      adjust_type: type,
      reason: '测试调整',
      lines: [{ sku_id: sku, qty: 1, code_ids: [code.id], imperfect_type: code.grade, ...more }] as never,
    });
    await house.ask(clerks.maker, adjustment.submit, { id });
    return id;
  }
  const judge = (id: unknown, result: 1 | 2) =>
    house.ask(clerks.judge, adjustment.audit, {
      id: Number(id),
      result,
      ...(result === 2 ? { remark: '不予调整' } : {}),
    });

  async function reported(code: Walker, op: 1 | 2): Promise<number> {
    const { adjust_nos } = await house.ask(clerks.maker, codeCalls.lost, {
      code_ids: [code.id],
      op,
      reason: '巡检未找到',
    });
    const { rows } = await sql<{
      id: number;
    }>`select id from stock_adjustment where adjust_no = ${adjust_nos[0]}`.execute(house.db);
    return rows[0]?.id ?? 0;
  }

  /** The route that leads away from where a code is. */
  const routeOf = (code: Walker): TransferRoute =>
    code.place === way.receiver
      ? { ...way, sender: way.receiver, receiver: way.sender, from: way.into, into: way.from }
      : way;
  const lineOf = async (of: TransferRoute, out: number) =>
    (await house.ask(of.from, outs.detail, { id: out })).lines[0]?.id ?? 0;
  async function pick(of: TransferRoute, out: number, qty: number, named: readonly string[]): Promise<void> {
    house.clock.advance(1000);
    const line = { line_id: await lineOf(of, out), pick_qty: qty, codes: named };
    await house.ask(of.from, outs.pick, { id: out, lines: [line] as never });
  }
  const signed = async (code: Walker, sign_qty: number) => {
    const of = routeOf(code);
    const id = Number(code.held?.['allot']);
    await house.ask(of.into, allots.accept, { id });
    const lines = [{ line_id: Number(code.held?.['line']), sign_qty, imperfect_qty: 0 }];
    await house.ask(of.into, allots.sign, { id, lines: lines as never });
    return { of, id };
  };

  const documents = {
    async bind(code: Walker): Promise<Change> {
      const epc = freshEpc();
      const { errors } = await house.ask(clerks.maker, codeCalls.bind, { items: [{ unique_code: code.number, epc }] });
      if (errors[0]) throw Object.assign(new Error(errors[0].error), { kind: 'invalid' });
      return { status: 2, epc };
    },
    async rebind(code: Walker): Promise<Change> {
      const epc = freshEpc();
      await house.ask(clerks.maker, codeCalls.rebind, { code_id: code.id, epc, reason: '标签损坏' });
      return { epc, ...(code.held && { held: code.held }) };
    },
    async move(code: Walker): Promise<Change> {
      await house.ask(clerks.maker, codeCalls.move, { code_ids: [code.id], position: 'A-01' });
      return code.held ? { held: code.held } : {};
    },
    async drop(code: Walker): Promise<Change> {
      await house.ask(clerks.maker, codeCalls.void, { code_ids: [code.id], reason: '吊牌印坏' });
      return { status: -1 };
    },
    async handBack(code: Walker): Promise<Change> {
      const { id } = await house.ask(clerks.maker, codeReturns.add, {
        return_type: codeReturnType.unused,
        lines: [{ code_id: code.id }],
      } as never);
      await house.ask(clerks.judge, codeReturns.confirm, { id, result: 1 });
      return { status: -1 };
    },
    async receive(code: Walker, grade: number): Promise<Change> {
      const { arrival } = await atDock(house.db, { lines: [{ sku_id: sku, qty: 1 }], warehouse: way.sender });
      const id = await beginBatch(house, dock.counter, arrival);
      await countBatch(house, dock.counter, { id, counts: { [sku]: { [grade]: 1 } } });
      await house.ask(dock.counter, inbound.submit, { id });
      await settleDifference(house, dock, { batch: id });
      const { lines } = await batchOf(house, dock.counter, id);
      const line = lines.find((one) => one.imperfect_type === grade && one.count_qty)?.id;
      await orElse(
        () => house.ask(dock.counter, nameCodes, { id, lines: [{ line_id: line, codes: [code.number] }] as never }),
        () => house.ask(dock.judge, inbound.cancel, { id, reason: '清点有误' }),
      );
      await house.ask(dock.judge, inbound.audit, { id, result: 1 });
      return { status: standing(grade), place: way.sender, grade, held: { batch: id } };
    },
    async unreceive(code: Walker): Promise<Change> {
      await house.ask(dock.second, reverse, { id: Number(code.held?.['batch']), reason: '批号不符' });
      return { status: 2, place: null, grade: 0 };
    },
    /** At the till of a shop whose goods stand where the code does. */
    async sell(code: Walker): Promise<Change> {
      const items = [{ sku_no: way.goods[0]?.sku_no ?? '', unique_codes: [code.number] }];
      const shop = shops.get(at(code)) ?? (await shopAt(house, at(code))).shop_no;
      shops.set(at(code), shop);
      const { id } = await placeTillOrder(house, { by: cashier, shop, items });
      return { status: 6, place: null, held: { order: id } };
    },
    /** The customer brings it back, in this grade. */
    async broughtBack(code: Walker, grade: number): Promise<Change> {
      const order_id = Number(code.held?.['order']);
      const { rows } = await sql<{ id: number }>`
        select id from sale_order_item where sale_order_id = ${order_id}`.execute(house.db);
      const { id } = await house.ask(service.clerk, services.add, {
        order_id,
        service_type: 2,
        reason: '尺码不合',
        lines: [{ order_item_id: rows[0]?.id, qty: 1, refund_amount: 10_000 }],
      } as never);
      await house.ask(service.clerk, services.deal, { id, result: 1, return_warehouse_id: way.sender } as never);
      const { lines } = await house.ask(service.clerk, services.detail, { id });
      await house.ask(service.keeper, services.return, {
        id,
        return_warehouse_id: way.sender,
        lines: [{ line_id: lines[0]?.id, return_qty: 1, imperfect_type: grade, code_ids: [code.id] }],
      } as never);
      return { status: standing(grade), place: way.sender, grade };
    },
    async ownUse(code: Walker): Promise<Change> {
      return { status: 4, held: { adjustment: await adjusted(code, adjustType.ownUse), next: -1 } };
    },
    async degrade(code: Walker): Promise<Change> {
      const id = await adjusted(code, adjustType.degrade, { to_imperfect_type: 2 });
      return { status: 4, held: { adjustment: id, next: 8, grade: 2 } };
    },
    async restore(code: Walker): Promise<Change> {
      const id = await adjusted(code, adjustType.restore, { to_imperfect_type: 0 });
      return { status: 4, held: { adjustment: id, next: 3, grade: 0 } };
    },
    async reportLost(code: Walker): Promise<Change> {
      return { status: 4, held: { adjustment: await reported(code, 1), next: 9 } };
    },
    async pass({ held, place, grade }: Walker): Promise<Change> {
      await judge(held?.['adjustment'], 1);
      const status = Number(held?.['next']);
      return { status, place: status === -1 ? null : place, grade: Number(held?.['grade'] ?? grade) };
    },
    async reject({ held, grade }: Walker): Promise<Change> {
      await judge(held?.['adjustment'], 2);
      return { status: standing(grade) };
    },
    async found(code: Walker): Promise<Change> {
      await judge(await reported(code, 2), 1);
      return { status: standing(code.grade) };
    },
    async picked(code: Walker): Promise<Change> {
      const of = routeOf(code);
      const { id, out, lines } = await passed(house, of, [[0, 1]]);
      await orElse(
        () => pick(of, out, 1, [code.number]),
        () => house.ask(way.judge, allots.cancel, { id, reason: '不调了' }),
      );
      return { status: 4, held: { allot: id, out, line: lines[0] ?? 0 } };
    },
    async putBack(code: Walker): Promise<Change> {
      await pick(routeOf(code), Number(code.held?.['out']), 0, []);
      await house.ask(way.judge, allots.cancel, { id: Number(code.held?.['allot']), reason: '不调了' });
      return { status: 3 };
    },
    async send(code: Walker): Promise<Change> {
      const of = routeOf(code);
      const out = Number(code.held?.['out']);
      house.clock.advance(1000);
      const lines = [{ line_id: await lineOf(of, out), carton_place: 1, qty: 1 }];
      await house.ask(of.from, outs.pack, { id: out, lines });
      await house.ask(of.from, allots.send, { id: Number(code.held?.['allot']) });
      return { status: 5, ...(code.held && { held: code.held }) };
    },
    async sign(code: Walker): Promise<Change> {
      const { of } = await signed(code, 1);
      return { status: 3, place: of.receiver };
    },
    async missing(code: Walker, decided: 'lost' | 'found' | 'back'): Promise<Change> {
      const { of, id } = await signed(code, 0);
      const diff = await ready(house, of, id);
      const line = { line_id: diff.lines[0], decide_type: decideType[decided] };
      await house.ask(way.head, diffs.decide, { id: diff.id, duty: 5, lines: [line] as never });
      if (decided === 'lost') return { status: -1, place: null };
      return { status: 3, place: decided === 'back' ? of.sender : of.receiver };
    },
    async imperfect(code: Walker): Promise<Change> {
      const line = { sku_id: sku, imperfect_type: 1, from_type: code.grade, qty: 1, reason: '污渍' };
      const { id } = await house.ask(people.keeper, imperfects.add, {
        warehouse_id: at(code),
        source_type: 2,
        lines: [{ ...line, code_ids: [code.id] }],
      } as never);
      await house.ask(people.head, imperfects.audit, { id, result: 1 });
      return { status: 8, grade: 1, held: { record: id } };
    },
    async dealt(code: Walker, way: 'restore' | 'scrap'): Promise<Change> {
      const id = Number(code.held?.['record']);
      const { lines } = await house.ask(people.keeper, imperfects.detail, { id });
      const line = { line_id: lines[0]?.id, deal_type: dealType[way], qty: 1, codes: [code.number] };
      await house.ask(people.buyer, imperfects.deal, { id, lines: [line] } as never);
      if (way === 'restore') return { status: 3, grade: 0 };
      await house.ask(people.head, imperfects.scrapAudit, { id, result: 1 });
      return { status: -1, place: null };
    },
    /** Null where no batch of whoever brought the piece has one to spare: what left before took it from there. */
    async giveBack(code: Walker): Promise<Change | null> {
      const { rows } = await sql<{ batch: number; supplier: number }>`
        select s.id as batch, i.supplier_id as supplier from stock_batch s join in_ware_batch_detail d on d.id = s.in_ware_detail_id
          join in_ware_batch i on i.id = d.in_ware_batch_id join piece_code c on c.id = ${code.id}
          left join in_ware_batch_detail o on o.id = c.in_ware_detail_id left join in_ware_batch b on b.id = o.in_ware_batch_id
        where s.warehouse_id = ${at(code)} and s.sku_id = ${sku} and s.imperfect_type = ${code.grade} and s.qty_remain > s.qty_locked
          and i.supplier_id = coalesce(b.supplier_id, i.supplier_id) order by s.id limit 1`.execute(house.db);
      const [from] = rows;
      if (!from) return null;
      const { id } = await house.ask(people.buyer, returns.add, {
        warehouse_id: at(code),
        supplier_id: from.supplier,
        back_type: 1,
        reason: '季末滞销',
        lines: [{ stock_batch_id: from.batch, qty: 1 }],
      } as never);
      await house.ask(people.buyer, returns.submit, { id });
      const cancel = () => house.ask(people.buyer, returns.cancel, { id, reason: '不退了' });
      await orElse(async () => {
        await house.ask(people.manager, returns.department, { id, result: 1 });
        await house.ask(people.head, returns.finance, { id, result: 1 });
        const line_id = (await house.ask(people.keeper, returns.detail, { id })).lines[0]?.id ?? 0;
        const lines = [{ line_id, out_qty: 1, code_ids: [code.id] }];
        await house.ask(people.keeper, returns.out, { id, waybill_no: 'SF1', lines } as never);
      }, cancel);
      const { back_no } = await house.ask(people.keeper, returns.detail, { id });
      return { status: 7, place: null, held: { back: String(back_no) } };
    },
    async recover(code: Walker): Promise<Change> {
      const { id } = await house.ask(clerks.maker, codeReturns.add, {
        return_type: codeReturnType.recovered,
        warehouse_id: way.sender,
        source_no: code.held?.['back'] ?? 'TG00',
        lines: [{ code_id: code.id }],
      } as never);
      await house.ask(clerks.judge, codeReturns.confirm, { id, result: 1 });
      return { status: -1 };
    },
  };

  /** A take by codes of the sender: what is read of all codes; what the books have elsewhere is set aside. */
  async function take(read: readonly Walker[]): Promise<void> {
    house.clock.advance(60_000);
    const sheet = await startedSheet(house, counters, { warehouse: way.sender, take_type: takeType.codes });
    house.clock.advance(60_000);
    const tablet = new Tablet(house, counters.counters[0], sheet);
    await tablet.download('ALL');
    for (const { number, epc, id } of read) tablet.count(id % 2 === 0 && epc !== null ? epc : number, { zone: 'ALL' });
    await tablet.send();
    house.clock.advance(60_000);
    await tablet.finish('ALL');
    await close(house, counters.lead, { sheet, zone: 'ALL' });
    const { exceptions } = await house.ask(counters.reviewer, progressCall, { id: sheet });
    await house.ask(counters.lead, sheetCalls.submit, { id: sheet });
    await sql`update stocktaking_line set reason = '串码' where stocktaking_id = ${sheet} and diff_qty <> 0`.execute(
      house.db,
    );
    const count_ids = exceptions.map(({ count_id }) => count_id);
    if (count_ids.length > 0)
      await house.ask(counters.reviewer, decideExceptionCall, { id: sheet, count_ids, reason: '账上不在本仓' });
    await carryThrough(house, counters, sheet, { submitted: true });
    house.clock.advance(60_000);
  }

  return { documents, take, walkers, order, sender: way.sender, receiver: way.receiver };
}
