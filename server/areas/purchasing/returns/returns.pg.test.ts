import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { returnableBatch } from '#contract/areas/purchasing/returnable-batch.ts';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { ScopeRule } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { atOnce } from '#tests/factories/at-once.ts';
import { consign } from '#tests/factories/consign.ts';
import { insert } from '#tests/factories/insert.ts';
import { allKeys, everybody, returns, type Supplied, supplied } from '#tests/factories/returns.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { adjustment } from '#tests/factories/stock.ts';

// Returns to suppliers: what may go back, who verifies it, and what the books say of it (domain.md §4.9, P3, P8).

let house: House;
let people: Awaited<ReturnType<typeof everybody>>;
let goods: Supplied;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await everybody(house);
});

beforeEach(async () => {
  goods = await supplied(house, people, [
    [10, 1001],
    [5, 2000],
  ]);
});

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

const head = () => ({ warehouse_id: goods.warehouse, supplier_id: goods.supplier, back_type: 1, reason: '季末滞销' });
type Asked = readonly (readonly [batch: number, qty: number, more?: object])[];
const linesOf = (lines: Asked) => lines.map(([stock_batch_id, qty, more = {}]) => ({ stock_batch_id, qty, ...more }));

async function draft(lines: Asked, more: object = {}): Promise<number> {
  const body = { ...head(), ...more, lines: linesOf(lines) };
  return (await house.ask(people.buyer, returns.add, body as never)).id;
}

const submit = (id: number) => house.ask(people.buyer, returns.submit, { id });

/** Submits a return and has it verified by two. */
async function ready(lines: Asked): Promise<{ id: number; lines: number[] }> {
  const id = await draft(lines);
  await submit(id);
  await house.ask(people.manager, returns.department, { id, result: 1 });
  await house.ask(people.head, returns.finance, { id, result: 1 });
  return { id, lines: (await house.ask(people.keeper, returns.detail, { id })).lines.map((line) => line.id) };
}

const out = (id: number, counted: readonly (readonly [line: number, qty: number])[], more: object = {}) =>
  house.ask(people.keeper, returns.out, {
    id,
    waybill_no: 'SF1',
    lines: counted.map(([line_id, out_qty]) => ({ line_id, out_qty })),
    ...more,
  });

const statusOf = async (id: number) => (await house.ask(people.buyer, returns.detail, { id })).status;

describe('what may not go back', () => {
  it('more than a batch has free, also in parts, and names the goods', async () => {
    const [first, second] = await goods.batches();
    await expect(draft([[first?.id ?? 0, 11]])).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines.0.qty',
      message: expect.stringContaining(goods.skuNo),
    });
    // What is promised to another is not free, though the shelf holds enough of the goods.
    await submit(await draft([[first?.id ?? 0, 8]]));
    await expect(
      draft([
        [second?.id ?? 0, 5],
        [first?.id ?? 0, 3],
      ]),
    ).rejects.toMatchObject({ field: 'lines.1.qty' });
    const { id } = await house.ask(people.buyer, adjustment.calls.add, {
      warehouse_id: goods.warehouse,
      adjust_type: adjustType.ownUse,
      reason: '领用',
      lines: [{ sku_id: goods.sku, qty: 6 }] as never,
    });
    await house.ask(people.buyer, adjustment.submit, { id });
    await expect(draft([[second?.id ?? 0, 2]])).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.qty' });
  });

  it('a batch of another supplier, of another warehouse, of other goods than is said, or of another model', async () => {
    const [other] = await (await supplied(house, people, [[3, 100]], { warehouse: goods.warehouse })).batches();
    const [away] = await (await supplied(house, people, [[3, 100]], { supplier: goods.supplier })).batches();
    const [own] = await goods.batches();
    for (const [batch, words] of [
      [other, '不是所选供应商的货'],
      [away, '不在所选仓库'],
    ] as const)
      await expect(draft([[batch?.id ?? 0, 1]])).rejects.toMatchObject({
        kind: 'invalid',
        field: 'lines.0.stock_batch_id',
        message: expect.stringContaining(words),
      });
    const strange = (await supplied(house, people, [[1, 1]])).sku;
    await expect(draft([[own?.id ?? 0, 1, { sku_id: strange }]])).rejects.toMatchObject({ field: 'lines.0.sku_id' });
    await expect(draft([[own?.id ?? 0, 1, { imperfect_type: 2 }]])).rejects.toMatchObject({
      field: 'lines.0.imperfect_type',
    });
    await expect(
      draft([
        [own?.id ?? 0, 1],
        [own?.id ?? 0, 2],
      ]),
    ).rejects.toMatchObject({
      field: 'lines.1.stock_batch_id',
    });
    const consigned = await supplied(house, people, [[3, 100]], {
      warehouse: goods.warehouse,
      supplier: goods.supplier,
    });
    const [held] = await consigned.batches();
    const { rows } = await sql<{ id: number }>`
      select in_ware_detail_id as id from stock_batch where sku_id = ${consigned.sku}`.execute(house.db);
    await consign(
      house.db,
      rows.map(({ id }) => id),
      { model: 2 },
    );
    await expect(
      draft([
        [own?.id ?? 0, 1],
        [held?.id ?? 0, 1],
      ]),
    ).rejects.toMatchObject({
      field: 'lines.1.stock_batch_id',
      message: expect.stringContaining('合作模式'),
    });
  });

  it('nothing at all, and what is gone by the time it is submitted', async () => {
    await expect(submit(await draft([]))).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    const [first] = await goods.batches();
    const [one, two] = [await draft([[first?.id ?? 0, 7]]), await draft([[first?.id ?? 0, 7]])];
    await submit(one);
    await expect(submit(two)).rejects.toMatchObject({ kind: 'stockShort', field: 'lines' });
    expect(await statusOf(two)).toBe(0);
  });

  it('of two that want the same pieces at once one has them', async () => {
    const [first] = await goods.batches();
    const drafts = [await draft([[first?.id ?? 0, 7]]), await draft([[first?.id ?? 0, 7]])];
    const held = sql`select 1 from stock_balance where warehouse_id = ${goods.warehouse} for update`;
    const done = await atOnce(
      house.db,
      held,
      drafts.map(
        (id) => async () =>
          await submit(id).then(
            () => 'held',
            (error: { kind: string }) => error.kind,
          ),
      ),
    );
    expect(done.toSorted()).toEqual(['held', 'stockShort']);
  });
});

describe('who verifies', () => {
  it('is neither who made it nor the same person twice', async () => {
    const [first] = await goods.batches();
    const id = await draft([[first?.id ?? 0, 1]]);
    await submit(id);
    const verify = (call: typeof returns.department, by = people.buyer) => house.ask(by, call, { id, result: 1 });
    await expect(verify(returns.department)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await expect(verify(returns.finance, people.head)).rejects.toMatchObject({ kind: 'illegalTransition' });
    await verify(returns.department, people.manager);
    await expect(verify(returns.finance, people.manager)).rejects.toMatchObject({
      kind: 'illegalTransition',
      message: expect.stringContaining('已审核人'),
    });
    await verify(returns.finance, people.head);
    expect(await statusOf(id)).toBe(3);
  });

  it('lets the batches go where it says no, or where nothing goes back after all', async () => {
    const [first] = await goods.batches();
    for (const end of [
      (id: number) => house.ask(people.manager, returns.department, { id, result: 2, remark: '先确认数量' }),
      (id: number) => house.ask(people.buyer, returns.cancel, { id, reason: '供应商同意换货' }),
    ]) {
      const id = await draft([[first?.id ?? 0, 10]]);
      await submit(id);
      expect((await goods.batches())[0]?.locked).toBe(10);
      await end(id);
      expect((await goods.batches())[0]?.locked).toBe(0);
    }
  });

  it('is asked again for what was rejected and changed', async () => {
    const [first, second] = await goods.batches();
    const id = await draft([[first?.id ?? 0, 4]]);
    await submit(id);
    await house.ask(people.manager, returns.department, { id, result: 2, remark: '换一批' });
    const { version } = await house.ask(people.buyer, returns.detail, { id });
    await house.ask(people.buyer, returns.edit, { id, version, lines: linesOf([[second?.id ?? 0, 5]]) } as never);
    await submit(id);
    expect((await goods.batches()).map(({ locked }) => locked)).toEqual([0, 5]);
  });
});

describe('what goes out', () => {
  it('is not more than is locked, not nothing, and every line is counted', async () => {
    const [first, second] = await goods.batches();
    const { id, lines } = await ready([
      [first?.id ?? 0, 4],
      [second?.id ?? 0, 2],
    ]);
    const [one = 0, two = 0] = lines;
    await expect(
      out(id, [
        [one, 4],
        [two, 3],
      ]),
    ).rejects.toMatchObject({ field: 'lines.1.out_qty' });
    await expect(out(id, [[one, 4]])).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    await expect(
      out(id, [
        [one, 0],
        [two, 0],
      ]),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'lines' });
    await expect(
      house.ask(people.keeper, returns.out, {
        id,
        lines: [
          { line_id: one, out_qty: null },
          { line_id: two, out_qty: 1 },
        ],
      }),
    ).rejects.toMatchObject({ kind: 'invalid', field: 'lines.0.out_qty' });
    const carrier = await insert(house.db, 'logistics', { code: 'WLT1', name: '停运物流', type: 1, status: 0 });
    await expect(
      out(
        id,
        [
          [one, 4],
          [two, 2],
        ],
        { logistics_id: carrier },
      ),
    ).rejects.toMatchObject({
      field: 'logistics_id',
      message: expect.stringContaining('停运物流'),
    });
    expect((await goods.batches()).map(({ qty, locked }) => [qty, locked])).toEqual([
      [10, 4],
      [5, 2],
    ]);
  });

  it('leaves by its batches at their cost, what stays is free again, and the supplier owes for what went', async () => {
    const [first, second] = await goods.batches();
    const { id, lines } = await ready([
      [first?.id ?? 0, 10, { back_price: 900 }],
      [second?.id ?? 0, 5],
    ]);
    const [one = 0, two = 0] = lines;
    const logistics_id = await insert(house.db, 'logistics', { code: 'WLT2', name: '顺路物流', type: 1 });
    await out(
      id,
      [
        [one, 3],
        [two, 5],
      ],
      { logistics_id },
    );
    expect(await goods.batches()).toMatchObject([{ qty: 7, locked: 0, cost: 7007 }]);
    const record = await house.ask(people.keeper, returns.detail, { id });
    expect(record).toMatchObject({
      status: 4,
      out_qty: 8,
      logistics_id,
      waybill_no: 'SF1',
      total_amount: 9000 + 11_300,
    });
    const { rows: events } = await sql<{ payload: Record<string, unknown> }>`
      select payload from event_log where name = 'returnShipped' and (payload->>'back_id')::bigint = ${id}`.execute(
      house.db,
    );
    expect(events[0]?.payload).toMatchObject({
      supplier_id: goods.supplier,
      co_model: 1,
      lines: [
        { line_id: one, qty: 3, back_price: 900, amount: 2700, cost_amount: 3003 },
        // What they cost is without tax, what they go back at with the 13 % of their style.
        { line_id: two, qty: 5, back_price: 2260, amount: 11_300, tax_rate_bp: 1300, cost_amount: 10_000 },
      ],
    });
    const { rows: records } = await sql<Record<string, unknown>>`
      select o.out_type, o.total_qty, o.total_cost, array_agg(l.qty order by l.id) as parts from out_ware_detail o join out_ware_detail_line l on l.out_ware_detail_id = o.id
      where o.source_type = 'backOrder' and o.source_id = ${id} group by o.id`.execute(house.db);
    expect(records).toEqual([{ out_type: 3, total_qty: 8, total_cost: 13_003, parts: [3, 5] }]);
    await expect(house.ask(people.buyer, returns.cancel, { id, reason: '太迟了' })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('is signed for up to what went out, and what is missing with a reason', async () => {
    const [first] = await goods.batches();
    const { id, lines } = await ready([[first?.id ?? 0, 4]]);
    const [line = 0] = lines;
    await out(id, [[line, 4]]);
    const sign = (sign_qty: number, more: object = {}) =>
      house.ask(people.buyer, returns.finish, { id, lines: [{ line_id: line, sign_qty }], ...more });
    await expect(sign(5)).rejects.toMatchObject({ field: 'lines.0.sign_qty' });
    await expect(sign(3)).rejects.toMatchObject({ kind: 'invalid', field: 'shortage_note' });
    await sign(3, { shortage_note: '运输途中缺一件' });
    expect(await house.ask(people.buyer, returns.detail, { id })).toMatchObject({ status: 5, sign_qty: 3 });
    const { rows } =
      await sql`select 1 from event_log where name = 'returnShort' and (payload->>'back_id')::bigint = ${id}`.execute(
        house.db,
      );
    expect(rows).toHaveLength(1);
  });
});

describe('who sees what', () => {
  it('returnable stock is that of the supplier in the warehouse that nobody else was promised', async () => {
    const [first] = await goods.batches();
    await submit(await draft([[first?.id ?? 0, 8]]));
    const asked = { supplier_id: goods.supplier, warehouse_id: goods.warehouse };
    const { list } = await house.ask(people.buyer, callsOf(returnableBatch).list, asked);
    expect(list.map(({ qty_free, purchase_price }) => [qty_free, purchase_price])).toEqual([
      [2, 1131],
      [5, 2260],
    ]);
  });

  it('a return is seen by who sees its warehouse and its supplier, and its prices by who may see costs', async () => {
    const [first] = await goods.batches();
    const id = await draft([[first?.id ?? 0, 1]]);
    const elsewhere = (await shelf(house.db)).id;
    const at = (scope: ScopeRule, keys = allKeys) => house.person('某人', keys, [scope]);
    for (const scope of [
      { warehouse: [elsewhere] },
      { supplier: [goods.supplier + 1] },
      { warehouse: [goods.warehouse], supplier: [] },
    ])
      await expect(house.ask(await at(scope), returns.detail, { id })).rejects.toMatchObject({ kind: 'notFound' });
    const keeper = await at(
      { warehouse: [goods.warehouse] },
      allKeys.filter((key) => key !== 'stock:costView'),
    );
    const shown = await house.ask(keeper, returns.detail, { id });
    expect(shown).not.toHaveProperty('total_amount');
    expect(shown.lines[0]).not.toHaveProperty('back_price');
    // Who may not see prices may write returns all the same: the batch says them.
    const body = { ...head(), lines: linesOf([[first?.id ?? 0, 2]]) };
    const own = await house.ask(keeper, returns.add, body as never);
    expect(await house.ask(people.buyer, returns.detail, { id: own.id })).toMatchObject({ total_amount: 2 * 1131 });
  });
});
