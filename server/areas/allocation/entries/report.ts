import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { AllotDevice, AllotEnd } from '#contract/areas/allocation/allot-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { sideOf } from './hold-work.ts';

interface Report {
  end: AllotEnd;
  id: number;
  device_id: string;
  rev: number;
  unsent: number;
}

/** Keeps a device's latest word on what it has not sent yet. */
export async function reportEntries(
  { actor, db, now }: WriteContext,
  { end, id, device_id, rev, unsent }: Report,
): Promise<{ server_time: string }> {
  if (!(await readRecord(db, allot, { actor, id }))) throw new Refusal('notFound');
  await sql`
    insert into allot_entry_device as d (allot_id, side, device_id, admin_id, rev, unsent, reported_at)
    values (${id}, ${sideOf(end)}, ${device_id}, ${actor.id}, ${rev}, ${unsent}, ${now.toISOString()})
    on conflict (allot_id, side, device_id, admin_id) do update set (rev, unsent, reported_at) = row(excluded.rev, excluded.unsent, excluded.reported_at)
    where d.rev < excluded.rev`.execute(db);
  return { server_time: now.toISOString() };
}

/** The tablets that work on one end of an allot. */
export async function devicesOf(
  { db }: Pick<ReadContext, 'db'>,
  { end, id }: { end: AllotEnd; id: number },
): Promise<AllotDevice[]> {
  const { rows } = await sql<AllotDevice>`
    select d.device_id, a.nickname as counter_name, d.unsent, d.reported_at from allot_entry_device d join admin a on a.id = d.admin_id
    where d.allot_id = ${id} and d.side = ${sideOf(end)} order by d.reported_at desc`.execute(db);
  return rows;
}
