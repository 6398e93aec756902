import { sql } from 'kysely';
import type { DeviceReport, fleetCalls } from '#contract/areas/fleet/fleet-calls.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { harder, ordersOf, ownOrders, ownUpgrade, ownWayBack } from './own-orders.ts';
import { orderFor } from './upgrade-order.ts';

/** Keeps what a device reports in place of what it reported before, and answers what it is to do. */
export async function noteDevice(
  { db, actor, now }: WriteContext,
  report: DeviceReport,
): Promise<OutputOf<typeof fleetCalls.seen>> {
  const at = now.toISOString();
  await sql`insert into client_build (build, first_seen_at) values (${report.page_build}, ${at}) on conflict do nothing`.execute(
    db,
  );
  // Without an age what is unsent has waited since now; an age without anything unsent says nothing.
  const oldest =
    report.unsent === 0 ? null : new Date(now.getTime() - (report.oldest_seconds ?? 0) * 1000).toISOString();
  await sql`
    insert into device_report (device_id, name, admin_id, page_build, worker_build, waiting_update, shown_as, unsent, oldest_at, attention,
      storage_persisted, storage_used, storage_quota, reader, skew_ms, first_seen_at, seen_at)
    values (${report.device_id}, ${report.name}, ${actor.id}, ${report.page_build}, ${report.worker_build}, ${report.waiting_update}, ${report.shown_as},
      ${report.unsent}, ${oldest}, ${report.attention}, ${report.storage_persisted}, ${report.storage_used},
      ${report.storage_quota ?? null}, ${report.reader ?? null}, ${report.skew_ms}, ${at}, ${at})
    on conflict (device_id) do update set name = excluded.name, admin_id = excluded.admin_id, page_build = excluded.page_build, worker_build = excluded.worker_build,
      waiting_update = excluded.waiting_update, shown_as = excluded.shown_as, unsent = excluded.unsent, oldest_at = excluded.oldest_at, attention = excluded.attention,
      storage_persisted = excluded.storage_persisted, storage_used = excluded.storage_used, storage_quota = excluded.storage_quota,
      reader = excluded.reader, skew_ms = excluded.skew_ms, seen_at = excluded.seen_at
    where device_report.seen_at <= excluded.seen_at`.execute(db);
  const held = await ordersOf(db, report.device_id);
  const own = ownOrders(held);
  const running = { build: report.page_build, held };
  if (own.build !== null) return { order: ownWayBack(running), own };
  return { order: harder(await orderFor(db, { build: report.page_build, actor }), await ownUpgrade(db, running)), own };
}
