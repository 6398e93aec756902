import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type ChainWorld, chainWorld } from '#tests/factories/chain-of-books.ts';
import { accountsOf } from '#tests/factories/settlement.ts';

// A month of a supplier whose goods are not ours, by hand to the fen, with every voucher; that of bought goods stands in settlement.pg.test.ts. Ten pieces at
// 113.00 (100.00 without 13 % of tax) come in, three are sold at 99.99, one is lost, 20.00 of fine, all is settled and paid.

let house: House;
let world: ChainWorld;

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  world = await chainWorld(house);
});

/** Chance that says what it is told, in order. */
const saying = (...words: number[]) => {
  const left = [...words];
  return () => left.shift() ?? 0;
};

/** Debit less credit by kind of voucher and subject, in fen. */
async function booked(supplier: number): Promise<[biz: number, code: string, amount: number][]> {
  const { rows } = await sql<{ biz_type: number; code: string; sum: number }>`
    select v.biz_type, s.code, sum(e.debit - e.credit)::bigint as sum from voucher_entry e join voucher v on v.id = e.voucher_id
    join account_subject s on s.id = e.subject_id where e.supplier_id = ${supplier} group by 1, 2 order by 1, 2`.execute(
    house.db,
  );
  return rows.map(({ biz_type, code, sum }) => [biz_type, code, sum]);
}

const months = [
  {
    model: 2,
    // 3 × 113.00, and 113.00 for the piece that is lost.
    statement: { goods_amount: 45_200, tax_amount: 5200, fine_amount: -2000, total_amount: 43_200 },
    vouchers: [
      [3, '2202.02', -30_000],
      [3, '6401.02', 30_000],
      [9, '2202.01', 2000],
      [9, '6301', -2000],
      [10, '1002', -43_200],
      [10, '2202.01', 43_200],
      [16, '2202.01', -45_200],
      [16, '2202.02', 40_000],
      [16, '2221.01', 5200],
      [18, '1901', 10_000],
      [18, '2202.02', -10_000],
    ],
  },
  {
    model: 3,
    // 80 % of 3 × 99.99 is 239.98, of which 27.61 is tax; the lost piece at 113.00.
    statement: { goods_amount: 35_298, tax_amount: 4061, fine_amount: -2000, total_amount: 33_298 },
    vouchers: [
      [3, '2202.02', -21_237],
      [3, '6401.02', 21_237],
      [9, '2202.01', 2000],
      [9, '6301', -2000],
      [10, '1002', -33_298],
      [10, '2202.01', 33_298],
      [16, '2202.01', -35_298],
      [16, '2202.02', 31_237],
      [16, '2221.01', 4061],
      [18, '1901', 10_000],
      [18, '2202.02', -10_000],
    ],
  },
] as const;

it.each(months)('of model $model', async ({ model, statement, vouchers }) => {
  const of = world.partners.find((one) => one.model === model);
  if (!of) throw new Error('no partner');
  const { steps } = world;
  await steps['buy']?.(of, saying(0, 9));
  // What is not ours is owed for once it is sold or lost.
  expect(await accountsOf(house.db, of.supplier)).toEqual({});
  await steps['sell']?.(of, saying(0, 2));
  await steps['lose']?.(of, saying(0, 0, 0));
  await steps['fine']?.(of, saying(1999));
  await steps['settle']?.(of, saying());
  const { rows } = await sql`
    select goods_amount, tax_amount, fine_amount, total_amount from statement where supplier_id = ${of.supplier}`.execute(
    house.db,
  );
  expect(rows).toEqual([statement]);
  await steps['pay']?.(of, saying(0, 0));
  expect(await booked(of.supplier)).toEqual(vouchers);
  expect(await accountsOf(house.db, of.supplier)).toEqual({});
  expect(await brokenInvariants(house.db)).toEqual([]);
});
