import { type Kysely, sql } from 'kysely';
import type { Log } from '../platform/log.ts';
import { StartupError } from '../platform/startup-error.ts';
import { connect } from './connect.ts';
import { migrate } from './migrate.ts';
import type { OpenedDatabase } from './open.ts';
import { checkSafety } from './safety.ts';

/**
 * Brings the schema up to this version as its owner and gives the role that serves what it needs, and no more. Logs what works but
 * worse. Throws a StartupError for a database that cannot be used, and where the serving role could do what only the owner may.
 */
export async function prepareSchema({ database, url, ownerUrl }: OpenedDatabase, log: Log): Promise<void> {
  const owner = ownerUrl === url ? database : await connect({ url: ownerUrl, max: 2, log });
  try {
    for (const warning of await checkSafety(owner.db)) log.warn(warning);
    await migrate(owner.db, log);
    if (owner === database) {
      log.warn(
        'one database role owns and serves, so it can switch off what keeps the books append-only: set DATABASE_OWNER_URL',
      );
      return;
    }
    const serving = await roleOf(database.db);
    await grantServing(owner.db, serving);
    await refuseOwner(database.db, serving);
  } finally {
    if (owner !== database) await owner.close();
  }
}

/**
 * What the serving role may do: read everything, add, change and delete except what a table refuses (by the trigger of migration
 * 0001), and nothing to the history of the schema. Repeated at every start, so that new tables are covered.
 */
export async function grantServing(owner: Kysely<unknown>, role: string): Promise<void> {
  const to = sql.id(role);
  const { rows } = await sql<{ name: string; rights: string }>`
    select c.relname as name, case
        when c.relkind = 'v' or c.relname = 'schema_migration' then 'select'
        else 'select, insert' || case when refused & ${refusing.update} = 0 then ', update' else '' end
          || case when refused & ${refusing.delete} = 0 then ', delete' else '' end end
      -- ANALYZE after an import; older versions know no right for it and skip the table.
      || case when c.relkind = 'r' and current_setting('server_version_num')::int >= 170000 then ', maintain' else '' end as rights
    from pg_class c cross join lateral (
      select coalesce(bit_or(t.tgtype), 0)::int as refused from pg_trigger t join pg_proc p on p.oid = t.tgfoid
      -- One with a condition refuses some changes: whoever serves makes the others.
      where t.tgrelid = c.oid and p.proname = 'refuse_change' and t.tgqual is null
    ) r where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'v') order by 1`.execute(owner);
  await owner.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('grant-serving'))`.execute(tx);
    await sql`grant usage on schema public to ${to}`.execute(tx);
    for (const { name, rights } of rows) {
      await sql`revoke all on ${sql.id(name)} from ${to}`.execute(tx);
      await sql`grant ${sql.raw(rights)} on ${sql.id(name)} to ${to}`.execute(tx);
    }
    await sql`grant usage, select on all sequences in schema public to ${to}`.execute(tx);
  });
}

/** Bits of `pg_trigger.tgtype` (PostgreSQL, catalog/pg_trigger.h). */
const refusing = { delete: 8, update: 16 } as const;

async function roleOf(db: Kysely<unknown>): Promise<string> {
  const { rows } = await sql<{ role: string }>`select current_user::text as role`.execute(db);
  return rows[0]?.role ?? '';
}

async function refuseOwner(serving: Kysely<unknown>, role: string): Promise<void> {
  const { rows } = await sql<{ may: boolean }>`
    select (select rolsuper from pg_roles where rolname = current_user)
      or exists (select 1 from pg_class c where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and pg_has_role(current_user, c.relowner, 'member')) as may`.execute(
    serving,
  );
  if (rows[0]?.may)
    throw new StartupError(
      `the role "${role}" of DATABASE_URL owns the tables or is a superuser: name one that does not`,
    );
}
