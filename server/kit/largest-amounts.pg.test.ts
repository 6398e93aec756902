import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import { definitions } from '#contract/definitions.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { limits } from '#contract/kit/limits.ts';
import { keysOf } from '#contract/kit/menu.ts';
import type { Actor } from '#server/identity/actor.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { seller } from '#tests/factories/purchasing.ts';
import { subject } from '#tests/factories/vouchers.ts';

// Amendments H2: whatever can be saved can be read, by everybody, for good.

let db: Kysely<unknown>;
let house: House;
let clerk: Actor;

beforeAll(async () => {
  ({ db } = await testDatabase());
  house = openHouse(db);
  clerk = await house.person('会计', [...keysOf(voucher, settleItem), 'stock:costView']);
});

describe('an amount is refused, by its field,', () => {
  const written = async (amounts: readonly number[]) => {
    const [debit, credit] = [await subject(db, '6602'), await subject(db, '1002')];
    return await house.ask(clerk, callsOf(voucher).add, {
      voucher_date: '2026-03-02',
      summary: '大额',
      lines: amounts.flatMap((amount) => [
        { summary: '借', subject_id: debit, debit: amount, credit: 0 },
        { summary: '贷', subject_id: credit, debit: 0, credit: amount },
      ]),
    } as never);
  };

  it('where somebody types more than a field takes', async () => {
    await expect(written([limits.money + 1])).rejects.toMatchObject({ field: 'lines.0.debit' });
  });

  it('where the document comes to more than sums can bear, and nothing of it is written', async () => {
    await expect(written(Array.from({ length: 101 }, () => limits.money))).rejects.toMatchObject({
      code: 4001,
      field: expect.stringMatching(/^(debit|credit)_amount$/),
      message: expect.stringContaining('方合计过大'),
    });
    const { rows } = await sql`select 1 from voucher`.execute(db);
    expect(rows).toEqual([]);
  });

  it('by the database too, in every column of money of every table', async () => {
    const { rows } = await sql<{ name: string }>`
      select conname as name from pg_constraint where contype = 'c' and pg_get_constraintdef(oid) like ${`%abs(%<= '${limits.documentMoney}'::bigint%`}`.execute(
      db,
    );
    const held = new Set(rows.map(({ name }) => name));
    const wanted = definitions.flatMap((one) =>
      one.view
        ? []
        : [...moneyOf(tableOf(one), one.fields), ...(one.lines ? moneyOf(linesTableOf(one), one.lines.fields) : [])],
    );
    expect(wanted.filter((name) => !held.has(name))).toEqual([]);
  });
});

const moneyOf = (table: string, fields: Readonly<Record<string, { kind: { name: string } }>>): string[] =>
  Object.entries(fields).flatMap(([name, { kind }]) => (kind.name === 'money' ? [`${table}_${name}_most`] : []));

it('a list whose sum is beyond what a number holds is shown, its sum as 超出, and is summed again when it can be', async () => {
  const supplier = await seller(db);
  await sql`
    insert into settle_item (supplier_id, co_model, item_type, source_type, source_id, source_no, occur_date, amount, tax_amount, status)
    select ${supplier}, 1, 1, 'sample', n, 'WL' || n, '2026-03-01', ${limits.documentMoney}::bigint, 1, 1 from generate_series(1, 1000) n`.execute(
    db,
  );
  const ask = async (ids?: number[]) =>
    await house.ask(clerk, callsOf(settleItem).list, { supplier_id: [supplier], ...(ids ? { ids } : {}) });
  const { list, total, sum } = await ask();
  expect([list.length, total, sum?.amount, sum?.tax_amount]).toEqual([20, 1000, null, 1000]);
  const some = await ask(list.slice(0, 2).map(({ id }) => id));
  expect(some.sum?.amount).toBe(2 * limits.documentMoney);
});
