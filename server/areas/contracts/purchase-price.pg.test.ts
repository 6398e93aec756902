import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contract } from '#contract/areas/contracts/contract.ts';
import { ordersAtPrices } from '#contract/areas/contracts/contract-events.ts';
import { purchasePriceCalls } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { purchasePriceAt } from '#server/terms/purchase-price-at.ts';
import { brokenBy } from '#tests/boot/broken-by.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { agreed, agreementKeys, contractInForce } from '#tests/factories/contracts.ts';
import { addPrice } from '#tests/factories/prices.ts';
import { addInbound } from '#tests/factories/purchasing.ts';
import { shelf } from '#tests/factories/shelf.ts';

// Purchase price sheets (domain.md §4.3): what each step refuses, the two judgements, and what goods are bought at afterwards.

type Agreed = Awaited<ReturnType<typeof agreed>>;
type Given = Readonly<Record<string, unknown>>;

let db: Kysely<unknown>;
let house: House;
let maker: Actor;
let department: Actor;
let finance: Actor;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  [maker, department, finance] = [
    await house.person('采购员', agreementKeys),
    await house.person('采购经理', agreementKeys),
    await house.person('财务经理', agreementKeys),
  ];
});
afterAll(async () => {
  expect(await brokenInvariants(db)).toEqual([]);
});

const today = '2026-03-02';
const lines = ({ goods }: Agreed, new_price = 3000) =>
  goods.map(({ id }) => ({ sku_id: id, new_price, tax_rate_bp: 1300 }));
async function add(agreement: Agreed, given: Given = {}, by = maker): Promise<number> {
  const { supplier_id, contract_id } = agreement;
  const plain = { kind: 1, supplier_id, contract_id, effective_date: today, lines: lines(agreement) };
  return (await house.ask(by, callsOf(purchasePriceSheet).add, { ...plain, ...given } as never)).id;
}
const take = (name: string, by: Actor, input: Record<string, unknown>) =>
  house.ask(by, transitionCall(purchasePriceSheet, name), input);
interface Read extends Record<string, unknown> {
  status: number;
  sheet_no: string;
  lines: Record<string, unknown>[];
  audit: { action: string; result: number | null; to_status: number | null }[];
  allowed: { transitions: string[]; edit: boolean };
}
const read = (id: number, by = maker) =>
  house.ask(by, callsOf(purchasePriceSheet).detail, { id }) as unknown as Promise<Read>;
async function judge(id: number): Promise<void> {
  await take('departmentAudit', department, { id });
  await take('financeAudit', finance, { id });
}
async function inForce(agreement: Agreed, given: Given = {}): Promise<number> {
  const id = await add(agreement, given);
  await take('submit', maker, { id });
  await judge(id);
  return id;
}
const priceOn = async ({ supplier_id, goods }: Agreed, date: string) => {
  const id = goods[0]?.id ?? 0;
  return (await purchasePriceAt(db, { supplier_id, sku_ids: [id], date })).get(id)?.price;
};

describe('a sheet is refused', () => {
  it.each<[string, Given, string]>([
    ['no contract', { contract_id: null }, 'contract_id'],
    ['a change without a reason', { kind: 2 }, 'reason'],
    ['a price that is filled in later of no batch', { kind: 3 }, 'lines.0.in_ware_detail_id'],
    ['a price of nothing', { lines: [{ sku_id: 1, new_price: 0, tax_rate_bp: 1300 }] }, 'lines.0.new_price'],
    ['figures that are worked out', { sku_count: 3 }, 'sku_count'],
    [
      'a batch that it does not speak of',
      { lines: [{ sku_id: 1, new_price: 1, tax_rate_bp: 1300, in_ware_detail_id: 1 }] },
      'lines.0.in_ware_detail_id',
    ],
  ])('for %s', async (_name, given, field) => {
    await expect(add(await agreed(db), given)).rejects.toMatchObject({ code: 4001, field });
  });

  it('with a contract of another or not in force, goods of a brand that it does not name, a supplier that nobody deals with', async () => {
    const [one, other] = [await agreed(db, 2), await agreed(db)];
    await expect(add(one, { contract_id: other.contract_id })).rejects.toMatchObject({ field: 'contract_id' });
    const over = await contractInForce(db, one, { status: 5, co_model: 2 });
    await expect(add(one, { contract_id: over })).rejects.toMatchObject({ field: 'contract_id' });
    const foreign = [...lines(one), ...lines(other)];
    await expect(add(one, { lines: foreign })).rejects.toMatchObject({ code: 4001, field: 'lines.2.sku_id' });
    await expect(add(one, { lines: [...lines(one), ...lines(one)] })).rejects.toMatchObject({
      field: 'lines.2.sku_id',
    });
    await sql`update supplier set status = 0 where id = ${other.supplier_id}`.execute(db);
    await expect(add(other)).rejects.toMatchObject({ field: 'supplier_id' });
  });

  it('when it is submitted: without lines, from a day that is over, of the wrong kind', async () => {
    const agreement = await agreed(db);
    await expect(take('submit', maker, { id: await add(agreement, { lines: [] }) })).rejects.toMatchObject({
      field: 'lines',
    });
    const late = await add(agreement, { effective_date: '2026-03-01' });
    await expect(take('submit', maker, { id: late })).rejects.toMatchObject({ field: 'effective_date' });
    const change = await add(agreement, { kind: 2, reason: '面料涨价' });
    await expect(take('submit', maker, { id: change })).rejects.toMatchObject({ field: 'lines.0.sku_id' });
    await inForce(agreement);
    const again = await add(agreement, { effective_date: '2026-03-05' });
    await expect(take('submit', maker, { id: again })).rejects.toMatchObject({
      field: 'lines.0.sku_id',
      message: expect.stringContaining('采购调价') as string,
    });
  });

  it('while another begins on the same day, with the other’s number; of two at once one wins', async () => {
    const agreement = await agreed(db);
    const first = await add(agreement, { effective_date: '2026-03-05' });
    await take('submit', maker, { id: first });
    const second = await add(agreement, { effective_date: '2026-03-05' });
    const { sheet_no } = await read(first);
    await expect(take('submit', maker, { id: second })).rejects.toMatchObject({
      field: 'lines.0.sku_id',
      message: expect.stringContaining(sheet_no) as string,
    });
    const told = await house.ask(maker, purchasePriceCalls.addView, {
      id: second,
      supplier_id: agreement.supplier_id,
      contract_id: agreement.contract_id,
      effective_date: '2026-03-05',
      sku_ids: agreement.goods.map(({ id }) => id),
    });
    expect(told.lines[0]?.problem).toContain('2026-03-05');
    await take('departmentReject', department, { id: first, remark: '再议' });
    const both = await Promise.allSettled([first, second].map((id) => take('submit', maker, { id })));
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('a judgement by its author, by who has judged it before, out of turn, and a rejection without a reason', async () => {
    const id = await add(await agreed(db));
    await take('submit', maker, { id });
    await expect(take('departmentAudit', maker, { id })).rejects.toMatchObject({ code: 4010 });
    await expect(take('financeAudit', finance, { id })).rejects.toMatchObject({ code: 4010 });
    for (const remark of [undefined, ' '])
      await expect(
        take('departmentReject', department, { id, ...(remark === undefined ? {} : { remark }) }),
      ).rejects.toMatchObject({ code: 4001, field: 'remark' });
    await take('departmentAudit', department, { id });
    await expect(take('financeAudit', department, { id })).rejects.toMatchObject({ code: 4010 });
    expect((await read(id, department)).allowed.transitions).not.toContain('financeAudit');
    expect((await read(id, department)).allowed.transitions).toContain('financeReject');
  });

  it('its last judgement when its contract is over by then, or the day has been taken', async () => {
    const agreement = await agreed(db);
    const id = await add(agreement);
    await take('submit', maker, { id });
    await take('departmentAudit', department, { id });
    await endContract(agreement.contract_id);
    await expect(take('financeAudit', finance, { id })).rejects.toMatchObject({ field: 'contract_id' });
    const other = await agreed(db);
    const [slow, quick] = [await add(other, { effective_date: '2026-03-05' }), await add(other)];
    await take('submit', maker, { id: slow });
    await take('submit', maker, { id: quick });
    house.clock.set('2026-03-04T16:00:00.000Z');
    await judge(quick);
    await take('departmentAudit', department, { id: slow });
    await expect(take('financeAudit', finance, { id: slow })).rejects.toMatchObject({ code: 4010 });
    house.clock.set('2026-03-02T02:00:00.000Z');
  });
});

/** The contract is terminated from today. */
async function endContract(id: number): Promise<void> {
  await house.ask(department, transitionCall(contract, 'terminate'), {
    id,
    terminate_date: today,
    reason: '双方协商终止',
  });
}

it('goes its whole way, and its history says who passed and who said no', async () => {
  const agreement = await agreed(db, 2);
  const id = await add(agreement);
  await take('submit', maker, { id });
  await take('departmentReject', department, { id, remark: '请附报价' });
  const { version } = (await read(id)) as unknown as { version: number };
  await house.ask(maker, callsOf(purchasePriceSheet).edit, { id, version, reason: '附三家报价', submit: 1 } as never);
  await take('departmentAudit', department, { ids: [id], remark: '同意' });
  await take('financeReject', finance, { id, remark: '税率有误' });
  await take('submit', maker, { id });
  await judge(id);
  const { audit, status, sku_count } = await read(id);
  expect({ status, sku_count }).toEqual({ status: 3, sku_count: 2 });
  expect(
    audit.flatMap(({ action, result }) =>
      action.includes('Audit') || action.includes('Reject') ? [[action, result]] : [],
    ),
  ).toEqual([
    ['departmentReject', 2],
    ['departmentAudit', 1],
    ['financeReject', 2],
    ['departmentAudit', 1],
    ['financeAudit', 1],
  ]);
  await expect(take('cancel', department, { id, reason: '不要了' })).rejects.toMatchObject({ code: 4010 });
});

it('shows beside each line what its goods are bought and sold at, the margin behind its key, and how much was sold', async () => {
  const agreement = await agreed(db);
  const [piece] = agreement.goods;
  await inForce(agreement);
  await addPrice(db, { sku_id: piece?.id ?? 0, price: 6000 });
  await addInbound(db, {
    warehouse_id: (await shelf(db)).id,
    supplier_id: agreement.supplier_id,
    lines: [{ sku_id: piece?.id ?? 0, in_qty: 10 }],
  });
  const id = await add(agreement, {
    kind: 2,
    reason: '议价',
    effective_date: '2026-03-10',
    lines: lines(agreement, 4000),
  });
  const sheet = await read(id);
  expect(sheet.lines).toMatchObject([{ old_price: 3000, sale_price: 6000, markup_bp: 5000, sale_rate_bp: 0 }]);
  const clerk = await house.person(
    '出纳',
    agreementKeys.filter((key) => key !== 'stock:costView'),
  );
  expect((await read(id, clerk)).lines[0]).not.toHaveProperty('markup_bp');
});

describe('what goods are bought at', () => {
  it('follows sheet after sheet by the day, and tells which sheet and contract', async () => {
    const agreement = await agreed(db);
    const [piece] = agreement.goods;
    const first = await inForce(agreement);
    const change = (effective_date: string, price: number) =>
      inForce(agreement, { kind: 2, reason: '议价', effective_date, lines: lines(agreement, price) });
    await change('2026-04-01', 3200);
    await change('2026-03-15', 3100);
    const days = ['2026-03-01', '2026-03-02', '2026-03-14', '2026-03-15', '2026-03-31', '2026-04-01', '2030-01-01'];
    expect(await Promise.all(days.map((day) => priceOn(agreement, day)))).toEqual([
      undefined,
      3000,
      3000,
      3100,
      3100,
      3200,
      3200,
    ]);
    const { list } = await house.ask(maker, purchasePriceCalls.explain, {
      supplier_id: agreement.supplier_id,
      sku_ids: [piece?.id ?? 0],
      date: '2026-03-10',
    });
    expect(list).toMatchObject([
      {
        price: 3000,
        tax_rate_bp: 1300,
        price_state: 1,
        sheet_id: first,
        contract_id: agreement.contract_id,
        effective_date: today,
        expire_date: '2026-03-15',
      },
    ]);
    const before = await house.ask(maker, purchasePriceCalls.explain, {
      supplier_id: agreement.supplier_id,
      sku_ids: [piece?.id ?? 0],
      date: '2026-03-01',
    });
    expect(before.list).toMatchObject([{ price: null, price_state: 2, sheet_no: null }]);
  });

  it('is from the day of the last judgement where that came after the sheet’s own', async () => {
    const agreement = await agreed(db);
    const id = await add(agreement);
    await take('submit', maker, { id });
    house.clock.set('2026-03-05T02:00:00.000Z');
    await judge(id);
    house.clock.set('2026-03-02T02:00:00.000Z');
    expect([await priceOn(agreement, '2026-03-04'), await priceOn(agreement, '2026-03-05')]).toEqual([undefined, 3000]);
    expect(await read(id)).toMatchObject({ effective_date: '2026-03-05' });
    // A price that nobody passed is found.
    const ofSheet = sql`where sheet_id = ${id}`;
    expect(await brokenBy(db, [sql`update purchase_price set price = price - 1 ${ofSheet}`])).toEqual(['k200']);
    expect(await brokenBy(db, [sql`update purchase_price set tax_rate_bp = 0 ${ofSheet}`])).toEqual(['k200']);
  });

  it('goes back to what it was where a sheet is taken back before its day: by the manager, as long as nobody ordered at it', async () => {
    const agreement = await agreed(db);
    const first = await inForce(agreement);
    const ahead = await inForce(agreement, {
      kind: 2,
      reason: '议价',
      effective_date: '2026-03-20',
      lines: lines(agreement, 3100),
    });
    const buyer = await house.person(
      '采购员二',
      agreementKeys.filter((key) => key !== 'PurchasePrice:departmentAudit'),
    );
    await expect(take('cancel', buyer, { id: ahead, reason: '价格有误' })).rejects.toMatchObject({ code: 4003 });
    await expect(take('cancel', department, { id: first, reason: '价格有误' })).rejects.toMatchObject({ code: 4010 });
    let ordered = true;
    house.kit.registry.events.answers(ordersAtPrices, async (_context, { sheet_id, sku_ids }) =>
      ordered && sheet_id === ahead ? [{ purchase_no: 'CG9', sku_id: sku_ids[0] ?? 0 }] : [],
    );
    await expect(take('cancel', department, { id: ahead, reason: '价格有误' })).rejects.toMatchObject({
      message: expect.stringContaining('CG9') as string,
    });
    ordered = false;
    await take('cancel', department, { id: ahead, reason: '价格有误' });
    expect(await priceOn(agreement, '2026-12-31')).toBe(3000);
    const { rows } = await sql`select expire_date from purchase_price where sheet_id = ${first}`.execute(db);
    expect(rows).toEqual([{ expire_date: null }]);
  });

  it('ends with its contract: what had not begun never comes, another contract’s prices stay', async () => {
    const agreement = await agreed(db);
    await inForce(agreement);
    await inForce(agreement, { kind: 2, reason: '议价', effective_date: '2026-03-20', lines: lines(agreement, 3100) });
    const other = await contractInForce(db, agreement, { co_model: 2 });
    await inForce(agreement, {
      kind: 2,
      reason: '议价',
      contract_id: other,
      effective_date: '2026-04-01',
      lines: lines(agreement, 3200),
    });
    await house.ask(department, transitionCall(contract, 'terminate'), {
      id: agreement.contract_id,
      terminate_date: '2026-03-10',
      reason: '双方协商终止',
    });
    const days = ['2026-03-09', '2026-03-10', '2026-03-25', '2026-04-01'];
    expect(await Promise.all(days.map((day) => priceOn(agreement, day)))).toEqual([3000, undefined, undefined, 3200]);
  });
});
