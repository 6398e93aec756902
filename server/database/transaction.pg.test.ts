import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { emptyDatabase } from '#tests/boot/database.ts';
import { inTransaction, literal, type Tx } from './transaction.ts';

const { db, pool } = await emptyDatabase();
await pool.query(
  'create table account (id int primary key, amount int not null); insert into account values (1, 0), (2, 0)',
);

test('an error rolls everything back and is not tried again', async () => {
  let runs = 0;
  const work = inTransaction(db, async (tx) => {
    runs += 1;
    await add(tx, 1);
    await sql`select 1/0`.execute(tx);
  });
  await expect(work).rejects.toMatchObject({ code: '22012' });
  expect(runs).toBe(1);
  expect(await amounts()).toEqual([0, 0]);
});

test.each(['40001', '40P01'])('gives up after three more tries on %s', async (code) => {
  let runs = 0;
  const work = inTransaction(db, async (tx) => {
    runs += 1;
    await add(tx, 1);
    await fail(tx, code);
  });
  await expect(work).rejects.toMatchObject({ code });
  expect(runs).toBe(4);
  expect(await amounts()).toEqual([0, 0]);
});

test('the third try may succeed, and counts once', async () => {
  let runs = 0;
  const answer = await inTransaction(db, async (tx) => {
    runs += 1;
    await add(tx, 1);
    if (runs < 3) await fail(tx, '40001');
    return runs;
  });
  expect(answer).toBe(3);
  expect(await amounts()).toEqual([1, 0]);
  await pool.query('update account set amount = 0');
});

test('two transactions that lock each other out both get through', async () => {
  let waiting = 0;
  let bothHoldOne = (): void => undefined;
  const meeting = new Promise<void>((resolve) => {
    bothHoldOne = resolve;
  });
  const cross = (first: number, second: number) =>
    inTransaction(db, async (tx) => {
      await add(tx, first);
      waiting += 1;
      if (waiting >= 2) bothHoldOne();
      await meeting;
      await add(tx, second);
    });
  await Promise.all([cross(1, 2), cross(2, 1)]);
  expect(waiting).toBe(3);
  expect(await amounts()).toEqual([2, 2]);
});

test('limits and isolation hold inside and do not leak out', async () => {
  const settings = sql<{ lock: string; statement: string; isolation: string }>`
    select current_setting('lock_timeout') as lock, current_setting('statement_timeout') as statement,
           current_setting('transaction_isolation') as isolation`;
  const one = await db.connection().execute(async (session) => {
    const inside = await inTransaction(session, async (tx) => (await settings.execute(tx)).rows[0]);
    return { inside, after: (await settings.execute(session)).rows[0] };
  });
  expect(one.inside).toEqual({ lock: '5s', statement: '30s', isolation: 'read committed' });
  expect(one.after).toMatchObject({ lock: '0', statement: '0' });
});

test('costs no round trip more than a bare transaction', async () => {
  const sent: string[] = [];
  const client = await pool.connect();
  const query = client.query.bind(client);
  try {
    Object.assign(client, {
      query: (...args: Parameters<typeof query>) => (sent.push(String(args[0])), query(...args)),
    });
    client.release();
    await inTransaction(db, (tx) => sql`select 1`.execute(tx), { opening: 'select 2', closing: () => 'select 3' });
  } finally {
    Object.assign(client, { query });
  }
  expect(sent.filter((text) => text !== 'select 1')).toHaveLength(2);
});

describe('statements at the ends of a transaction', () => {
  const opening = 'update account set amount = amount + 1 where id = 1 returning amount';
  const last = 'update account set amount = amount + 1 where id = 2';

  beforeEach(async () => {
    await pool.query('update account set amount = 0');
  });

  test('belong to it, and what the first answers is told', async () => {
    const opened = await inTransaction(db, (_tx, rows) => Promise.resolve(rows), {
      opening,
      closing: () => last,
    });
    expect(opened).toEqual([{ amount: 1 }]);
    expect(await amounts()).toEqual([1, 1]);
    await inTransaction(db, () => Promise.resolve(), { opening });
    expect(await amounts()).toEqual([2, 1]);
  });

  test.each([
    { which: 'the first', opening: 'select 1/0', work: 'select 1', last },
    { which: 'the work', opening, work: 'select 1/0', last },
    { which: 'the last', opening, work: 'select 1', last: 'select 1/0' },
  ])('leave nothing where $which fails', async (part) => {
    let ran = false;
    const failing = inTransaction(
      db,
      async (tx) => {
        ran = true;
        await add(tx, 2);
        await sql.raw(part.work).execute(tx);
      },
      { opening: part.opening, closing: () => part.last },
    );
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    expect(ran).toBe(part.opening === opening);
    expect(await amounts()).toEqual([0, 0]);
    // The connection is good for the next transaction.
    await inTransaction(db, (tx) => add(tx, 1));
    expect(await amounts()).toEqual([1, 0]);
  });

  test('take no words out of their place', async () => {
    const odd = `it's \\ 'one'; drop table account; -- $1 "two"`;
    const told = await inTransaction(db, (_tx, rows) => Promise.resolve(rows), {
      opening: `select ${literal(odd)} as odd, ${literal(null)}::text as nothing, ${literal(-7)} as number`,
    });
    expect(told).toEqual([{ odd, nothing: null, number: -7 }]);
  });
});

function add(tx: Tx, id: number) {
  return sql`update account set amount = amount + 1 where id = ${id}`.execute(tx);
}

function fail(tx: Tx, code: string) {
  return sql.raw(`do $$ begin raise exception 'made up' using errcode = '${code}'; end $$`).execute(tx);
}

async function amounts(): Promise<number[]> {
  const { rows } = await pool.query<{ amount: number }>('select amount from account order by id');
  return rows.map((row) => row.amount);
}
