import { readdirSync, writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { definitions } from '#contract/definitions.ts';
import { linesTableOf, tableOf } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { storageOf } from '#server/kit/kinds/index.ts';
import { connect } from './connect.ts';
import { columnSql, recordFieldsOf, tablesOf } from './tables.ts';

/**
 * `DATABASE_URL=… npm run db:write -- <name>`: compares the definitions with the database there (migrated up to now) and
 * writes what is missing as the next migration, to be read and committed. It only ever adds; what must change or go
 * is written by hand.
 */
async function main(): Promise<void> {
  const [name = 'definitions'] = process.argv.slice(2);
  const url = process.env.DATABASE_URL;
  if (!url) {
    process.stderr.write('db:write compares with a database that has every migration: say which with DATABASE_URL.\n');
    process.exitCode = 1;
    return;
  }
  const known = await columnsIn(url);
  const statements = definitions.flatMap((definition) => {
    if (definition.view) return [];
    const table = tableOf(definition);
    if (!known.has(table)) return tablesOf(definition, columnOf);
    const added = missing(table, recordFieldsOf(definition), known);
    return definition.lines ? [...added, ...missing(linesTableOf(definition), definition.lines.fields, known)] : added;
  });
  if (statements.length === 0) {
    process.stdout.write('The definitions and the database agree; nothing to write.\n');
    return;
  }
  const folder = new URL('./migrations/', import.meta.url);
  const next = String(Math.max(0, ...readdirSync(folder).map((file) => Number.parseInt(file, 10) || 0)) + 1).padStart(
    4,
    '0',
  );
  writeFileSync(new URL(`${next}-${name}.sql`, folder), `${statements.join('\n\n')}\n`);
  process.stdout.write(`Wrote server/database/migrations/${next}-${name}.sql: read it, then commit it.\n`);
}

const columnOf = (name: string, field: Fields[string]): string => storageOf(field).column(name, field);

async function columnsIn(url: string): Promise<Map<string, Set<string>>> {
  const { db, close } = await connect({ url, max: 1 });
  try {
    const { rows } = await sql<{ table_name: string; column_name: string }>`
      select table_name, column_name from information_schema.columns where table_schema = 'public'`.execute(db);
    const tables = new Map<string, Set<string>>();
    for (const row of rows) tables.set(row.table_name, (tables.get(row.table_name) ?? new Set()).add(row.column_name));
    return tables;
  } finally {
    await close();
  }
}

function missing(table: string, fields: Fields, known: Map<string, Set<string>>): string[] {
  return Object.entries(fields)
    .filter(([name]) => !known.get(table)?.has(name))
    .map(([name, field]) => `alter table ${table} add column ${columnSql(table, { name, field, columnOf })};`);
}

await main();
