import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stockRule } from '#contract/areas/warehouse/stock-rule.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { type CodeRow, codePeople, codesOf, stockedCodes } from '#tests/factories/codes.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { adjustment, openingStock } from '#tests/factories/stock.ts';

// Adjustments of pieces that have codes, and of goods that leave by their batch alone (domain.md §4.14, §4.18; decision 0062).

let house: House;
let people: { maker: Actor; judge: Actor };
let place: { warehouse: number; sku: number; order: number; codes: CodeRow[] };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await codePeople(house);
});

beforeEach(async () => {
  place = await stockedCodes(house, { people, qty: 3 });
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

interface Said {
  readonly qty: number;
  readonly codes?: readonly number[];
  readonly more?: object;
}

/** A draft of one line; its id. */
async function draft(type: number, { qty, codes = [], more = {} }: Said): Promise<number> {
  const { id } = await house.ask(people.maker, adjustment.calls.add, {
    warehouse_id: place.warehouse,
    adjust_type: type,
    reason: '测试调整',
    lines: [{ sku_id: place.sku, qty, code_ids: codes, ...more }] as never,
  });
  return id;
}

const submit = (id: number) => house.ask(people.maker, adjustment.submit, { id });
const pass = (id: number) => house.ask(people.judge, adjustment.audit, { id, result: 1 });
async function whole(type: number, said: Said): Promise<number> {
  const id = await draft(type, said);
  await submit(id);
  await pass(id);
  return id;
}
const states = async () => (await codesOf(house.db, place.order)).map(({ status }) => status);
const code = (at: number): number => place.codes[at]?.id ?? 0;
async function stock(grade = 0) {
  const { rows } = await sql<{ on_hand: number; locked: number; coded: number }>`
    select on_hand, locked, coded from stock_balance where warehouse_id = ${place.warehouse} and sku_id = ${place.sku} and imperfect_type = ${grade}`.execute(
    house.db,
  );
  return rows[0];
}

describe('an adjustment of pieces with codes', () => {
  it('is refused by its line where it says too few or too many, others’, those of other places and grades, or those that somebody holds', async () => {
    const elsewhere = await stockedCodes(house, { people, qty: 1, sku: place.sku });
    const [others] = await codedGoods(house.db);
    const strange = await stockedCodes(house, { people, qty: 1, sku: others?.id ?? 0, warehouse: place.warehouse });
    const refused = async (said: Said, words: string, type: number = adjustType.loss) => {
      const id = await draft(type, said);
      await expect(submit(id), words).rejects.toMatchObject({
        kind: 'invalid',
        field: 'lines.0.code_ids',
        message: expect.stringContaining(words) as unknown,
      });
    };
    await refused({ qty: 1 }, '请扫码指明其中 1 件');
    await refused({ qty: 2, codes: [code(0)] }, '请扫码指明其中 1 件');
    await refused({ qty: 1, codes: [code(0), code(1)] }, '1 件，指明了 2 个');
    await refused({ qty: 1, codes: [elsewhere.codes[0]?.id ?? 0] }, '不在本仓');
    await refused({ qty: 1, codes: [strange.codes[0]?.id ?? 0] }, '不是第 1 行的货品');
    await refused({ qty: 1, codes: [code(0)], more: { imperfect_type: 1 } }, '品级');
    await refused({ qty: 1, codes: [code(0)] }, '当前为“在库”', adjustType.gain);
    await house.ask(people.maker, codeCalls.lost, { code_ids: [code(0)], op: 1, reason: '巡检未找到' });
    await refused({ qty: 1, codes: [code(0)] }, '当前为“锁定”');
    expect(await states()).toEqual([4, 3, 3]);
  });

  it('holds its codes while it waits and lets go of them with its pieces', async () => {
    const id = await draft(adjustType.ownUse, { qty: 2, codes: [code(0), code(1)] });
    await submit(id);
    expect([await states(), await stock()]).toEqual([[4, 4, 3], { on_hand: 3, locked: 2, coded: 3 }]);
    await house.ask(people.judge, adjustment.audit, { id, result: 2, remark: '改报损' });
    expect([await states(), await stock()]).toEqual([[3, 3, 3], { on_hand: 3, locked: 0, coded: 3 }]);
    await submit(id);
    await house.ask(people.maker, adjustment.cancel, { id, reason: '不用了' });
    expect(await states()).toEqual([3, 3, 3]);
  });

  it('takes them along: lost, used up, to another grade and back, found', async () => {
    await whole(adjustType.loss, { qty: 1, codes: [code(0)] });
    expect([await states(), await stock()]).toEqual([[9, 3, 3], { on_hand: 2, locked: 0, coded: 2 }]);
    await whole(adjustType.degrade, { qty: 2, codes: [code(1), code(2)], more: { to_imperfect_type: 2 } });
    expect([await states(), await stock(2)]).toEqual([[9, 8, 8], { on_hand: 2, locked: 0, coded: 2 }]);
    await whole(adjustType.restore, { qty: 1, codes: [code(2)], more: { imperfect_type: 2, to_imperfect_type: 0 } });
    expect([await states(), await stock()]).toEqual([[9, 8, 3], { on_hand: 1, locked: 0, coded: 1 }]);
    await whole(adjustType.ownUse, { qty: 1, codes: [code(2)] });
    await whole(adjustType.gain, { qty: 2, codes: [code(0)] });
    expect([await states(), await stock()]).toEqual([[3, 8, -1], { on_hand: 2, locked: 0, coded: 1 }]);
  });

  it('asks for none of pieces that have none', async () => {
    await openingStock(house, { people, warehouse: place.warehouse, lines: [{ sku_id: place.sku, qty: 2 }] });
    await whole(adjustType.loss, { qty: 3, codes: [code(2)] });
    expect([await states(), await stock()]).toEqual([[3, 3, 9], { on_hand: 2, locked: 0, coded: 2 }]);
  });
});

describe('goods that leave by their batch alone', () => {
  async function batches() {
    const { rows } = await sql<{ id: number; qty: number; locked: number }>`
      select id, qty_remain as qty, qty_locked as locked from stock_batch where warehouse_id = ${place.warehouse} and sku_id = ${place.sku} and imperfect_type = 0 order by id`.execute(
      house.db,
    );
    return rows;
  }

  it('are asked for it as they are submitted, and leave it and no other', async () => {
    await openingStock(house, { people, warehouse: place.warehouse, lines: [{ sku_id: place.sku, qty: 5 }] });
    const keeper = await house.person('规则', ['stock:ruleView', 'stock:ruleSave']);
    await house.ask(keeper, callsOf(stockRule).add, {
      rule_type: 3,
      out_order: 3,
      warehouse_ids: [place.warehouse],
      priority: 1,
    } as never);
    const [first, second] = await batches();
    const id = await draft(adjustType.loss, { qty: 2 });
    await expect(submit(id)).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.stock_batch_id' });
    const other = await shelf(house.db);
    await openingStock(house, { people, warehouse: other.id, lines: [{ sku_id: place.sku, qty: 5 }] });
    const { rows } = await sql<{ id: number }>`select id from stock_batch where warehouse_id = ${other.id}`.execute(
      house.db,
    );
    await expect(
      submit(await draft(adjustType.loss, { qty: 2, more: { stock_batch_id: rows[0]?.id } })),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.stock_batch_id' });
    await expect(
      submit(await draft(adjustType.loss, { qty: 6, codes: [code(0)], more: { stock_batch_id: second?.id } })),
    ).rejects.toMatchObject({ kind: 'stockShort' });
    const taken = await draft(adjustType.loss, { qty: 2, more: { stock_batch_id: second?.id } });
    await submit(taken);
    expect(await batches()).toEqual([first, { ...second, locked: 2 }]);
    await pass(taken);
    expect(await batches()).toEqual([first, { ...second, qty: 3 }]);
  });
});
