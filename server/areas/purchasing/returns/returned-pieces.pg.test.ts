import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { codedGoods } from '#tests/factories/coded.ts';
import { bound, type CodeRow, codePeople, codeReturns, codesOf, stockedCodes } from '#tests/factories/codes.ts';
import { seller } from '#tests/factories/purchasing.ts';
import { everybody, returns, type Supplied, supplied } from '#tests/factories/returns.ts';

// Pieces with codes that go back to their supplier (domain.md §4.9, §4.18: 3 or 8 → 4 → 7 → void).

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
  goods = await supplied(house, people, [[4, 1000]]);
  await sql`update spu set is_code_managed = true where id = (select spu_id from sku where id = ${goods.sku})`.execute(
    house.db,
  );
  // Three of the four pieces have a code.
  const made = await bound(house, {
    people: clerks,
    sku: goods.sku,
    qty: 3,
    warehouse: goods.warehouse,
    ofStock: true,
  });
  order = made.order;
  codes = await codesOf(house.db, order);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

/** A return of so many pieces that waits to go out: its id and the id of its line. */
async function ready(qty: number): Promise<{ id: number; line: number }> {
  const [batch] = await goods.batches();
  const { id } = await house.ask(people.buyer, returns.add, {
    warehouse_id: goods.warehouse,
    supplier_id: goods.supplier,
    back_type: 1,
    reason: '季末滞销',
    lines: [{ stock_batch_id: batch?.id, qty }],
  } as never);
  await house.ask(people.buyer, returns.submit, { id });
  await house.ask(people.manager, returns.department, { id, result: 1 });
  await house.ask(people.head, returns.finance, { id, result: 1 });
  return { id, line: (await house.ask(people.keeper, returns.detail, { id })).lines[0]?.id ?? 0 };
}

const out = ({ id, line }: { id: number; line: number }, out_qty: number, code_ids?: readonly number[]) =>
  house.ask(people.keeper, returns.out, {
    id,
    waybill_no: 'SF1',
    lines: [{ line_id: line, out_qty, ...(code_ids ? { code_ids } : {}) }],
  } as never);
const code = (at: number): number => codes[at]?.id ?? 0;
const states = async () => (await codesOf(house.db, order)).map(({ status }) => status);
async function stock() {
  const { rows } = await sql`
    select on_hand, locked, coded from stock_balance where warehouse_id = ${goods.warehouse} and sku_id = ${goods.sku} and imperfect_type = 0`.execute(
    house.db,
  );
  return rows[0];
}

describe('a return of pieces with codes', () => {
  it('is refused by its line where it says none or too many, others’, those of other places, or those that somebody holds', async () => {
    const waiting = await ready(3);
    const elsewhere = await stockedCodes(house, { people: clerks, qty: 1, sku: goods.sku });
    const [others] = await codedGoods(house.db);
    const strange = await stockedCodes(house, {
      people: clerks,
      qty: 1,
      sku: others?.id ?? 0,
      warehouse: goods.warehouse,
    });
    const refused = (qty: number, said: readonly number[] | undefined, words: string) =>
      expect(out(waiting, qty, said), words).rejects.toMatchObject({
        kind: 'invalid',
        field: 'lines.0.code_ids',
        message: expect.stringContaining(words) as unknown,
      });
    await refused(3, undefined, '请扫码指明其中 2 件');
    await refused(3, [code(0)], '请扫码指明其中 1 件');
    await refused(1, [code(0), code(1)], '1 件，指明了 2 个');
    await refused(1, [elsewhere.codes[0]?.id ?? 0], '不在本仓');
    await refused(1, [strange.codes[0]?.id ?? 0], '不是第 1 行的货品');
    await house.ask(clerks.maker, codeCalls.lost, { code_ids: [code(2)], op: 1, reason: '巡检未找到' });
    await refused(3, [code(0), code(2)], '当前为“锁定”');
    expect([await states(), await stock()]).toEqual([[3, 3, 4], { on_hand: 4, locked: 4, coded: 3 }]);
  });

  it('is refused by its line where it names a piece that another supplier brought', async () => {
    const waiting = await ready(3);
    const [batch] = await goods.batches();
    const { rows } = await sql<{ id: number; supplier_id: number | null }>`
      select b.id, b.supplier_id from in_ware_batch b join in_ware_batch_detail d on d.in_ware_batch_id = b.id where d.id = ${batch?.origin}`.execute(
      house.db,
    );
    const broughtBy = (supplier: number | null | undefined, origin: number | null) =>
      house.db.transaction().execute(async (tx) => {
        await sql`set local session_replication_role = replica`.execute(tx);
        await sql`update in_ware_batch set supplier_id = ${supplier} where id = ${rows[0]?.id}`.execute(tx);
        await sql`update piece_code set in_ware_detail_id = ${origin} where id = ${code(0)}`.execute(tx);
      });
    await broughtBy(await seller(house.db), batch?.origin ?? 0);
    await expect(out(waiting, 3, [code(0), code(1)])).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines.0.code_ids',
      message: expect.stringContaining('是其他供应商的货') as unknown,
    });
    expect([await states(), await stock()]).toEqual([[3, 3, 3], { on_hand: 4, locked: 3, coded: 3 }]);
    await broughtBy(rows[0]?.supplier_id, null);
  });

  it('takes them along: handed over by its number, and given back as codes that are done with', async () => {
    const waiting = await ready(3);
    await out(waiting, 3, [code(0), code(1)]);
    expect([await states(), await stock()]).toEqual([[7, 7, 3], { on_hand: 1, locked: 0, coded: 1 }]);
    const shown = await house.ask(people.keeper, returns.detail, { id: waiting.id });
    expect(shown.lines[0]?.code_ids).toEqual([code(0), code(1)]);
    const { rows } = await sql<{ event_type: number; doc_no: string; line_id: number }>`
      select event_type, doc_no, line_id from code_event where code_id = ${code(0)} order by seq desc limit 2`.execute(
      house.db,
    );
    expect(rows).toEqual([11, 5].map((event_type) => ({ event_type, doc_no: shown.back_no, line_id: waiting.line })));
    const { id } = await house.ask(clerks.maker, codeReturns.add, {
      return_type: 3,
      warehouse_id: goods.warehouse,
      source_no: shown.back_no,
      lines: [{ code_id: code(0) }],
    } as never);
    await house.ask(clerks.judge, codeReturns.confirm, { id, result: 1 });
    expect(await states()).toEqual([-1, 7, 3]);
  });

  it('asks for none of pieces that have none, and of two returns that name one piece one has it', async () => {
    await out(await ready(1), 1);
    expect([await states(), await stock()]).toEqual([[3, 3, 3], { on_hand: 3, locked: 0, coded: 3 }]);
    const [one, two] = [await ready(1), await ready(1)];
    const done = await Promise.allSettled([out(one, 1, [code(0)]), out(two, 1, [code(0)])]);
    expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect([await states(), await stock()]).toEqual([[7, 3, 3], { on_hand: 2, locked: 1, coded: 2 }]);
  });
});
