import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { emptyDatabase } from '#tests/boot/database.ts';
import { arrayOf, rowsOf } from './rows-of.ts';

// Statements have their names for a whole process, in which other files were run before: this one begins anew.
vi.resetModules();
const { connect } = await import('./connect.ts');
const { inTransaction } = await import('./transaction.ts');

// One connection, so that every statement below finds what the one before it left.
const { url } = await emptyDatabase();

test('brings rows in their order, nothing where there is nothing, none when there are none', async () => {
  const { db, close } = await connect({ url, max: 1 });
  const read = async (ids: number[], words: (string | null)[]): Promise<unknown[]> =>
    (await sql`select * from ${rowsOf('r', { id: ['bigint', ids], word: ['text', words] })}`.execute(db)).rows;
  try {
    expect(await read([7, 5], ['a,"b\\', null])).toEqual([
      { id: 7, word: 'a,"b\\', place: 1 },
      { id: 5, word: null, place: 2 },
    ]);
    expect(await read([], [])).toEqual([]);
    const { rows } = await sql`select 5 = any(${arrayOf('bigint', [7, 5])}) as found`.execute(db);
    expect(rows).toEqual([{ found: true }]);
  } finally {
    await close();
  }
});

test('is planned once however short the rows are', async () => {
  const { db, close } = await connect({ url, max: 1 });
  try {
    await sql`create table shelf (id bigint primary key)`.execute(db);
    await sql`insert into shelf select generate_series(1, 20000)`.execute(db);
    await sql`analyze shelf`.execute(db);
    const one = rowsOf('r', { id: ['bigint', [3]] });
    for (let time = 0; time < 16; time += 1)
      await inTransaction(db, (tx) => sql`select shelf.id from shelf join ${one} on r.id = shelf.id`.execute(tx));
    const { rows } = await sql`select custom_plans, generic_plans from pg_prepared_statements`.execute(db);
    // PostgreSQL makes five plans for the values before it compares them with the one for anybody.
    expect(rows).toEqual([{ custom_plans: 5, generic_plans: 7 }]);
  } finally {
    await close();
  }
});
