import { type Kysely, sql } from 'kysely';
import type { AllotDevice } from '#contract/areas/allocation/allot-entry.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';

/** Keeps a device's latest word on what of a delivery it has not sent yet. */
export async function reportEntries(
  { actor, db, now }: WriteContext,
  { id, device_id, rev, unsent }: { id: number; device_id: string; rev: number; unsent: number },
): Promise<{ server_time: string }> {
  if (!(await readRecord(db, orderOut, { actor, id }))) throw new Refusal('notFound');
  await sql`
    insert into order_out_entry_device as d (order_out_id, device_id, admin_id, rev, unsent, reported_at)
    values (${id}, ${device_id}, ${actor.id}, ${rev}, ${unsent}, ${now.toISOString()})
    on conflict (order_out_id, device_id, admin_id) do update set (rev, unsent, reported_at) = row(excluded.rev, excluded.unsent, excluded.reported_at)
    where d.rev < excluded.rev`.execute(db);
  return { server_time: now.toISOString() };
}

/** The tablets that work on a delivery. */
export async function devicesOf(db: Kysely<unknown>, outId: number): Promise<AllotDevice[]> {
  const { rows } = await sql<AllotDevice>`
    select d.device_id, a.nickname as counter_name, d.unsent, d.reported_at from order_out_entry_device d join admin a on a.id = d.admin_id
    where d.order_out_id = ${outId} order by d.reported_at desc`.execute(db);
  return rows;
}
