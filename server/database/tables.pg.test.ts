import { type Kysely, sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { definitions } from '#contract/definitions.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { linesTableOf, tableOf } from '#contract/kit/definition.ts';
import type { Field } from '#contract/kit/field.ts';
import { storageOf } from '#server/kit/kinds/index.ts';
import { testDatabase } from '#tests/boot/database.ts';
import { tablesOf } from './tables.ts';

// The law that tables and definitions are one (design §10): what the definitions ask for is made beside what the migrations made, and compared.

let db: Kysely<unknown>;
const columnOf = (name: string, field: Field): string => storageOf(field).column(name, field);
const tables = definitions
  .filter((one) => !one.view)
  .flatMap((one) => [tableOf(one), ...(one.lines ? [linesTableOf(one)] : [])]);

beforeAll(async () => {
  ({ db } = await testDatabase());
  await sql`create schema wanted`.execute(db);
  await db.connection().execute(async (session) => {
    await sql`set search_path to wanted, public`.execute(session);
    for (const definition of definitions)
      for (const statement of tablesOf(definition, columnOf)) await sql.raw(statement).execute(session);
    await sql`reset search_path`.execute(session);
  });
});

describe('the migrated database', () => {
  it.each(tables)('has in %s the columns of the definition, and no others', async (table) => {
    expect(await columnsIn('public', table)).toEqual(await columnsIn('wanted', table));
  });

  it.each(tables)('holds in %s every key, check, reference and index of the definition', async (table) => {
    const there = new Set(await guardsIn('public', table));
    expect((await guardsIn('wanted', table)).filter((guard) => !there.has(guard))).toEqual([]);
  });

  it.each(definitions.filter((one) => one.view).map((one) => [tableOf(one), one] as const))(
    'has in the view %s the columns of the definition',
    async (view, definition) => {
      const wanted = Object.entries(allFields(definition)).map(([name, field]) => ({
        name,
        type: columnOf(name, field).split(' ')[0],
      }));
      const types = new Map((await columnsIn('public', view)).map(({ name, type }) => [name, type]));
      expect(wanted.filter(({ name, type }) => types.get(name) !== long(type ?? ''))).toEqual([]);
      // A view that is edited in bulk says the version of what stands behind it.
      const besides = definition.bulk ? ['version'] : [];
      expect([...types.keys()].filter((name) => !wanted.some((one) => one.name === name))).toEqual(besides);
    },
  );
});

describe('the comparison itself', () => {
  it('finds a column, a type, a check and an index that are missing', async () => {
    const [columns, guards] = [await columnsIn('public', 'brand'), await guardsIn('public', 'brand')];
    await sql`alter table brand alter column intro type varchar(400), alter column country set not null`.execute(db);
    await sql`alter table brand drop constraint brand_initial_check`.execute(db);
    await sql`drop index brand_name_search`.execute(db);
    const after = await columnsIn('public', 'brand');
    expect(
      after
        .filter(
          ({ name, type, always }) =>
            !columns.some((one) => one.name === name && one.type === type && one.always === always),
        )
        .map(({ name }) => name)
        .sort(),
    ).toEqual(['country', 'intro']);
    const left = new Set(await guardsIn('public', 'brand'));
    expect(guards.filter((guard) => !left.has(guard)).map((guard) => guard.split(':')[0])).toEqual(
      expect.arrayContaining(['brand_initial_check', 'brand_name_search']),
    );
  });
});

async function columnsIn(schema: string, table: string): Promise<{ name: string; type: string; always: boolean }[]> {
  const { rows } = await sql<{ name: string; type: string; always: boolean }>`
    select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as always, pg_get_expr(d.adbin, d.adrelid) as start, c.collname as collation
    from pg_attribute a left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum left join pg_collation c on c.oid = a.attcollation
    where a.attrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass and a.attnum > 0 and not a.attisdropped order by a.attname`.execute(
    db,
  );
  return rows;
}

async function guardsIn(schema: string, table: string): Promise<string[]> {
  const { rows } = await sql<{ guard: string }>`
    select conname || ': ' || pg_get_constraintdef(oid) as guard from pg_constraint where conrelid = format('%I.%I', ${schema}::text, ${table}::text)::regclass and contype <> 'n'
    union all
    select indexname || ': ' || indexdef from pg_indexes where schemaname = ${schema} and tablename = ${table} order by 1`.execute(
    db,
  );
  return rows.map(({ guard }) => guard.replaceAll('wanted.', '').replaceAll('public.', ''));
}

// As the catalogue of PostgreSQL spells it.
function long(type: string): string {
  return { timestamptz: 'timestamp with time zone' }[type] ?? type;
}
