import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { imperfectReportCall } from '#contract/areas/purchasing/imperfect-report.ts';
import { dealType } from '#contract/areas/purchasing/return-enums.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { bound, type CodeRow, codePeople, codesOf, stockedCodes } from '#tests/factories/codes.ts';
import { everybody, imperfects, returns, type Supplied, supplied } from '#tests/factories/returns.ts';

// Imperfect pieces that have codes (domain.md §4.12, §4.18): held while a record waits, brought to their grade, repaired, scrapped, given back.

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;
let clerks: { maker: Actor; judge: Actor };
let goods: Supplied;
let order: number;
let codes: CodeRow[];

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
  clerks = await codePeople(house);
});

beforeEach(async () => {
  goods = await supplied(house, people, [[5, 1000]]);
  await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${goods.sku})`.execute(
    house.db,
  );
  // Four of the five pieces have a code.
  const made = await bound(house, {
    people: clerks,
    sku: goods.sku,
    qty: 4,
    warehouse: goods.warehouse,
    ofStock: true,
  });
  order = made.order;
  codes = await codesOf(house.db, order);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const code = (at: number): number => codes[at]?.id ?? 0;
const number = (at: number): string => codes[at]?.unique_code ?? '';
const states = async () => (await codesOf(house.db, order)).map(({ status }) => status);
const register = async (qty: number, code_ids: readonly number[] = [], more: object = {}) => {
  const line = { sku_id: goods.sku, imperfect_type: 1, qty, reason: '拉链损坏', code_ids, ...more };
  const body = { warehouse_id: goods.warehouse, source_type: 2, lines: [line] };
  return (await house.ask(people.keeper, imperfects.add, body as never)).id;
};
const read = (id: number) => house.ask(people.keeper, imperfects.detail, { id });
const lineOf = async (id: number): Promise<number> => (await read(id)).lines[0]?.id ?? 0;
const pass = (id: number) => house.ask(people.head, imperfects.audit, { id, result: 1 });
const name = async (id: number, said: readonly string[]) =>
  house.ask(people.keeper, imperfects.nameCodes, { id, lines: [{ line_id: await lineOf(id), codes: said }] } as never);
async function deal(
  id: number,
  ways: readonly { way: number; qty: number; codes?: readonly string[]; price?: number }[],
) {
  const line_id = await lineOf(id);
  const lines = ways.map(({ way: deal_type, qty, codes: said, price }) => ({
    line_id,
    deal_type,
    qty,
    ...(said ? { codes: said } : {}),
    ...(price === undefined ? {} : { deal_price: price }),
  }));
  return house.ask(people.buyer, imperfects.deal, { id, lines } as never);
}
const scrapAudit = (id: number, result: 1 | 2) =>
  house.ask(people.head, imperfects.scrapAudit, { id, result, ...(result === 2 ? { remark: '可以修复' } : {}) });
async function stock(grade = 0) {
  const { rows } = await sql`
    select on_hand, locked, coded from stock_balance where warehouse_id = ${goods.warehouse} and sku_id = ${goods.sku} and imperfect_type = ${grade}`.execute(
    house.db,
  );
  return rows[0];
}
const refused = (done: Promise<unknown>, field: string, words: string) =>
  expect(done, words).rejects.toMatchObject({
    kind: 'invalid',
    field,
    message: expect.stringContaining(words) as unknown,
  });

describe('a record of pieces with codes', () => {
  it('is refused by its line where it names too many, others’, those of other places and grades, or those that somebody holds', async () => {
    const elsewhere = await stockedCodes(house, { people: clerks, qty: 1, sku: goods.sku });
    const [others] = await codedGoods(house.db);
    const strange = await stockedCodes(house, {
      people: clerks,
      qty: 1,
      sku: others?.id ?? 0,
      warehouse: goods.warehouse,
    });
    const field = 'lines.0.code_ids';
    await refused(register(1, [code(0), code(1)]), field, '1 件，指明了 2 个');
    await refused(register(1, [elsewhere.codes[0]?.id ?? 0]), field, '不在本仓');
    await refused(register(1, [strange.codes[0]?.id ?? 0]), field, '不是第 1 行的货品');
    await refused(register(1, [code(0)], { from_type: 3 }), field, '品级');
    const waiting = await register(1, [code(3)]);
    await refused(register(1, [code(3)]), field, '当前为“锁定”');
    expect([await states(), await stock()]).toEqual([[3, 3, 3, 4], { on_hand: 5, locked: 1, coded: 4 }]);
    await house.ask(people.keeper, imperfects.cancel, { id: waiting, reason: '误登' });
    expect([await states(), await stock()]).toEqual([[3, 3, 3, 3], { on_hand: 5, locked: 0, coded: 4 }]);
  });

  it('is not passed before as many are named as the pieces without a code do not cover', async () => {
    const id = await register(3, [code(0)]);
    await refused(pass(id), 'lines.0.code_ids', '请扫码指明其中 1 件');
    await refused(name(id, ['9999999999999999']), 'lines.0.codes', '不是唯一码');
    await refused(name(id, [number(0), number(0)]), 'lines.0.codes', '重复');
    await refused(
      name(
        id,
        codes.map(({ unique_code }) => unique_code),
      ),
      'lines.0.codes',
      '3 件，指明了 4 个',
    );
    // By its tag, and in place of what was named before.
    await name(id, [number(1), codes[2]?.epc ?? '']);
    expect([await states(), (await read(id)).lines[0]?.code_ids]).toEqual([
      [3, 4, 4, 3],
      [code(1), code(2)],
    ]);
    await pass(id);
    expect([await states(), await stock(), await stock(1)]).toEqual([
      [3, 8, 8, 3],
      { on_hand: 2, locked: 0, coded: 2 },
      { on_hand: 3, locked: 0, coded: 2 },
    ]);
    await expect(name(id, [number(0)])).rejects.toMatchObject({ kind: 'illegalTransition' });
  });

  it('lets them go where the judge says no', async () => {
    const id = await register(2, [code(0), code(1)]);
    await house.ask(people.head, imperfects.audit, { id, result: 2, remark: '没有问题' });
    expect([await states(), await stock()]).toEqual([[3, 3, 3, 3], { on_hand: 5, locked: 0, coded: 4 }]);
  });

  it('takes them to another imperfect grade', async () => {
    await pass(await register(1, [code(0)]));
    await pass(await register(1, [code(0)], { from_type: 1, imperfect_type: 3 }));
    expect([await states(), await stock(3)]).toEqual([[8, 3, 3, 3], { on_hand: 1, locked: 0, coded: 1 }]);
  });

  it('names the piece that a tablet scanned by its own code', async () => {
    const report = (barcode: string) => ({
      op_id: crypto.randomUUID(),
      barcode,
      source_type: 2,
      imperfect_type: 1,
      qty: 1,
      reason: '袖口破损',
      file_id: null,
      found_at: '2026-03-02T01:30:00.000Z',
    });
    const { answers } = await house.ask(people.keeper, imperfectReportCall, {
      warehouse_id: goods.warehouse,
      device_id: 'tablet-0001',
      entries: [report(number(2)), report(codes[1]?.epc ?? ''), report(number(2))],
    });
    expect(answers.map(({ outcome, code: why }) => [outcome, why])).toEqual([
      ['accepted', undefined],
      ['accepted', undefined],
      ['refused', 4001],
    ]);
    expect([await states(), await stock()]).toEqual([[3, 4, 4, 3], { on_hand: 5, locked: 2, coded: 4 }]);
  });
});

describe('dealing with pieces that have codes', () => {
  let id: number;
  beforeEach(async () => {
    id = await register(4, [code(0), code(1), code(2)]);
    await pass(id);
  });

  it('is refused by its line where it names too few or too many, those of another grade, twice, or where no piece moves', async () => {
    const field = 'lines.0.codes';
    await refused(deal(id, [{ way: dealType.restore, qty: 2 }]), field, '请扫码指明其中 1 件');
    await refused(deal(id, [{ way: dealType.scrap, qty: 3, codes: [number(0)] }]), field, '请扫码指明其中 1 件');
    await refused(deal(id, [{ way: dealType.scrap, qty: 1, codes: [number(0), number(1)] }]), field, '指明了 2 个');
    await refused(deal(id, [{ way: dealType.restore, qty: 1, codes: [number(3)] }]), field, '当前为“在库”');
    const twice = { qty: 1, codes: [number(0)] };
    await refused(
      deal(id, [
        { way: dealType.restore, ...twice },
        { way: dealType.scrap, ...twice },
      ]),
      'lines.1.codes',
      '重复',
    );
    for (const way of [{ way: dealType.back }, { way: dealType.discount, price: 100 }])
      await refused(deal(id, [{ ...way, ...twice }]), field, '请留空');
    expect([await states(), await stock(1)]).toEqual([[8, 8, 8, 3], { on_hand: 4, locked: 0, coded: 3 }]);
  });

  it('repairs, scraps and keeps the very pieces', async () => {
    await deal(id, [
      { way: dealType.restore, qty: 1, codes: [number(0)] },
      { way: dealType.scrap, qty: 2, codes: [number(1)] },
    ]);
    expect([await states(), await stock(1)]).toEqual([[3, 4, 8, 3], { on_hand: 3, locked: 2, coded: 2 }]);
    // What waits to be scrapped is nobody else's.
    await refused(deal(id, [{ way: dealType.restore, qty: 1, codes: [number(1)] }]), 'lines.0.codes', '当前为“锁定”');
    await scrapAudit(id, 2);
    expect([await states(), await stock(1)]).toEqual([[3, 8, 8, 3], { on_hand: 3, locked: 0, coded: 2 }]);
    await deal(id, [{ way: dealType.scrap, qty: 2, codes: [number(2)] }]);
    await scrapAudit(id, 1);
    expect([await states(), await stock(), await stock(1)]).toEqual([
      [3, 8, -1, 3],
      { on_hand: 2, locked: 0, coded: 2 },
      { on_hand: 1, locked: 0, coded: 1 },
    ]);
    const { rows } = await sql<{ deal_type: number; status: number; code_ids: number[] }>`
      select deal_type, status, code_ids from imperfect_deal where imperfect_id = ${id} order by id`.execute(house.db);
    expect(rows.map((row) => [row.deal_type, row.status, row.code_ids])).toEqual([
      [3, 2, [code(0)]],
      [4, 3, [code(1)]],
      [4, 2, [code(2)]],
    ]);
  });

  it('of which two people want one piece: one has it', async () => {
    const scrap = { way: dealType.scrap, qty: 1, codes: [number(0)] };
    const done = await Promise.allSettled([
      deal(id, [scrap]),
      deal(id, [{ way: dealType.restore, qty: 1, codes: [number(0)] }]),
    ]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('sends them back to their supplier, named as they go out', async () => {
    await deal(id, [{ way: dealType.back, qty: 2 }]);
    const { rows } = await sql<{ id: number }>`select id from back_order where source_id = ${id}`.execute(house.db);
    const back = rows[0]?.id ?? 0;
    await house.ask(people.buyer, returns.submit, { id: back });
    await house.ask(people.manager, returns.department, { id: back, result: 1 });
    await house.ask(people.head, returns.finance, { id: back, result: 1 });
    const line_id = (await house.ask(people.keeper, returns.detail, { id: back })).lines[0]?.id ?? 0;
    const out = (code_ids: readonly number[]) =>
      house.ask(people.keeper, returns.out, {
        id: back,
        waybill_no: 'SF1',
        lines: [{ line_id, out_qty: 2, code_ids }],
      } as never);
    await refused(out([]), 'lines.0.code_ids', '请扫码指明其中 1 件');
    await refused(out([code(3)]), 'lines.0.code_ids', '品级');
    await out([code(1), code(2)]);
    expect([await states(), await stock(1)]).toEqual([[8, 7, 7, 3], { on_hand: 2, locked: 0, coded: 1 }]);
  });
});
