import { sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import type { BatchCounter, CountingDevice } from '#contract/areas/purchasing/inbound-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';

/** Keeps a device's latest word on what it has not sent yet. */
export async function reportCount(
  { actor, db, now }: WriteContext,
  { id, device_id, rev, unsent }: { id: number; device_id: string; rev: number; unsent: number },
): Promise<{ server_time: string }> {
  if (!(await readRecord(db, inWareBatch, { actor, id }))) throw new Refusal('notFound');
  await sql`
    insert into in_ware_batch_device as d (in_ware_batch_id, device_id, admin_id, rev, unsent, reported_at)
    values (${id}, ${device_id}, ${actor.id}, ${rev}, ${unsent}, ${now.toISOString()})
    on conflict (in_ware_batch_id, device_id, admin_id) do update set (rev, unsent, reported_at) = row(excluded.rev, excluded.unsent, excluded.reported_at)
    where d.rev < excluded.rev`.execute(db);
  return { server_time: now.toISOString() };
}

/** The tablets that count a batch. */
export async function devicesOf({ db }: Pick<ReadContext, 'db'>, id: number): Promise<CountingDevice[]> {
  const { rows } = await sql<CountingDevice>`
    select d.device_id, a.nickname as counter_name, d.unsent, d.reported_at
    from in_ware_batch_device d join admin a on a.id = d.admin_id where d.in_ware_batch_id = ${id} order by d.reported_at desc`.execute(
    db,
  );
  return rows;
}

/** Who counts a batch with a tablet, and when they said that they are done; once nothing is counted any more, those alone who said it. */
export async function tabletCountersOf(
  { db }: Pick<ReadContext, 'db'>,
  { id, open }: { id: number; open: boolean },
): Promise<BatchCounter[]> {
  const { rows } = await sql<BatchCounter>`
    select e.device_id, a.nickname as counter_name, case when e.kind = 'done' then e.counted_at end as done_at, e.counted_at
    from (
      select distinct on (device_id, counter_id) device_id, counter_id, kind, counted_at
      from in_ware_batch_entry where in_ware_batch_id = ${id} order by device_id, counter_id, seq desc
    ) e join admin a on a.id = e.counter_id
    where ${open} or e.kind = 'done' order by e.counted_at desc`.execute(db);
  return rows;
}
