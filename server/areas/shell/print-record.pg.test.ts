import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktaking, takeType } from '#contract/areas/warehouse/stocktaking.ts';
import { stocktakingPrinting } from '#contract/areas/warehouse/stocktaking-printing.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { printRecordCall, registration } from '#contract/kit/printing.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { anyone } from '#tests/factories/office.ts';
import { pieces, shelf } from '#tests/factories/shelf.ts';
import { adjustment, stockPeople } from '#tests/factories/stock.ts';

// Prints are counted where the document stands, by whichever call they are registered; nothing else of it changes.

let house: House;
let place: number;
let voucher: { doc_type: string; doc_id: number };

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
});

beforeEach(async () => {
  place = (await shelf(house.db)).id;
  const [piece] = await pieces(house.db);
  const { maker } = await stockPeople(house);
  const { id } = await house.ask(maker, adjustment.calls.add, {
    warehouse_id: place,
    adjust_type: adjustType.gain,
    reason: '清点',
    lines: [{ sku_id: piece?.id ?? 0, qty: 1 }] as never,
  });
  voucher = { doc_type: stockAdjustment.name, doc_id: id };
});

const standing = async () => {
  const { rows } = await sql<{ print_count: number; version: number; steps: number }>`
    select print_count, version, (select count(*) from audit_log where doc_type = ${voucher.doc_type} and doc_id = d.id) as steps
    from stock_adjustment d where id = ${voucher.doc_id}`.execute(house.db);
  return rows[0];
};

/** A planned sheet, and a print of it as its screen registers one. */
async function plannedSheet() {
  const { id } = await house.ask(anyone(), callsOf(stocktaking).add, {
    warehouse_id: place,
    take_type: takeType.whole,
    plan_date: '2026-03-02',
  } as never);
  const print = async (kind: number, actor = anyone()) => {
    const { call, input } = registration(stocktakingPrinting, { id, kind });
    return await house.ask(actor, call, input);
  };
  return { id, print };
}

describe('refused', () => {
  it.each([
    ['a kind of document that is not printed', { doc_type: 'brand' }, 'doc_type'],
    ['an id as text', { doc_id: '1' }, 'doc_id'],
    ['no id', { doc_id: undefined }, 'doc_id'],
    ['a key of nobody', { times: 3 }, 'times'],
  ])('%s, by its field', async (_what, wrong, field) => {
    await expect(house.ask(anyone(), printRecordCall, { ...voucher, ...wrong } as never)).rejects.toMatchObject({
      kind: 'invalid',
      field,
    });
    expect(await standing()).toMatchObject({ print_count: 0 });
  });

  it('a person without the key, one who does not see it, and a document that is not there', async () => {
    const ask = (actor: ReturnType<typeof anyone>, doc_id = voucher.doc_id) =>
      house.ask(actor, printRecordCall, { ...voucher, doc_id });
    await expect(ask(anyone({ keys: ['stocktaking:print'] }))).rejects.toMatchObject({ kind: 'forbidden' });
    const elsewhere = anyone({ keys: ['Inventory:adjustView'], scope: [{ warehouse: [place + 1] }] });
    await expect(ask(elsewhere)).rejects.toMatchObject({ kind: 'notFound' });
    await expect(ask(anyone(), 999_999_999)).rejects.toMatchObject({ kind: 'notFound' });
    expect(await standing()).toMatchObject({ print_count: 0 });
  });

  it('a format that the document does not have', async () => {
    const { print } = await plannedSheet();
    for (const kind of [0, 3, 1.5]) await expect(print(kind)).rejects.toMatchObject({ kind: 'invalid', field: 'kind' });
  });
});

it('says of every print but the first that it is again, and changes nothing else', async () => {
  const before = await standing();
  const reader = anyone({ keys: ['Inventory:adjustView'] });
  expect(await house.ask(reader, printRecordCall, voucher)).toEqual({ is_again_print: 0, print_count: 1 });
  expect(await house.ask(reader, printRecordCall, voucher)).toEqual({ is_again_print: 1, print_count: 2 });
  expect(await standing()).toEqual({ ...before, print_count: 2 });
});

it('counts a repeated call once', async () => {
  const opId = crypto.randomUUID();
  const press = () => house.ask(anyone(), printRecordCall, voucher, { opId });
  const first = await press();
  expect(first).toEqual({ is_again_print: 0, print_count: 1 });
  expect(await press()).toEqual(first);
});

it('tells all but one of those who print at the same moment that it is again', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => house.ask(anyone(), printRecordCall, voucher)));
  expect(answers.map(({ print_count }) => print_count).toSorted((one, other) => one - other)).toEqual([
    1, 2, 3, 4, 5, 6,
  ]);
  expect(answers.filter(({ is_again_print }) => is_again_print === 0)).toHaveLength(1);
});

it('counts all formats together, by whichever call', async () => {
  const { id, print } = await plannedSheet();
  expect(await print(2)).toMatchObject({ is_again_print: 0 });
  expect(await house.ask(anyone(), printRecordCall, { doc_type: stocktaking.name, doc_id: id })).toMatchObject({
    is_again_print: 1,
    print_count: 2,
  });
  expect(await print(1)).toMatchObject({ is_again_print: 1, print_count: 3 });
});
