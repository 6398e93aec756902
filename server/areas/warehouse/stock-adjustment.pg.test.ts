import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type Piece, pieces, shelf } from '#tests/factories/shelf.ts';
import { adjust, adjustment, openingStock, stockPeople } from '#tests/factories/stock.ts';

let house: House;
let people: { maker: Actor; judge: Actor };
let place: { id: number };
let shirt: Piece;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  people = await stockPeople(house);
});

async function fresh(qty = 0): Promise<void> {
  place = await shelf(house.db);
  const [one] = await pieces(house.db);
  if (!one) throw new Error('no goods');
  shirt = one;
  if (qty > 0) await openingStock(house, { people, warehouse: place.id, lines: [{ sku_id: shirt.id, qty }] });
}

async function draft(type: number, qty: number, extra: Record<string, unknown> = {}): Promise<number> {
  const saved = await house.ask(people.maker, adjustment.calls.add, {
    warehouse_id: place.id,
    adjust_type: type,
    reason: '测试',
    lines: [{ sku_id: shirt.id, qty, ...extra }] as never,
  });
  return saved.id;
}

async function balance(grade = 0): Promise<{ on_hand: number; locked: number }> {
  const { rows } = await sql<{ on_hand: number; locked: number }>`
    select on_hand, locked from stock_balance where warehouse_id = ${place.id} and sku_id = ${shirt.id} and imperfect_type = ${grade}`.execute(
    house.db,
  );
  return rows[0] ?? { on_hand: 0, locked: 0 };
}

afterEach(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

describe('refusals', () => {
  it('refuses a person without the key, and says so with 403', async () => {
    await fresh();
    const stranger = await house.person('路人', ['Inventory:adjustView']);
    await expect(house.ask(stranger, adjustment.calls.add, { warehouse_id: place.id } as never)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it.each([
    ['a negative quantity', { qty: -1 }, 'lines.0.qty'],
    ['no quantity', { qty: 0 }, 'lines.0.qty'],
    ['half a piece', { qty: 0.5 }, 'lines.0.qty'],
    ['ten to the fifteenth', { qty: 1e15 }, 'lines.0.qty'],
    ['a quantity as text', { qty: '1e3' }, 'lines.0.qty'],
    ['null for a quantity', { qty: null }, 'lines.0.qty'],
    ['an unknown field', { qty: 1, posted: true }, 'lines.0.posted'],
    ['a field that only the server sets', { qty: 1, id: 'x' }, 'lines.0.id'],
  ])('refuses %s and names the field', async (_name, line, field) => {
    await fresh();
    const input = { warehouse_id: place.id, adjust_type: 1, reason: '测试', lines: [{ sku_id: shirt.id, ...line }] };
    await expect(house.ask(people.maker, adjustment.calls.add, input as never)).rejects.toMatchObject({
      kind: 'invalid',
      field,
    });
    const { rows } = await sql`select 1 from stock_adjustment where warehouse_id = ${place.id}`.execute(house.db);
    expect(rows).toEqual([]);
  });

  it('refuses a megabyte for a reason, a warehouse that is not there, goods that are not there, and a time to come', async () => {
    await fresh();
    const ask = (input: Record<string, unknown>) =>
      house.ask(people.maker, adjustment.calls.add, {
        warehouse_id: place.id,
        adjust_type: 1,
        reason: '测试',
        lines: [{ sku_id: shirt.id, qty: 1 }],
        ...input,
      } as never);
    await expect(ask({ reason: 'x'.repeat(1_000_000) })).rejects.toMatchObject({ kind: 'invalid', field: 'reason' });
    await expect(ask({ warehouse_id: 999_999 })).rejects.toMatchObject({ kind: 'invalid', field: 'warehouse_id' });
    await expect(ask({ lines: [{ sku_id: 999_999, qty: 1 }] })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines.0.sku_id',
    });
    await expect(
      ask({ happened_at: new Date(house.clock.now().getTime() + 60_000).toISOString() }),
    ).rejects.toMatchObject({ field: 'happened_at' });
    await expect(
      ask({
        lines: [
          { sku_id: shirt.id, qty: 1 },
          { sku_id: shirt.id, qty: 2 },
        ],
      }),
    ).rejects.toMatchObject({ field: 'lines.1.sku_id' });
  });

  it('refuses a warehouse outside the data scope as if it were not there', async () => {
    await fresh();
    const elsewhere = await shelf(house.db);
    const limited = await house.person(
      '店员',
      ['Inventory:adjustAdd', 'Inventory:adjustView'],
      [{ warehouse: [elsewhere.id] }],
    );
    const input = { warehouse_id: place.id, adjust_type: 1, reason: '测试', lines: [{ sku_id: shirt.id, qty: 1 }] };
    await expect(house.ask(limited, adjustment.calls.add, input as never)).rejects.toMatchObject({
      kind: 'invalid',
      field: 'warehouse_id',
    });
    const id = await draft(adjustType.gain, 1);
    await expect(house.ask(limited, adjustment.calls.detail, { id })).rejects.toMatchObject({ kind: 'notFound' });
    await expect(house.ask(limited, adjustment.submit, { id })).rejects.toMatchObject({ kind: 'notFound' });
    expect((await house.ask(limited, adjustment.calls.list, {})).total).toBe(0);
  });

  it('refuses to submit more than is available, naming the goods, and locks nothing', async () => {
    await fresh(5);
    const id = await draft(adjustType.ownUse, 6);
    await expect(house.ask(people.maker, adjustment.submit, { id })).rejects.toMatchObject({
      kind: 'stockShort',
      message: expect.stringContaining(shirt.sku_no),
    });
    expect(await balance()).toEqual({ on_hand: 5, locked: 0 });
  });

  it('names no goods that the person who is refused may not see', async () => {
    await fresh(5);
    const id = await draft(adjustType.ownUse, 6);
    const [other] = await pieces(house.db);
    const keys = ['Inventory:adjustAdd', 'Inventory:adjustView'];
    const scopes = [{ brand: [other?.brand_id ?? 0] }, { brand: [shirt.brand_id] }];
    const [blind, seeing] = await Promise.all(scopes.map((scope) => house.person('店员', keys, [scope])));
    const submit = (by: Actor | undefined) => house.ask(by as Actor, adjustment.submit, { id });
    await expect(submit(blind)).rejects.toMatchObject({
      kind: 'stockShort',
      field: 'lines',
      message: '单据中的部分货品 可用 5 件，需要 6 件',
    });
    await expect(submit(seeing)).rejects.toMatchObject({ message: expect.stringContaining(shirt.sku_no) });
  });

  it('refuses its maker, its editor and its submitter as judge', async () => {
    await fresh(5);
    const id = await draft(adjustType.gain, 1);
    await house.ask(people.maker, adjustment.submit, { id });
    await expect(house.ask(people.maker, adjustment.audit, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
  });

  it('refuses every step that its state does not open, and a rejection without a remark', async () => {
    await fresh(5);
    const id = await draft(adjustType.gain, 1);
    await expect(house.ask(people.judge, adjustment.audit, { id, result: 1 })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await house.ask(people.maker, adjustment.submit, { id });
    await expect(house.ask(people.maker, adjustment.submit, { id })).rejects.toMatchObject({
      kind: 'illegalTransition',
    });
    await expect(house.ask(people.judge, adjustment.audit, { id, result: 2 })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'remark',
    });
    await expect(house.ask(people.judge, adjustment.audit, { id, version: 1, result: 1 })).rejects.toMatchObject({
      kind: 'versionConflict',
    });
    for (const unseen of [{ id }, { ids: [id] }])
      await expect(
        house.ask(people.judge, adjustment.audit, { ...unseen, result: 1 }, { asIs: true }),
      ).rejects.toMatchObject({ kind: 'invalid', field: 'version' });
    await expect(
      house.ask(people.maker, adjustment.calls.edit, { id, version: 2, reason: '改动' } as never),
    ).rejects.toMatchObject({ kind: 'illegalTransition' });
  });

  it('refuses grade changes that change nothing', async () => {
    await fresh(5);
    await expect(draft(adjustType.degrade, 1)).rejects.toMatchObject({ field: 'lines.0.to_imperfect_type' });
    await expect(draft(adjustType.gain, 1, { to_imperfect_type: 1 })).rejects.toMatchObject({
      field: 'lines.0.to_imperfect_type',
    });
    await expect(draft(adjustType.restore, 1, { imperfect_type: 0, to_imperfect_type: 1 })).rejects.toMatchObject({
      field: 'lines.0.to_imperfect_type',
    });
  });
});

describe('posting', () => {
  it('brings opening stock in, promises what will leave, takes it when it is judged', async () => {
    await fresh(10);
    const id = await draft(adjustType.ownUse, 4);
    await house.ask(people.maker, adjustment.submit, { id });
    expect(await balance()).toEqual({ on_hand: 10, locked: 4 });
    await house.ask(people.judge, adjustment.audit, { id, result: 1 });
    expect(await balance()).toEqual({ on_hand: 6, locked: 0 });
  });

  it('lets go of the promise when it is rejected or voided', async () => {
    await fresh(10);
    const id = await draft(adjustType.loss, 4);
    await house.ask(people.maker, adjustment.submit, { id });
    await house.ask(people.judge, adjustment.audit, { id, result: 2, remark: '数量不对' });
    expect(await balance()).toEqual({ on_hand: 10, locked: 0 });
    await house.ask(people.maker, adjustment.submit, { id });
    await house.ask(people.maker, adjustment.cancel, { id, reason: '不做了' });
    expect(await balance()).toEqual({ on_hand: 10, locked: 0 });
    const detail = await house.ask(people.maker, adjustment.calls.detail, { id });
    expect(detail).toMatchObject({ status: -1, cancel_reason: '不做了', cancelled_by: people.maker.id });
    expect(detail.audit.map((row) => row.label)).toEqual(['新增', '提交', '审核驳回', '提交', '作废']);
  });

  it('moves pieces between grades without making or losing one', async () => {
    await fresh(10);
    await adjust(house, {
      people,
      warehouse: place.id,
      type: adjustType.degrade,
      lines: [{ sku_id: shirt.id, qty: 3, to_imperfect_type: 2 }],
    });
    expect(await balance(0)).toEqual({ on_hand: 7, locked: 0 });
    expect(await balance(2)).toEqual({ on_hand: 3, locked: 0 });
  });

  it('answers a repeated call with the first answer and does it once', async () => {
    await fresh(10);
    const id = await draft(adjustType.gain, 1);
    await house.ask(people.maker, adjustment.submit, { id });
    const opId = crypto.randomUUID();
    const { version } = await house.ask(people.judge, adjustment.calls.detail, { id });
    const pass = { id, result: 1, version } as const;
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => house.ask(people.judge, adjustment.audit, pass, { opId })),
    );
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect((await balance()).on_hand).toBe(11);
    await expect(
      house.ask(people.judge, adjustment.audit, { id, result: 2, remark: '别的' }, { opId }),
    ).rejects.toMatchObject({ kind: 'duplicateSubmit' });
    await expect(house.ask(people.maker, adjustment.audit, { id, result: 1 }, { opId })).rejects.toMatchObject({
      kind: 'duplicateSubmit',
    });
  });

  it('edits one line by sending one line', async () => {
    await fresh();
    const many = await pieces(house.db, 50);
    const saved = await house.ask(people.maker, adjustment.calls.add, {
      warehouse_id: place.id,
      adjust_type: 1,
      reason: '测试',
      lines: many.map((one) => ({ sku_id: one.id, qty: 1 })) as never,
    });
    const before = await house.ask(people.maker, adjustment.calls.detail, { id: saved.id });
    const line = before.lines[7];
    await house.ask(people.maker, adjustment.calls.edit, {
      id: saved.id,
      version: 1,
      line_changes: { put: [{ id: line?.id, sku_id: line?.sku_id, qty: 9 }], remove: [before.lines[0]?.id ?? 0] },
    } as never);
    const after = await house.ask(people.maker, adjustment.calls.detail, { id: saved.id });
    expect(after.lines).toHaveLength(49);
    expect(after.lines.find((one) => one.id === line?.id)).toMatchObject({ qty: 9 });
    expect(after).toMatchObject({ total_qty: 57, version: 2 });
    const other = await draft(adjustType.gain, 1);
    await expect(
      house.ask(people.maker, adjustment.calls.edit, {
        id: other,
        version: 1,
        line_changes: { put: [{ id: line?.id, sku_id: line?.sku_id, qty: 1 }], remove: [] },
      } as never),
    ).rejects.toMatchObject({ field: 'lines.0.id' });
  });

  it('is not named twice, nor changed and removed', async () => {
    const id = await draft(adjustType.gain, 1);
    const [line] = (await house.ask(people.maker, adjustment.calls.detail, { id })).lines;
    // Of another grade, so that the two are no repeated goods.
    const put = (qty: number) => ({ id: line?.id, sku_id: line?.sku_id, qty, imperfect_type: qty });
    const edited = async (sent: object): Promise<unknown> =>
      await house.ask(people.maker, adjustment.calls.edit, { id, version: 1, ...sent } as never);
    const twice = { kind: 'invalid', field: 'lines.1.id' };
    await expect(edited({ line_changes: { put: [put(1), put(2)], remove: [] } })).rejects.toMatchObject(twice);
    await expect(edited({ lines: [put(1), put(2)] })).rejects.toMatchObject(twice);
    await expect(edited({ line_changes: { put: [put(2)], remove: [line?.id] } })).rejects.toMatchObject({
      kind: 'invalid',
      field: 'lines.0.id',
    });
    expect((await house.ask(people.maker, adjustment.calls.detail, { id })).lines).toMatchObject([{ qty: 1 }]);
  });
});
