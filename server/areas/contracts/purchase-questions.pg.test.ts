import type { Kysely } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { contract } from '#contract/areas/contracts/contract.ts';
import { purchasePriceCalls } from '#contract/areas/contracts/purchase-price-calls.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { holdContract } from '#server/terms/contract-terms.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { agreed, agreementKeys, newAgreement } from '#tests/factories/contracts.ts';
import { addInbound } from '#tests/factories/purchasing.ts';
import { shelf } from '#tests/factories/shelf.ts';

// What is asked of purchase prices and contracts besides their own steps: rows of files, how goods sell, terms for an order.

let db: Kysely<unknown>;
let house: House;
let maker: Actor;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  maker = await house.person('采购员', agreementKeys);
});

it('a file is read row by row, goods by number or barcode, each answered', async () => {
  const agreement = await agreed(db, 2);
  const [one, two] = agreement.goods;
  const answer = await house.ask(maker, purchasePriceCalls.fileContent, {
    supplier_id: agreement.supplier_id,
    contract_id: agreement.contract_id,
    rows: [
      { code: 'nobody', price: '1' },
      { code: one?.sku_no ?? '', price: '30.5' },
      { code: two?.barcode ?? '', price: '1,200', tax: '9%' },
      { code: one?.sku_no ?? '', price: '2' },
      { code: two?.sku_no ?? '', price: 'x' },
      { code: '', price: '1' },
      { code: two?.sku_no ?? '', price: '1', tax: '130' },
      { code: two?.sku_no ?? '', price: '59,90' },
      { code: '#N/A', price: '1' },
    ],
  });
  expect(answer.lines).toMatchObject([
    { row: 2, sku_id: one?.id, new_price: 3050, tax_rate_bp: 1300 },
    { row: 3, sku_id: two?.id, new_price: 120_000, tax_rate_bp: 900 },
  ]);
  expect(answer.errors.map(({ row }) => row)).toEqual([1, 4, 5, 6, 7, 8, 9]);
  expect(answer.errors.at(-1)?.words).toContain('公式的错误值');
});

it('how much was sold of what came in is told of days, both ends included', async () => {
  const agreement = await agreed(db);
  const sku_id = agreement.goods[0]?.id ?? 0;
  const inbound = { warehouse_id: (await shelf(db)).id, lines: [{ sku_id, in_qty: 8 }] };
  await addInbound(db, { ...inbound, into_time: '2026-01-31T15:59:59Z' });
  await addInbound(db, { ...inbound, into_time: '2026-01-31T16:00:00Z' });
  const ask = (date_from: string, date_to: string) =>
    house.ask(maker, purchasePriceCalls.saleRate, { sku_ids: [sku_id], date_from, date_to });
  expect((await ask('2026-02-01', '2026-02-28')).list).toEqual([{ sku_id, in_qty: 8, sale_qty: 0, sale_rate_bp: 0 }]);
  expect((await ask('2026-01-01', '2026-02-01')).list).toMatchObject([{ in_qty: 16 }]);
  expect((await ask('2025-01-01', '2025-02-01')).list).toMatchObject([{ in_qty: 0, sale_rate_bp: null }]);
  await expect(ask('2026-02-02', '2026-02-01')).rejects.toMatchObject({ field: 'date_to' });
});

it('a contract is held for an order as long as its transaction lasts, and refused by what is wrong with it', async () => {
  const agreement = await agreed(db);
  const other = await newAgreement(db);
  const { contract_id, supplier_id, goods } = agreement;
  const sku_ids = goods.map(({ id }) => id);
  const hold = (given: Readonly<Record<string, unknown>> = {}) =>
    db.transaction().execute((tx) => holdContract(tx, { contract_id, supplier_id, co_model: 1, sku_ids, ...given }));
  expect(await hold()).toMatchObject({ id: contract_id, settle_days: 30, tax_rate_bp: 1300 });
  for (const [given, field] of [
    [{ supplier_id: other.supplier_id }, 'contract_id'],
    [{ contract_id: 999_999_999 }, 'contract_id'],
    [{ co_model: 2 }, 'co_model'],
    [{ sku_ids: [...sku_ids, other.goods[0]?.id] }, 'lines.1.sku_id'],
  ] as const)
    await expect(hold(given)).rejects.toMatchObject({ field });
  await house.ask(maker, transitionCall(contract, 'terminate'), {
    id: contract_id,
    terminate_date: '2026-03-02',
    reason: '双方协商终止',
  });
  await expect(hold()).rejects.toMatchObject({ field: 'contract_id' });
});
