import { type Kysely, sql } from 'kysely';

/** Puts one row straight into a table; its id. */
export async function insert(
  db: Kysely<unknown>,
  table: string,
  values: Readonly<Record<string, unknown>>,
): Promise<number> {
  const names = Object.keys(values).map((name) => sql.ref(name));
  const { rows } = await sql<{ id: number }>`
    insert into ${sql.table(table)} (${sql.join(names)}) values (${sql.join(Object.values(values))}) returning id`.execute(
    db,
  );
  const [row] = rows;
  if (!row) throw new Error(`nothing was inserted into ${table}`);
  return row.id;
}
