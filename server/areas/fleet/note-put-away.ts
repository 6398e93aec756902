import { sql } from 'kysely';
import { admin } from '#contract/areas/access/admin.ts';
import { allot } from '#contract/areas/allocation/allot.ts';
import { clientDevice } from '#contract/areas/fleet/client-device.ts';
import type { fleetCalls, PutAway, PutAwayKind } from '#contract/areas/fleet/fleet-calls.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import type { OutputOf } from '#contract/kit/call.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { type AuditEntry, writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';

/** The document that each kind of work is about. */
const documents: Readonly<Record<PutAwayKind, AnyDefinition>> = {
  stocktaking,
  inbound: inWareBatch,
  allotOut: allot,
  allotInto: allot,
  orderOut,
  imperfect: warehouse,
};

/**
 * Writes what was put away on a device into the trail: of the document where this person may see it, else of the device, else of the person. Each once, however
 * often it is told. It has happened, so nothing of it is refused.
 */
export async function notePutAway(
  context: WriteContext,
  { device_id, entries }: { device_id: string; entries: PutAway[] },
): Promise<OutputOf<typeof fleetCalls.discarded>> {
  const fresh = await keep(context, device_id, entries);
  const named = entries.filter(({ op_id }) => fresh.has(op_id));
  const places = await placesOf(context, device_id, named);
  await writeAudit(
    context,
    named.map((entry): AuditEntry => {
      const place = places.get(placeKey(entry)) ?? places.get('');
      const written = place ?? { docType: admin.name, docId: context.actor.id, docNo: context.actor.username };
      const remark = place ? wordsOf(entry) : `${wordsOf(entry)}；设备：${device_id}`;
      return { ...written, action: 'scanDiscard', label: '作废扫描记录', remark };
    }),
  );
  return {
    answers: entries.map(({ op_id }) => ({ op_id, outcome: 'accepted' })),
    server_time: context.now.toISOString(),
  };
}

/** Keeps what was not told before, and says which that is. */
async function keep(
  { db, actor, now }: WriteContext,
  device: string,
  entries: readonly PutAway[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ op_id: string }>`
    insert into scan_put_away (op_id, discarded_op_id, device_id, admin_id, kind, document_id, what, why, reason, discarded_at, received_at)
    select op_id, discarded, ${device}, ${actor.id}, kind, document, what, why, reason, discarded_at, ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (op_id uuid, discarded uuid, kind text, document bigint, what text, why text, reason text,
      discarded_at timestamptz)
    on conflict (op_id) do nothing returning op_id`.execute(db);
  return new Set(rows.map(({ op_id }) => op_id));
}

type Place = Pick<AuditEntry, 'docType' | 'docId' | 'docNo'>;

const placeKey = ({ kind, document }: Pick<PutAway, 'kind' | 'document'>): string => `${kind}:${document}`;

/** Where each entry is written; under the empty key the device, once it has reported itself. */
async function placesOf(
  { db, actor }: WriteContext,
  device: string,
  entries: readonly PutAway[],
): Promise<ReadonlyMap<string, Place>> {
  const places = new Map<string, Place>();
  for (const entry of new Map(entries.map((one) => [placeKey(one), one])).values()) {
    const definition = documents[entry.kind];
    const record = await readRecord(db, definition, { actor, id: entry.document });
    if (record)
      places.set(placeKey(entry), {
        docType: definition.name,
        docId: record.id,
        docNo: String(record[definition.title]),
      });
  }
  const { rows } = await sql<{ id: number; name: string }>`
    select id, name from device_report where device_id = ${device}`.execute(db);
  for (const { id, name } of rows) places.set('', { docType: clientDevice.name, docId: id, docNo: name });
  return places;
}

const wordsOf = ({ what, why, reason }: PutAway): string =>
  [what, why !== '' && `未计入：${why}`, `原因：${reason}`].filter(Boolean).join('；');
