import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { emptyDatabase } from '#tests/boot/database.ts';

// Statements have their names for a whole process, in which other files were run before: this one begins anew.
vi.resetModules();
const { connect } = await import('./connect.ts');
const { inTransaction } = await import('./transaction.ts');

// One connection, so that every statement below finds what the one before it left.
const { url } = await emptyDatabase();

test('prepares the statements of transactions that come again and again, and nothing else', async () => {
  const { db, close } = await connect({ url, max: 1 });
  const kept = async (): Promise<string[]> =>
    (await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)).rows.map(
      (row) => row.statement,
    );
  try {
    await sql`select ${'outside'}::text`.execute(db);
    expect(await kept()).toEqual([]);
    const inside = (word: string) => inTransaction(db, (tx) => sql`select ${word}::text, 1`.execute(tx));
    for (const word of ['once', 'twice', 'a third', 'a fourth time']) await inside(word);
    expect(await kept()).toEqual([]);
    await inside('again and again');
    await inside('and again');
    expect(await kept()).toEqual(['select $1::text, 1']);
    await sql`select ${'after a commit'}::text`.execute(db);
    const failing = inTransaction(db, (tx) => sql`select ${0}::int / 0`.execute(tx));
    await expect(failing).rejects.toMatchObject({ code: '22012' });
    await sql`select ${'after a rollback'}::text`.execute(db);
    expect(await kept()).not.toContain('select $1::text');
  } finally {
    await close();
  }
});

test('forgets a transaction whose connection is gone', async () => {
  const { db, pool, close } = await connect({ url, max: 1 });
  try {
    const killed = inTransaction(db, (tx) => sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx));
    await expect(killed).rejects.toThrow(/terminat/);
    await sql`select ${'a new connection'}::text`.execute(db);
    const { rows } = await pool.query('select 1 from pg_prepared_statements');
    expect(rows).toEqual([]);
  } finally {
    await close();
  }
});
