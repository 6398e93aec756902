import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { goodsSelection } from '#contract/areas/purchasing/goods-selection.ts';
import { orderState, selectionState } from '#contract/areas/purchasing/purchase-enums.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type BuyingOffice, buyingOffice } from '#tests/factories/buying.ts';

// Selections of goods (domain.md §4.5): what they refuse, and what order they become.

const calls = callsOf(goodsSelection);
let house: House;
let office: BuyingOffice;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  office = await buyingOffice(house);
});
afterAll(async () => {
  expect(await brokenInvariants(house.db)).toEqual([]);
});

type Agreed = Awaited<ReturnType<BuyingOffice['agree']>>;

const take = (name: string, input: object, by = office.buyer) =>
  office.take(goodsSelection, name, by, input as { id: number });
const offer = (given: object = {}) => ({ style_no: 'T1', name: 'T恤', offer_price: 2500, offer_qty: 60, ...given });
const chosen = (choose_qty: number, given: object = {}) => offer({ is_chosen: true, choose_qty, ...given });
const save = async ({ supplier_id, purchaser_id }: Agreed, lines: object[], more: object = {}) =>
  await house.ask(office.buyer, calls.add, { supplier_id, purchaser_id, lines, ...more } as never);
const styleOf = async ({ goods }: Agreed): Promise<number> => {
  const { rows } = await sql<{ spu_id: number }>`select spu_id from sku where id = ${goods[0]?.id}`.execute(house.db);
  return rows[0]?.spu_id ?? 0;
};

describe('a selection is refused', () => {
  it.each<[string, object, string]>([
    ['with a choice of nothing', offer({ is_chosen: true }), 'lines.0.choose_qty'],
    ['with a quantity of what is not chosen', offer({ choose_qty: 3 }), 'lines.0.choose_qty'],
    ['without a price', offer({ offer_price: null }), 'lines.0.offer_price'],
  ])('%s', async (_name, line, field) => {
    await expect(save(await office.agree(), [line])).rejects.toMatchObject({ kind: 'invalid', field });
  });

  it('with nothing chosen as it is submitted, and with more than is offered as it is confirmed', async () => {
    const by = await office.agree();
    const none = await save(by, [offer()]);
    await expect(take('submit', { id: none.id })).rejects.toMatchObject({ field: 'lines' });
    const { id } = await save(by, [chosen(61)], { submit: 1 });
    expect(await office.statusOf('goods_selection', id)).toBe(selectionState.waiting);
    await expect(take('confirm', { id, result: 1 }, office.manager)).rejects.toMatchObject({
      field: 'lines.0.choose_qty',
    });
    await take('confirm', { id, result: 2, remark: '超出可供' }, office.manager);
    expect(await office.statusOf('goods_selection', id)).toBe(selectionState.rejected);
  });

  it('as an order where a style is none of ours, and by another supplier’s contract', async () => {
    const by = await office.agree();
    const { id } = await save(by, [chosen(10)], { submit: 1 });
    await take('confirm', { id, result: 1 }, office.manager);
    const asked = { id, contract_id: by.contract_id, warehouse_id: by.warehouse_id, expect_date: '2026-03-30' };
    await expect(take('toOrder', asked)).rejects.toMatchObject({ field: 'lines.0.spu_id' });
    const own = await save(by, [chosen(10, { spu_id: await styleOf(by) })], { submit: 1 });
    await take('confirm', { id: own.id, result: 1 }, office.manager);
    const stranger = (await office.agree()).contract_id;
    await expect(take('toOrder', { ...asked, id: own.id, contract_id: stranger })).rejects.toMatchObject({
      field: 'contract_id',
    });
    expect(await office.statusOf('goods_selection', own.id)).toBe(selectionState.confirmed);
  });
});

it('is saved by one call, new without an id and again with one', async () => {
  const by = await office.agree();
  const { id, version } = await save(by, [chosen(10)]);
  await expect(house.ask(office.buyer, calls.edit, { id, year: 2026 } as never)).rejects.toMatchObject({
    field: 'version',
  });
  await house.ask(office.buyer, calls.edit, { id, version, year: 2026 });
  const { rows } = await sql`select year, total_qty, total_amount from goods_selection where id = ${id}`.execute(
    house.db,
  );
  expect(rows).toEqual([{ year: 2026, total_qty: 10, total_amount: 25_000 }]);
});

it('becomes a draft of an order, its styles spread over their goods, and each knows the other', async () => {
  const by = await office.agree(3);
  const { id, no } = await save(by, [chosen(10, { spu_id: await styleOf(by) }), offer({ style_no: 'T2' })], {
    submit: 1,
  });
  await take('confirm', { id, result: 1 }, office.manager);
  await take('toOrder', {
    id,
    contract_id: by.contract_id,
    warehouse_id: by.warehouse_id,
    expect_date: '2026-03-30',
  });
  const shown = await house.ask(office.buyer, calls.detail, { id });
  expect(shown).toMatchObject({ status: selectionState.ordered, purchase_id: expect.any(Number) });
  const order = (await house.ask(office.buyer, callsOf(purchaseOrder).detail, {
    id: Number(shown.purchase_id),
  })) as unknown as { lines: { qty: number; source_line_id: number | null }[] };
  expect(order).toMatchObject({
    status: orderState.draft,
    source_type: 'goodsSelection',
    source_no: no,
    total_qty: 10,
  });
  expect(order.lines.map(({ qty }) => qty)).toEqual([4, 3, 3]);
  expect(new Set(order.lines.map(({ source_line_id }) => source_line_id)).size).toBe(1);
});
