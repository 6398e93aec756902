import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dealType } from '#contract/areas/purchasing/return-enums.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { seller } from '#tests/factories/purchasing.ts';
import { allKeys, everybody, imperfects, returns, type Supplied, supplied } from '#tests/factories/returns.ts';

// Imperfect goods: registered, judged, dealt with in parts by four ways, scrapped by two people (domain.md §4.12, P5, P9, amendments E).

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;
let goods: Supplied;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
});

beforeEach(async () => {
  goods = await supplied(house, people, [
    [4, 1001],
    [6, 2000],
  ]);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

type Line = {
  sku_id?: number;
  from_type?: number;
  imperfect_type?: number;
  stock_batch_id?: number | undefined;
  qty: number;
  reason?: string;
};

async function register(lines: readonly Line[], by = people.keeper, head: object = {}): Promise<number> {
  const body = {
    warehouse_id: goods.warehouse,
    source_type: 2,
    ...head,
    lines: lines.map((line) => ({ sku_id: goods.sku, imperfect_type: 1, reason: '拉链损坏', ...line })),
  };
  return (await house.ask(by, imperfects.add, body as never)).id;
}

const pass = (id: number, by = people.head) => house.ask(by, imperfects.audit, { id, result: 1 });

/** A record that was passed, and the id of its line. */
async function passed(qty: number, grade = 1): Promise<{ id: number; line: number }> {
  const id = await register([{ qty, imperfect_type: grade }]);
  await pass(id);
  const { lines } = await house.ask(people.keeper, imperfects.detail, { id });
  return { id, line: lines[0]?.id ?? 0 };
}

type Way = readonly [way: number, qty: number, price?: number];
const deal = ({ id, line }: { id: number; line: number }, ways: readonly Way[], by: Actor = people.buyer) =>
  house.ask(by, imperfects.deal, {
    id,
    lines: ways.map(([deal_type, qty, price]) => ({
      line_id: line,
      deal_type,
      qty,
      ...(price === undefined ? {} : { deal_price: price }),
    })),
  });
const scrapAudit = (id: number, result: 1 | 2, by: Actor) =>
  house.ask(by, imperfects.scrapAudit, { id, result, ...(result === 2 ? { remark: '可以修复' } : {}) });

const read = (id: number) => house.ask(people.keeper, imperfects.detail, { id });
const standing = async () => (await goods.batches()).map(({ grade, qty, locked, cost }) => [grade, qty, locked, cost]);

describe('registering', () => {
  it('refuses more than is free, no line, good goods as imperfect, and what they are already', async () => {
    await expect(register([{ qty: 11 }])).rejects.toMatchObject({ kind: 'stockShort', field: 'lines' });
    await expect(register([])).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    await expect(register([{ qty: 1, imperfect_type: 0 }])).rejects.toMatchObject({ field: 'lines.0.imperfect_type' });
    await expect(register([{ qty: 1, from_type: 2, imperfect_type: 2 }])).rejects.toMatchObject({
      field: 'lines.0.imperfect_type',
    });
    await expect(register([{ qty: 6 }, { qty: 5, imperfect_type: 3 }])).rejects.toMatchObject({ kind: 'stockShort' });
    expect(await standing()).toEqual([
      [0, 4, 0, 4004],
      [0, 6, 0, 12_000],
    ]);
  });

  it('keeps the batches that leave first, and knows whose they are', async () => {
    const id = await register([{ qty: 5 }]);
    expect(await standing()).toEqual([
      [0, 4, 4, 4004],
      [0, 6, 1, 12_000],
    ]);
    expect(await read(id)).toMatchObject({ status: 1, total_qty: 5, supplier_id: goods.supplier });
  });

  it('takes the batch that is named, and refuses one of other goods, of another supplier, and more than it has', async () => {
    const [, younger] = await goods.batches(0);
    const other = await supplied(house, people, [[5, 500]]);
    const batch = (await other.batches(0))[0]?.id;
    await expect(register([{ qty: 1, stock_batch_id: batch }])).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines.0.stock_batch_id',
    });
    await expect(register([{ qty: 7, stock_batch_id: younger?.id }])).rejects.toMatchObject({ field: 'lines.0.qty' });
    await expect(
      register([{ qty: 1, stock_batch_id: younger?.id }], people.keeper, { supplier_id: other.supplier }),
    ).rejects.toMatchObject({ field: 'lines.0.stock_batch_id' });
    const id = await register([{ qty: 2 }, { qty: 6, stock_batch_id: younger?.id }]);
    expect(await standing()).toEqual([
      [0, 4, 2, 4004],
      [0, 6, 6, 12_000],
    ]);
    const { lines } = await read(id);
    expect(lines.map(({ taken_from }) => taken_from)).toEqual([
      expect.stringMatching(/^\S+（.+）2 件$/),
      expect.stringMatching(/^\S+（.+）6 件$/),
    ]);
  });

  it('takes what the named supplier brought, older goods of others left alone', async () => {
    const second = await seller(house.db);
    await sql`update stock_batch set supplier_id = ${second} where sku_id = ${goods.sku} and qty_remain = 6`.execute(
      house.db,
    );
    await expect(register([{ qty: 7 }], people.keeper, { supplier_id: second })).rejects.toMatchObject({
      field: 'lines.0.qty',
    });
    const id = await register([{ qty: 3 }], people.keeper, { supplier_id: second });
    expect((await goods.batches(0)).map(({ locked }) => locked)).toEqual([0, 3]);
    expect(await read(id)).toMatchObject({ supplier_id: second });
    await pass(id);
    const { lines } = await read(id);
    await deal({ id, line: lines[0]?.id ?? 0 }, [[dealType.back, 3]]);
    const { rows } = await sql`select supplier_id from back_order where source_id = ${id}`.execute(house.db);
    expect(rows).toEqual([{ supplier_id: second }]);
  });

  it('takes what the named inbound brought, and refuses one that is not there or brought something else', async () => {
    const { rows } = await sql<{ id: number; batch_no: string }>`
      select w.id, w.batch_no from in_ware_batch w join in_ware_batch_detail d on d.in_ware_batch_id = w.id where d.sku_id = ${goods.sku} order by w.id`.execute(
      house.db,
    );
    const inspected = (source_no: string, qty = 1) => register([{ qty }], people.keeper, { source_type: 1, source_no });
    await expect(inspected('RK00000000000')).rejects.toMatchObject({ kind: 'invalid', field: 'source_no' });
    await supplied(house, people, [[5, 500]]);
    const { rows: others } = await sql<{ batch_no: string }>`
      select batch_no from in_ware_batch order by id desc limit 1`.execute(house.db);
    await expect(inspected(others[0]?.batch_no ?? '')).rejects.toMatchObject({ field: 'lines.0.sku_id' });
    await expect(inspected(rows[1]?.batch_no ?? '', 7)).rejects.toMatchObject({ field: 'lines.0.qty' });
    await inspected(rows[1]?.batch_no ?? '', 5);
    expect((await goods.batches(0)).map(({ locked }) => locked)).toEqual([0, 5]);
  });

  it('is judged by another, who moves the goods with their cost or lets them go', async () => {
    const id = await register([{ qty: 5 }]);
    await expect(pass(id, people.keeper)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await pass(id);
    expect(await standing()).toEqual([
      [0, 5, 0, 10_000],
      [1, 4, 0, 4004],
      [1, 1, 0, 2000],
    ]);
    const no = await register([{ qty: 5 }]);
    await house.ask(people.head, imperfects.audit, { id: no, result: 2, remark: '没有问题' });
    await expect(
      house.ask(await house.person('路人', ['stock:imperfectAdd']), imperfects.cancel, { id: no, reason: '误登' }),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    await house.ask(people.keeper, imperfects.cancel, { id: no, reason: '误登' });
    expect((await goods.batches(0)).map(({ locked }) => locked)).toEqual([0]);
  });
});

describe('dealing', () => {
  it('refuses more than the rest, a price where none belongs or none where one does, and what cannot be sold', async () => {
    const record = await passed(3);
    await deal(record, [[dealType.discount, 1, 4900]]);
    for (const [ways, field] of [
      [[[dealType.restore, 3]], 'lines.0.qty'],
      [
        [
          [dealType.restore, 1],
          [dealType.scrap, 2],
        ],
        'lines.1.qty',
      ],
      [[[dealType.discount, 1]], 'lines.0.deal_price'],
      [[[dealType.restore, 1, 100]], 'lines.0.deal_price'],
      [[[9, 1]], 'lines.0.deal_type'],
      [[[dealType.restore, 0]], 'lines.0.qty'],
    ] as const)
      await expect(deal(record, ways), field).rejects.toMatchObject({ kind: 'invalid', field });
    await expect(deal({ ...record, line: 999_999 }, [[dealType.restore, 1]])).rejects.toMatchObject({
      kind: 'notFound',
    });
    expect(await read(record.id)).toMatchObject({ status: 3, dealt_qty: 1 });
    await expect(deal(await passed(1, 2), [[dealType.discount, 1, 100]])).rejects.toMatchObject({
      field: 'lines.0.deal_type',
    });
  });

  it('repairs into good ones, with the batch and its cost', async () => {
    const record = await passed(5);
    await deal(record, [[dealType.restore, 4]]);
    expect(await standing()).toEqual([
      [0, 4, 0, 4004],
      [0, 5, 0, 10_000],
      [1, 1, 0, 2000],
    ]);
    expect((await read(record.id)).status).toBe(3);
    await deal(record, [[dealType.restore, 1]]);
    expect((await read(record.id)).status).toBe(4);
  });

  it('makes a draft of a return, which gives back what does not go', async () => {
    const record = await passed(5);
    await deal(record, [[dealType.back, 5]]);
    expect((await read(record.id)).status).toBe(4);
    const { rows } = await sql<{ id: number; back_no: string }>`
      select id, back_no from back_order where source_type = 'imperfectRecord' and source_id = ${record.id}`.execute(
      house.db,
    );
    const [draft] = rows;
    const id = draft?.id ?? 0;
    const made = await house.ask(people.buyer, returns.detail, { id });
    expect(made).toMatchObject({
      status: 0,
      back_type: 2,
      supplier_id: goods.supplier,
      total_qty: 5,
      total_amount: 4 * 1131 + 2260,
    });
    expect(made.lines.map(({ qty, source_line_id }) => [qty, source_line_id])).toEqual([
      [4, record.line],
      [1, record.line],
    ]);
    // How much it is, is said by the record.
    const [line] = made.lines;
    await expect(
      house.ask(people.buyer, returns.edit, {
        id,
        version: made.version,
        line_changes: { put: [{ id: line?.id, stock_batch_id: line?.stock_batch_id, qty: 3 }], remove: [] },
      } as never),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    await house.ask(people.buyer, returns.submit, { id });
    await house.ask(people.manager, returns.department, { id, result: 1 });
    await house.ask(people.head, returns.finance, { id, result: 1 });
    const counted = made.lines.map((one, place) => ({ line_id: one.id, out_qty: place === 0 ? 3 : 1 }));
    await house.ask(people.keeper, returns.out, { id, lines: counted });
    expect(await read(record.id)).toMatchObject({ status: 3, dealt_qty: 4 });
    await deal(record, [[dealType.back, 1]]);
    const { rows: second } = await sql<{ id: number }>`
      select max(id) as id from back_order where source_id = ${record.id}`.execute(house.db);
    await house.ask(people.buyer, returns.cancel, { id: second[0]?.id ?? 0, reason: '供应商不收' });
    expect(await read(record.id)).toMatchObject({ status: 3, dealt_qty: 4 });
  });

  it('goes back to nothing dealt with when its only return is given up', async () => {
    const record = await passed(2);
    await deal(record, [[dealType.back, 2]]);
    const { rows } = await sql<{ id: number }>`select id from back_order where source_id = ${record.id}`.execute(
      house.db,
    );
    await house.ask(people.buyer, returns.cancel, { id: rows[0]?.id ?? 0, reason: '供应商不收' });
    expect(await read(record.id)).toMatchObject({ status: 2, dealt_qty: 0 });
  });

  it('refuses to send back what no supplier is known of', async () => {
    await sql`update stock_batch set supplier_id = null where sku_id = ${goods.sku}`.execute(house.db);
    const record = await passed(1);
    await expect(deal(record, [[dealType.back, 1]])).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    expect((await read(record.id)).supplier_id).toBeNull();
  });
});

describe('scrap', () => {
  it('waits for a second person, who did not ask for any of it', async () => {
    const record = await passed(3);
    await expect(scrapAudit(record.id, 1, people.head)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await deal(record, [[dealType.scrap, 2]]);
    expect(await read(record.id)).toMatchObject({ status: 2, scrap_qty: 2, dealt_qty: 0 });
    expect((await goods.batches(1)).map(({ qty, locked }) => [qty, locked])).toEqual([[3, 2]]);
    for (const by of [people.buyer, people.keeper])
      await expect(scrapAudit(record.id, 1, by)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(
      scrapAudit(
        record.id,
        1,
        await house.person(
          '路人',
          allKeys.filter((key) => key !== 'stock:imperfectScrap'),
        ),
      ),
    ).rejects.toMatchObject({ kind: 'forbidden' });
    // Somebody else who asks for more does not make the first one free to pass their own.
    await deal(record, [[dealType.scrap, 1]], people.manager);
    await expect(scrapAudit(record.id, 1, people.buyer)).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('处理人'),
    });
    await scrapAudit(record.id, 1, people.head);
    expect(await read(record.id)).toMatchObject({ status: 4, scrap_qty: 0, dealt_qty: 3 });
    expect(await goods.batches(1)).toEqual([]);
    const { rows } = await sql<Record<string, unknown>>`
      select out_type, total_qty, total_cost from out_ware_detail where source_type = 'imperfectRecord' and source_id = ${record.id}`.execute(
      house.db,
    );
    expect(rows).toEqual([{ out_type: 5, total_qty: 3, total_cost: 3003 }]);
  });

  it('that is refused stays, where the record stood, and is dealt with in another way', async () => {
    const record = await passed(3);
    await deal(record, [[dealType.scrap, 3]]);
    await scrapAudit(record.id, 2, people.head);
    expect(await read(record.id)).toMatchObject({ status: 2, scrap_qty: 0, dealt_qty: 0 });
    await deal(record, [
      [dealType.discount, 1, 2900],
      [dealType.scrap, 2],
    ]);
    await scrapAudit(record.id, 2, people.head);
    expect((await read(record.id)).status).toBe(3);
    await deal(record, [[dealType.restore, 2]]);
    expect((await read(record.id)).status).toBe(4);
  });
});
