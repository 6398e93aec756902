import { Client } from 'pg';
import { clientSettings } from '../database/connect.ts';
import type { Manifest } from './manifest.ts';

/** A table as it is copied: its own columns, and what its rows are put in order by. */
export interface Table {
  readonly name: string;
  readonly columns: readonly string[];
  /** How much of the disk it takes. */
  readonly bytes: number;
  readonly order: readonly string[];
}

/** A connection whose texts are the same on every PostgreSQL, whatever that one's settings are. */
export async function openCopier(url: string): Promise<Client> {
  const client = new Client(clientSettings(url));
  // A connection that breaks between two statements has nobody else to tell; its next statement fails and says so.
  client.on('error', () => undefined);
  await client.connect();
  await client.query(
    `set bytea_output = 'hex'; set intervalstyle = 'postgres'; set extra_float_digits = 1; set client_encoding = 'UTF8'; set statement_timeout = 0`,
  );
  return client;
}

/** Every table of the schema but the history of the schema itself, by name. */
export async function readTables(client: Client): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select c.relname as name, pg_table_size(c.oid)::int8 as bytes,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns,
      -- Words in the order of their bytes, which is the same under every database's own collation.
      array(select quote_ident(a.attname) || case when a.attcollation = 0 then '' else ' collate "C"' end from pg_index i cross join unnest(i.indkey) with ordinality as k (attnum, place)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary order by k.place) as order
    from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'schema_migration' order by 1`);
  const keyless = rows.find((table) => table.order.length === 0);
  // Its rows would come in no order, and two copies of the same table would not be the same.
  if (keyless) throw new Error(`table ${keyless.name} has no primary key`);
  return rows.map((table) => ({ ...table, bytes: Number(table.bytes) }));
}

/** Where the sequences of id columns stand. */
export async function readSequences(client: Client): Promise<Manifest['sequences']> {
  const { rows: columns } = await client.query<{ table: string; column: string; sequence: string }>(`
    select c.relname as table, a.attname::text as column, pg_get_serial_sequence(quote_ident(c.relname), a.attname) as sequence
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and a.attidentity <> '' order by 1, 2`);
  const sequences: Manifest['sequences'] = [];
  for (const { table, column, sequence } of columns) {
    const { rows } = await client.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${sequence}`,
    );
    const [row] = rows;
    if (row) sequences.push({ table, column, ...row });
  }
  return sequences;
}

/** The statement that reads a table whole, rows in the order of its key, so that equal tables give equal texts. */
export function copyOut({ name, columns, order }: Table): string {
  return `copy (select ${quoted(columns)} from ${quoted([name])} order by ${order.join(', ')}) to stdout`;
}

/** The statement that takes the rows in again. */
export function copyIn({ name, columns }: Pick<Table, 'name' | 'columns'>): string {
  return `copy ${quoted([name])} (${quoted(columns)}) from stdin`;
}

const quoted = (names: readonly string[]): string => names.map((name) => `"${name.replaceAll('"', '""')}"`).join(', ');
