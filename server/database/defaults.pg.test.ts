import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '#tests/boot/database.ts';

const { db } = await testDatabase();

interface Checked {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly initial: string;
  readonly check: string;
}

it('no column begins with a value that its own check forbids', async () => {
  const { rows } = await sql<Checked>`
    select t.relname as "table", quote_ident(a.attname) as "column", format_type(a.atttypid, a.atttypmod) as type, pg_get_expr(d.adbin, d.adrelid) as initial,
      pg_get_expr(c.conbin, c.conrelid) as "check"
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
      join pg_attribute a on a.attrelid = t.oid and c.conkey = array[a.attnum]
      join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    where c.contype = 'c' and a.attidentity = '' and a.attgenerated = '' order by 1, 2`.execute(db);
  expect(rows.length).toBeGreaterThan(50);
  const forbidden: string[] = [];
  for (const { table, column, type, initial, check } of rows) {
    const { rows: answers } = await sql<{ holds: boolean | null }>`
      select ${sql.raw(`(${check})`)} as holds from (select ${sql.raw(`(${initial})::${type} as ${column}`)}) as row_that_begins`.execute(
      db,
    );
    if (answers[0]?.holds === false) forbidden.push(`${table}.${column} begins with ${initial}: ${check}`);
  }
  expect(forbidden).toEqual([]);
});
