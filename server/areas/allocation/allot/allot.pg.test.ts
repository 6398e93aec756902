import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotCalls } from '#contract/areas/allocation/allot-calls.ts';
import { documentCalls } from '#contract/kit/document-calls.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { createLog } from '#server/platform/log.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import {
  allots,
  arrived,
  asked,
  cartons,
  diffs,
  outs,
  passed,
  picked,
  signedAs,
  type TransferRoute,
  transferRoute,
} from '#tests/factories/allots.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { makeAllot } from './make-allot.ts';

// Allots: what may be asked for, whose steps are whose by data scope, and what the books say of goods on their way (domain.md §4.15, P2, P8).

let house: House;
let way: TransferRoute;
const origin = { requestId: 'test', ip: '127.0.0.1', device: undefined, userAgent: 'test' };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

beforeEach(async () => {
  way = await transferRoute(house);
  await way.bring(6, 1001);
  await way.bring(9, 2000);
  await way.bring(5, 500, { place: 1 });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const events = async (name: string, id: number) =>
  (
    await sql<{ payload: Record<string, unknown> }>`
      select payload from event_log where name = ${name} and payload ->> 'allot_id' = ${String(id)}`.execute(house.db)
  ).rows.map(({ payload }) => payload);

describe('an allot', () => {
  it('is refused between one warehouse, beyond what is free, from what is switched off, and of good pieces as damaged returns', async () => {
    const add = (lines: Parameters<typeof asked>[1], more: object = {}) =>
      house.ask(way.judge, allots.add, asked(way, lines, more));
    await expect(add([[0, 1]], { in_warehouse_id: way.sender })).rejects.toMatchObject({ field: 'in_warehouse_id' });
    await expect(add([[0, 16]])).rejects.toMatchObject({
      kind: 'stockShort',
      message: expect.stringContaining('可用 15 件'),
    });
    await expect(add([])).rejects.toMatchObject({ field: 'lines' });
    await expect(add([[0, 0]])).rejects.toMatchObject({ field: 'lines.0.qty' });
    await expect(
      add([
        [0, 1],
        [0, 2],
      ]),
    ).rejects.toMatchObject({ field: 'lines.1.sku_id' });
    await expect(add([[0, 1]], { allot_type: 5 })).rejects.toMatchObject({ field: 'lines.0.imperfect_type' });
    await expect(add([[0, 1, { send_qty: 1 }]])).rejects.toMatchObject({ kind: 'invalid' });
    await sql`update warehouse set status = 0 where id = ${way.receiver}`.execute(house.db);
    await expect(add([[0, 1]])).rejects.toMatchObject({ field: 'in_warehouse_id' });
    expect((await house.ask(way.judge, allots.list, { out_warehouse_id: way.sender })).total).toBe(0);
    expect((await way.stock(way.sender)).locked).toBe(0);
  });

  it('is asked for and seen by both ends and by nobody else, who is told neither its list nor its codes', async () => {
    const { id } = await house.ask(way.into, allots.add, asked(way, [[0, 3]]));
    expect(await way.stock(way.sender)).toMatchObject({ on_hand: 15, locked: 3 });
    for (const one of [way.from, way.into]) expect((await house.ask(one, allots.detail, { id })).total_qty).toBe(3);
    await expect(house.ask(way.stranger, allots.detail, { id })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(house.ask(way.stranger, allotCalls.codes, { id })).rejects.toMatchObject({ kind: 'notFound' });
    expect((await house.ask(way.stranger, allots.list, {})).total).toBe(0);
    const { statusStat } = documentCalls(allot) ?? {};
    if (!statusStat) throw new Error('allots are not counted by state');
    expect((await house.ask(way.stranger, statusStat, {})).list).toEqual([]);
    expect((await house.ask(way.into, statusStat, {})).list).toEqual([{ status: 1, count: 1 }]);
    const [codes] = (await house.ask(way.from, allotCalls.codes, { id })).list;
    expect(codes?.codes).toEqual(expect.arrayContaining([way.goods[0]?.sku_no, way.goods[0]?.barcode]));
    await expect(house.ask(way.stranger, allots.add, asked(way, [[0, 1]]))).rejects.toMatchObject({
      kind: 'invalid',
      message: expect.stringContaining('数据范围'),
    });
  });

  it('is judged by somebody else; rejected it holds nothing, edited by its author it is asked for again', async () => {
    const { id } = await house.ask(way.into, allots.add, asked(way, [[0, 3]]));
    await expect(house.ask(way.into, allots.check, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(way.judge, allots.check, { id, result: 2, remark: '过多' });
    expect((await way.stock(way.sender)).locked).toBe(0);
    const { version } = await house.ask(way.into, allots.detail, { id });
    const { permissions: _all, ...rest } = way.from;
    const other = { ...rest, permissions: new Set(['allot:view', 'allot:edit', 'allot:cancel']) };
    await expect(
      house.ask(other, allots.edit, { id, version, ...(asked(way, [[0, 2]]) as object) }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(house.ask(other, allots.cancel, { id, reason: '不要了' })).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await house.ask(way.into, allots.edit, { id, version, ...(asked(way, [[0, 2]]) as object) });
    expect(await house.ask(way.into, allots.detail, { id })).toMatchObject({ status: 1, total_qty: 2 });
    expect((await way.stock(way.sender)).locked).toBe(2);
    await house.ask(way.into, allots.cancel, { id, reason: '不要了' });
    expect((await way.stock(way.sender)).locked).toBe(0);
    expect(await events('allotEnded', id)).toMatchObject([{ status: -1 }]);
  });

  it('made by another document holds its lines as any other, says what it comes from, and is not edited', async () => {
    const from = { definition: { name: 'batchAllot' }, id: 7, no: 'PB1' };
    const lines = [{ sku_id: way.goods[0]?.id ?? 0, qty: 4, source_line_id: 70 }];
    const make = (in_warehouse_id: number, more = lines) =>
      inTransaction(house.db, (db) =>
        makeAllot(
          house.kit,
          {
            db,
            actor: way.judge,
            now: house.clock.now(),
            opId: randomUUID(),
            origin,
            log: createLog({ level: 'silent' }),
          },
          {
            asked: { allot_type: 1, source: 2, out_warehouse_id: way.sender, in_warehouse_id, lines: more },
            from,
          },
        ),
      );
    await expect(make(way.sender)).rejects.toMatchObject({ field: 'in_warehouse_id' });
    await expect(make(way.receiver, [{ ...(lines[0] as (typeof lines)[0]), qty: 99 }])).rejects.toMatchObject({
      kind: 'stockShort',
    });
    const { id, version } = await make(way.receiver);
    expect(await house.ask(way.into, allots.detail, { id })).toMatchObject({
      status: 1,
      source: 2,
      source_no: 'PB1',
      total_qty: 4,
      allowed: { edit: false },
    });
    expect((await way.stock(way.sender)).locked).toBe(4);
    await expect(
      house.ask(way.judge, allots.edit, { id, version, ...(asked(way, [[0, 2]]) as object) }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
  });

  it('is edited by its author until it is judged, and holds what it says then', async () => {
    const { id, version } = await house.ask(way.into, allots.add, asked(way, [[0, 3]]));
    await house.ask(way.into, allots.edit, { id, version, ...(asked(way, [[1, 5]]) as object) });
    expect(await house.ask(way.into, allots.detail, { id })).toMatchObject({ status: 1, total_qty: 5 });
    expect([await way.stock(way.sender), await way.stock(way.sender, 1)]).toMatchObject([{ locked: 0 }, { locked: 5 }]);
  });

  it('reads rows of a sheet with what the sender has free', async () => {
    const rows = [way.goods[0]?.sku_no, way.goods[1]?.barcode, 'nothing', way.goods[0]?.barcode].map((code) => ({
      code: code ?? '',
      qty: '4',
    }));
    const read = await house.ask(way.into, allotCalls.import, { rows, out_warehouse_id: way.sender });
    expect(read.lines.map(({ qty, available }) => [qty, available])).toEqual([
      [4, 15],
      [4, 5],
    ]);
    expect(read.errors.map(({ row }) => row)).toEqual([3, 4]);
  });
});

describe('sending', () => {
  it('waits for what is picked and packed, each step at the sender alone', async () => {
    const { id, out } = await passed(house, way, [
      [0, 8],
      [1, 2],
    ]);
    const send = (who = way.from, more: object = {}) => house.ask(who, allots.send, { id, ...more });
    await expect(send(way.into)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('调出方'),
    });
    await expect(send()).rejects.toMatchObject({ kind: 'illegalTransition', message: expect.stringContaining('拣货') });
    const { lines } = await house.ask(way.from, outs.detail, { id: out });
    const pick = (first: number, who = way.from) =>
      house.ask(who, outs.pick, { id: out, lines: [{ line_id: lines[0]?.id ?? 0, pick_qty: first }] });
    await expect(pick(1, way.into)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(pick(9)).rejects.toMatchObject({ field: 'lines.0.pick_qty' });
    await pick(7);
    await expect(send()).rejects.toMatchObject({ kind: 'illegalTransition', message: expect.stringContaining('装箱') });
    const pack = (puts: readonly (readonly [place: number, qty: number])[]) =>
      house.ask(way.from, outs.pack, {
        id: out,
        lines: puts.map(([carton_place, qty]) => ({ line_id: lines[0]?.id ?? 0, carton_place, qty })),
      });
    await expect(pack([[1, 6]])).rejects.toMatchObject({ field: 'lines.0.qty' });
    await expect(
      pack([
        [1, 6],
        [1, 1],
      ]),
    ).rejects.toMatchObject({ field: 'lines.1.carton_place' });
    await expect(
      pack([
        [1, 6],
        [3, 1],
      ]),
    ).rejects.toMatchObject({ field: 'lines', message: expect.stringContaining('第 2 箱') });
    await pack([
      [1, 6],
      [2, 1],
    ]);
    await expect(send(way.from, { carton_qty: 3 })).rejects.toMatchObject({ field: 'carton_qty' });
    expect(await way.stock(way.sender)).toMatchObject({ on_hand: 15, locked: 8 });
    // Picked again after packing: the cartons are opened.
    await pick(6);
    expect((await house.ask(way.from, cartons.list, { allot_id: id, status: [1] })).total).toBe(0);
    await pack([
      [1, 4],
      [2, 2],
    ]);
    await send(way.from, { logistics_id: way.logistics });
    expect(await house.ask(way.into, allots.detail, { id })).toMatchObject({
      status: 3,
      send_qty: 6,
      transit_qty: 6,
      carton_qty: 2,
      cost_amount: 6006,
    });
    // What was not picked is free again; what was picked left by batch, what came first before the rest.
    expect(await way.stock(way.sender)).toMatchObject({ on_hand: 9, locked: 0, cost: 18_000 });
    expect(await way.stock(way.receiver)).toMatchObject({ on_hand: 0, transit: 6 });
    expect(await events('allotSent', id)).toMatchObject([{ lines: [{ qty: 6, cost_amount: 6006 }] }]);
  });

  it('may go without cartons where the installation says so', async () => {
    await sql`insert into config (key, value, name) values ('skip_pack', '1', '跳过装箱')`.execute(house.db);
    const { id, out, lines } = await passed(house, way, [[0, 2]]);
    const { lines: own } = await house.ask(way.from, outs.detail, { id: out });
    await house.ask(way.from, outs.pick, { id: out, lines: [{ line_id: own[0]?.id ?? 0, pick_qty: 2 }] });
    await house.ask(way.from, allots.send, { id, carton_qty: 1 });
    await house.ask(way.into, allots.accept, { id });
    await house.ask(way.into, allots.sign, { id, lines: signedAs(lines, [2]) });
    expect(await house.ask(way.into, allots.detail, { id })).toMatchObject({ status: 5, arrived_carton_qty: 1 });
    await sql`delete from config where key = 'skip_pack'`.execute(house.db);
  });

  it('leaves nothing behind when it is cancelled with cartons packed', async () => {
    const { id, out } = await passed(house, way, [[0, 4]]);
    await picked(house, way, out, [4]);
    await house.ask(way.judge, allots.cancel, { id, reason: '门店停业' });
    expect(await way.stock(way.sender)).toMatchObject({ on_hand: 15, locked: 0 });
    expect(await house.ask(way.from, outs.detail, { id: out })).toMatchObject({ status: -1 });
  });

  it('lets one of two that want the last pieces have them', async () => {
    const ask = () =>
      house.ask(way.into, allots.add, asked(way, [[0, 10]])).then(
        () => 'taken',
        ({ kind }) => kind,
      );
    const balance = sql`select 1 from stock_balance where warehouse_id = ${way.sender} and sku_id = ${way.goods[0]?.id} for update`;
    expect(await atOnce(house.db, balance, [ask, ask])).toEqual(expect.arrayContaining(['stockShort', 'taken']));
  });
});

describe('receiving', () => {
  it('is the receiver’s alone, by cartons that were sent', async () => {
    const { id, out } = await passed(house, way, [[0, 4]]);
    await picked(house, way, out, [4]);
    const accept = (more: object = {}, who = way.into) => house.ask(who, allots.accept, { id, ...more });
    await expect(accept()).rejects.toMatchObject({ kind: 'illegalTransition' });
    await house.ask(way.from, allots.send, { id });
    house.clock.advance(3_600_000);
    const [carton] = (await house.ask(way.into, cartons.list, { allot_id: id })).list;
    await expect(accept({}, way.from)).rejects.toMatchObject({
      kind: 'forbidden',
      message: expect.stringContaining('调入方'),
    });
    await expect(accept({ carton_nos: ['DX000'] })).rejects.toMatchObject({ field: 'carton_nos' });
    await expect(accept({ carton_qty: 2 })).rejects.toMatchObject({ field: 'carton_qty' });
    await expect(accept({ arrive_time: '2030-01-01T00:00:00.000Z' })).rejects.toMatchObject({ field: 'arrive_time' });
    await expect(accept({ arrive_time: '2020-01-01T00:00:00.000Z' })).rejects.toMatchObject({ field: 'arrive_time' });
    await accept({ carton_nos: [carton?.carton_no ?? ''], carton_qty: 1 });
    expect(await house.ask(way.into, allots.detail, { id })).toMatchObject({ status: 4, arrived_carton_qty: 1 });
    expect((await house.ask(way.into, cartons.detail, { id: carton?.id ?? 0 })).status).toBe(3);
  });

  it('signed for as sent it ends, and stands at its receiver at what it cost, in the batches it was bought in', async () => {
    const { id, lines } = await arrived(house, way, [7, 2]);
    const sign = (quantities: number[], who = way.into, more: object = {}) =>
      house.ask(who, allots.sign, { id, lines: signedAs(lines, quantities, more) });
    await expect(sign([7, 2], way.from)).rejects.toMatchObject({ kind: 'forbidden' });
    await expect(sign([7, 2], way.into, { imperfect_qty: 8 })).rejects.toMatchObject({
      field: 'lines.0.imperfect_qty',
    });
    await expect(sign([7, 2], way.into, { imperfect_qty: 1 })).rejects.toMatchObject({ field: 'lines.0.damage_type' });
    await expect(house.ask(way.into, allots.sign, { id, lines: signedAs(lines.slice(1), [2]) })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines',
    });
    await sign([7, 2]);
    expect(await house.ask(way.into, allots.detail, { id })).toMatchObject({ status: 5, sign_qty: 9, transit_qty: 0 });
    expect(await way.stock(way.receiver)).toMatchObject({ on_hand: 7, transit: 0, cost: 6 * 1001 + 2000 });
    const { rows } = await sql<{ same: number }>`
      select count(*)::int as same from stock_batch a join stock_batch b using (in_ware_detail_id)
      where a.warehouse_id = ${way.sender} and b.warehouse_id = ${way.receiver}`.execute(house.db);
    expect(rows[0]?.same).toBe(3);
    const { rows: records } = await sql`
      select b.in_type, b.in_qty, b.in_amount, count(*)::int as lines, bool_and(not d.is_origin) as copies from in_ware_batch b join in_ware_batch_detail d on d.in_ware_batch_id = b.id
      where b.warehouse_id = ${way.receiver} group by b.id`.execute(house.db);
    expect(records).toEqual([{ in_type: 2, in_qty: 9, in_amount: 6 * 1001 + 2000 + 1000, lines: 3, copies: true }]);
    expect((await house.ask(way.judge, diffs.list, { allot_id: id })).total).toBe(0);
  });

  it('keeps damaged pieces for whoever judges them', async () => {
    const { id, lines } = await arrived(house, way, [3]);
    await house.ask(way.into, allots.sign, { id, lines: signedAs(lines, [3], { imperfect_qty: 2, damage_type: 3 }) });
    const { rows } = await sql`
      select r.source_type, r.total_qty, r.status, l.imperfect_type from imperfect_record r join imperfect_record_line l on l.imperfect_record_id = r.id
      where r.warehouse_id = ${way.receiver}`.execute(house.db);
    expect(rows).toEqual([{ source_type: 5, total_qty: 2, status: 1, imperfect_type: 3 }]);
    expect(await way.stock(way.receiver)).toMatchObject({ on_hand: 3, locked: 2 });
  });

  it('signed for once when it is told twice', async () => {
    const { id, lines } = await arrived(house, way, [3]);
    const opId = '5b6f1c1e-57a4-4c2b-9d3c-0a4a3f7b9e11';
    const sign = () => house.ask(way.into, allots.sign, { id, lines: signedAs(lines, [3]) }, { opId });
    expect(await sign()).toEqual(await sign());
    expect((await way.stock(way.receiver)).on_hand).toBe(3);
  });
});
