import { sql } from 'kysely';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { isOpen, lockSheet, refuseStranger } from './sheet.ts';
import { unfinishedDevices } from './unfinished-devices.ts';

interface Closing {
  id: number;
  zone_ids: number[];
  unused?: boolean | undefined;
  override_reason?: string | undefined;
}

interface OpenZone {
  id: number;
  code: string;
  name: string;
  closed_at: string | null;
}

/** As `closeZones`, for one; a zone that is closed already answers when it was. */
export async function closeZone(
  context: WriteContext,
  { zone_id, ...asked }: Omit<Closing, 'zone_ids'> & { zone_id: number },
): Promise<{ closed_at: string }> {
  const { closed_at } = await closeZones(context, { ...asked, zone_ids: [zone_id] });
  return { closed_at };
}

/**
 * Closes zones of the present round, all of them or none. Waits for the last word of every device registered for them in this
 * round; a supervisor may close over silent devices with a reason, which stands in the audit trail (amendments A). What is
 * closed already stays as it is; `closed_at` is then the latest of those times.
 */
export async function closeZones(
  context: WriteContext,
  { id, zone_ids, unused, override_reason }: Closing,
): Promise<{ closed_at: string; closed: number }> {
  const sheet = await lockSheet(context, id, 'deciding');
  const mayOverrule = context.actor.permissions.has('stocktaking:review');
  if (!mayOverrule) refuseStranger(sheet, context);
  if (!isOpen(sheet)) throw new Refusal('illegalTransition', '盘点单不在盘点中');
  const { rows } = await sql<OpenZone>`
    select id, code, name, closed_at from stocktaking_zone where id = any(${zone_ids}::bigint[]) and stocktaking_id = ${id} and round = ${sheet.round} order by id`.execute(
    context.db,
  );
  if (rows.length !== zone_ids.length) throw new Refusal('notFound');
  const open = rows.filter((zone) => !zone.closed_at);
  if (open.length === 0)
    return { closed_at: rows.map((zone) => zone.closed_at ?? '').reduce((a, b) => (a > b ? a : b)), closed: 0 };
  if (unused) await refuseCounted(context, { id, round: sheet.round, zones: open });
  const unfinished = await unfinishedDevices(context.db, { id, round: sheet.round });
  const waiting = new Map(
    open.map((zone) => [zone.id, unfinished.filter((one) => one.zone === zone.code).map((one) => one.name)]),
  );
  const held = open.find((zone) => waiting.get(zone.id)?.length);
  if (held && override_reason === undefined)
    throw new Refusal(
      'illegalTransition',
      `库区 ${held.name} 还有设备未交回：${(waiting.get(held.id) ?? []).join('、')}`,
    );
  if (override_reason !== undefined && !mayOverrule) throw new Refusal('forbidden', '只有主管可以越过未交回的设备');
  const closedAt = context.now.toISOString();
  const overruled = open.filter((zone) => waiting.get(zone.id)?.length).map((zone) => zone.id);
  await sql`
    update stocktaking_zone set closed_at = ${closedAt}, closed_by = ${context.actor.id},
      override_reason = case when id = any(${overruled}::bigint[]) then ${override_reason ?? null}::text end
    where id = any(${open.map((zone) => zone.id)}::bigint[])`.execute(context.db);
  const words = (zone: OpenZone) => {
    const devices = waiting.get(zone.id) ?? [];
    return devices.length > 0 ? `${zone.name}（越过 ${devices.join('、')}：${override_reason}）` : zone.name;
  };
  await writeAudit(context, [
    {
      docType: stocktaking.name,
      docId: id,
      docNo: sheet.stocktaking_no,
      action: 'closeZone',
      label: '关闭库区',
      remark: open.map(words).join('；'),
    },
  ]);
  return { closed_at: closedAt, closed: open.length };
}

// Whoever asks has seen them empty, a few seconds ago.
async function refuseCounted(
  { db }: WriteContext,
  { id, round, zones }: { id: number; round: number; zones: readonly OpenZone[] },
): Promise<void> {
  const { rows } = await sql<{ zone: string }>`
    select zone from stocktaking_standing
    where stocktaking_id = ${id} and round = ${round} and zone = any(${zones.map((zone) => zone.code)}::text[]) and outcome in ('accepted', 'unknown')
    order by zone limit 1`.execute(db);
  const counted = zones.find((zone) => zone.code === rows[0]?.zone);
  if (counted) throw new Refusal('illegalTransition', `库区 ${counted.name} 已有盘点，未关闭，请核对后再操作`);
}
