import { type Kysely, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { invariants, rowsBreaking } from '#server/ledger/invariants.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { type House, openHouse } from '#tests/boot/house.ts';
import { type ChainWorld, chainWorld } from '#tests/factories/chain-of-books.ts';

// Double entry under random chains of buying, selling, returning, losing, fining, settling, paying, adjusting and reversing, for bought, consigned and
// joint goods, across months that are closed: after each, every subject is its account beside the books. `CHAINS` says how many, `SEED` which.

let house: House;
let world: ChainWorld;

const chains = Number(process.env['CHAINS'] ?? (process.env['DEEP'] ? 10_000 : 40));
const stepsEach = 4;
const month = 31 * 86_400_000;

let seed = 20_261_127 + Number(process.env['SEED'] ?? 0) * 7919;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};

beforeAll(async () => {
  house = openHouse((await testDatabase()).db);
  world = await chainWorld(house);
});

/** Where a subject and what it is held against differ, in fen. */
async function differences(db: Kysely<unknown>): Promise<unknown[]> {
  const { rows } = await sql`
    with books as (
      select s.code, e.supplier_id, e.warehouse_id, sum(e.debit - e.credit)::bigint as amount from voucher_entry e
        join voucher v on v.id = e.voucher_id and v.status <> -1 join account_subject s on s.id = e.subject_id group by 1, 2, 3
    ), money as (
      select '2202.01' as code, supplier_id, -sum(balance) as amount from money_balance where subledger in (1, 8) group by 2
      union all select '1123', supplier_id, sum(balance) from money_balance where subledger = 2 group by 2
      union all select '1221.02', supplier_id, sum(balance) from money_balance where subledger = 3 group by 2
      union all select '2202.02', i.supplier_id, -sum(i.amount - i.tax_amount) from settle_item i left join statement t on t.id = i.statement_id
        where i.item_type in (1, 2, 3, 4, 7) and i.status <> -1 and (t.id is null or t.status not in (4, 5, 6)) group by 2
    ), held as (
      select code, supplier_id, sum(amount) as amount from books where code in ('2202.01', '1123', '1221.02', '2202.02') group by 1, 2
    ), stock as (
      -- What was sold before it came is taken off at what it is thought to cost, until it comes.
      select warehouse_id, sum(amount) as amount from (
        select l.warehouse_id, b.cost_amount as amount from stock_batch b join location l on l.id = b.location_id where coalesce(b.co_model, 1) = 1
        union all select warehouse_id, -open_qty * temp_cost from negative_inventory where status <> 3
      ) held group by 1
    ), shelves as (
      select warehouse_id, sum(amount) as amount from books where code in ('1405', '1408') group by 1
    )
    select coalesce(m.code, h.code) as subject, coalesce(m.supplier_id, h.supplier_id) as of, coalesce(m.amount, 0) as account, coalesce(h.amount, 0) as books
      from money m full join held h using (code, supplier_id) where coalesce(m.amount, 0) <> coalesce(h.amount, 0)
    union all
    select '1405', coalesce(k.warehouse_id, h.warehouse_id), coalesce(k.amount, 0), coalesce(h.amount, 0)
      from stock k full join shelves h using (warehouse_id) where coalesce(k.amount, 0) <> coalesce(h.amount, 0)`.execute(
    db,
  );
  return rows;
}

async function broken(db: Kysely<unknown>): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const { name, query } of invariants())
    if (/^(i33|i34|i30|i26|i27|k80|k81)-/.test(name))
      for (const row of await rowsBreaking(db, query)) found.push({ name, row });
  const { rows } = await sql`select biz_type, source_no, error from voucher_abnormal where status = 1`.execute(db);
  return [...found, ...rows];
}

/** A month goes by and is closed, whatever is in it: what comes later is booked in open ones. */
async function closeMonth(): Promise<void> {
  const now = house.clock.advance(month).toISOString().slice(0, 7);
  await sql`update account_period set status = 2 where period < ${now}`.execute(house.db);
  await sql`update account_period set status = 1 where period >= ${now} and status = 0`.execute(house.db);
}

it(`every subject is what it is held against after each of ${chains} chains`, {
  timeout: chains * 4000 + 60_000,
}, async () => {
  const { db } = house;
  const done = new Map<string, number>();
  const names = Object.keys(world.steps);
  for (let chain = 0; chain < chains; chain += 1) {
    const began = seed;
    const told: string[] = [];
    for (let step = 0; step < stepsEach; step += 1) {
      const of = world.partners[random(world.partners.length)];
      const name = names[random(names.length)] ?? 'buy';
      if (!of) throw new Error('no partner');
      try {
        const words = await world.steps[name]?.(of, random);
        if (words === undefined) continue;
        done.set(name, (done.get(name) ?? 0) + 1);
        told.push(`${of.model}: ${words}`);
      } catch (error) {
        throw new Error(
          `chain ${chain} (seed ${began}), ${name} of model ${of.model} after ${told.join('; ')}: ${String(error)} ${JSON.stringify(error)}`,
          {
            cause: error,
          },
        );
      }
      house.clock.advance(60_000);
    }
    if (chain % 13 === 12 && chain < 100) await closeMonth();
    expect({
      chain,
      began,
      told,
      wrong: await differences(db),
      laws: chain % 100 === 99 ? await broken(db) : [],
    }).toEqual({
      chain,
      began,
      told,
      wrong: [],
      laws: [],
    });
  }
  expect(await broken(db)).toEqual([]);
  // Each kind of step was taken.
  if (chains >= 40) expect(names.filter((name) => !done.has(name))).toEqual([]);
});
