import { type Kysely, sql } from 'kysely';
import { inTransaction } from '#server/database/transaction.ts';

/** Rows of one seal: so many that old trails are sealed soon, so few that one is a short transaction. */
const batch = 5000;

/**
 * Seals what has been added to the audit trail since the last seal, batch after batch (decision 0034). Postings never wait for it:
 * they write their rows as ever, and one process after another seals what is committed. Answers how many rows it sealed.
 */
export async function sealAudit(db: Kysely<unknown>, signal?: AbortSignal): Promise<number> {
  let sealed = 0;
  for (;;) {
    const rows = await sealBatch(db);
    sealed += rows;
    if (rows < batch || signal?.aborted) return sealed;
  }
}

async function sealBatch(db: Kysely<unknown>): Promise<number> {
  return await inTransaction(db, async (tx) => {
    const { rows: turn } = await sql<{ ours: boolean }>`
      select pg_try_advisory_xact_lock(hashtext('seal-audit')) as ours`.execute(tx);
    if (turn[0]?.ours !== true) return 0;
    const { rows } = await sql<{ row_count: number }>`
      with last as (select id, hash from audit_seal order by id desc limit 1),
      safe as (select coalesce(max(safe_to), 0) as safe_to from audit_seal),
      settled as (select coalesce(max(up_to), 0) as up_to from audit_seal where next_xid <= pg_snapshot_xmin(pg_current_snapshot())),
      covered as (select coalesce(range_agg(ids), '{}') as ids from audit_seal where up_to > (select safe_to from safe)),
      fresh as (
        select a.id, audit_digest(a) as digest from audit_log a
        where a.id > (select safe_to from safe) and not a.id <@ (select ids from covered) order by a.id limit ${batch}
      )
      insert into audit_seal (id, ids, row_count, up_to, next_xid, safe_to, hash)
      select coalesce((select id from last), 0) + 1, range_agg(int8range(id, id + 1)), count(*), max(id), pg_snapshot_xmax(pg_current_snapshot()),
        greatest((select safe_to from safe), least(max(id), (select up_to from settled))),
        sha256(coalesce((select hash from last), '') || string_agg(digest, ''::bytea order by id))
      from fresh having count(*) > 0 returning row_count`.execute(tx);
    return rows[0]?.row_count ?? 0;
  });
}

/** The newest seal, to be kept where nobody who can change the database can change it too; undefined where nothing is sealed. */
export async function lastSeal(db: Kysely<unknown>): Promise<{ id: number; up_to: number; hash: string } | undefined> {
  const { rows } = await sql<{ id: number; up_to: number; hash: string }>`
    select id, (select max(up_to) from audit_seal) as up_to, encode(hash, 'hex') as hash from audit_seal order by id desc limit 1`.execute(
    db,
  );
  return rows[0];
}
