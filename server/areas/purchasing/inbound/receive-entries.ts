import { sql } from 'kysely';
import type { InboundAnswer, InboundEntry } from '#contract/areas/purchasing/inbound-entry.ts';
import { catalogue } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { holdBatch } from './batch-counts.ts';
import { followReads } from './coming-pieces.ts';
import { type Judged, judgeEntries } from './judge-entries.ts';

/**
 * Takes in what a tablet counted of a batch: each entry once, with a word for each. An entry that was answered before gets the same
 * answer. Nothing is dropped: what cannot count is kept for a person to see, whatever became of the batch meanwhile.
 */
export async function receiveEntries(
  context: WriteContext,
  { id, device_id, entries }: { id: number; device_id: string; entries: InboundEntry[] },
): Promise<{ answers: InboundAnswer[]; server_time: string }> {
  const batch = await holdBatch(context, id);
  const answered = await earlierAnswers(context, { id, device_id, entries });
  const fresh = entries.filter(({ op_id }) => !answered.has(op_id));
  const { judged, counts } = await judgeEntries(context, batch, { device_id, entries: fresh });
  await keep(context, { id, device_id, judged: judged.filter(({ outcome }) => outcome !== 'refused') });
  await counts.write(context, batch);
  await followReads(context, id, judged);
  return { answers: [...answered.values(), ...judged.map(answerOf)], server_time: context.now.toISOString() };
}

async function earlierAnswers(
  { actor, db }: WriteContext,
  { id, device_id, entries }: { id: number; device_id: string; entries: readonly InboundEntry[] },
): Promise<Map<string, InboundAnswer>> {
  const { rows } = await sql<Pick<Judged, 'op_id' | 'outcome' | 'reason'> & { ours: boolean }>`
    select op_id, outcome, reason, in_ware_batch_id = ${id} and device_id = ${device_id} and counter_id = ${actor.id} as ours
    from in_ware_batch_entry where op_id = any(${entries.map(({ op_id }) => op_id)}::uuid[])`.execute(db);
  const foreign = {
    outcome: 'refused',
    code: catalogue.duplicateSubmit.code,
    msg: catalogue.duplicateSubmit.words,
  } as const;
  return new Map(rows.map((row) => [row.op_id, row.ours ? answerOf(row) : { op_id: row.op_id, ...foreign }]));
}

async function keep(
  { actor, db, now }: WriteContext,
  { id, device_id, judged }: { id: number; device_id: string; judged: readonly Judged[] },
): Promise<void> {
  if (judged.length === 0) return;
  await sql`
    insert into in_ware_batch_entry (op_id, in_ware_batch_id, device_id, counter_id, seq, kind, barcode, sku_id, imperfect_type, production_date, expire_at,
      qty, counted_at, time_doubtful, received_at, voids, outcome, reason, code_id)
    select op_id, ${id}, ${device_id}, ${actor.id}, seq, kind, barcode, sku_id, imperfect_type, production_date, expire_at,
      qty, counted_at, coalesce(time_doubtful, false), ${now.toISOString()}, voids, outcome, reason, code_id
    from jsonb_to_recordset(${JSON.stringify(judged)}::jsonb) as e (op_id uuid, seq bigint, kind text, barcode text, sku_id bigint, imperfect_type smallint,
      production_date date, expire_at date, qty bigint, counted_at timestamptz, time_doubtful boolean, voids uuid, outcome text, reason text, code_id bigint)
    order by seq`.execute(db);
}

const answerOf = ({ op_id, outcome, reason }: Pick<Judged, 'op_id' | 'outcome' | 'reason'>): InboundAnswer =>
  outcome === 'accepted' ? { op_id, outcome } : { op_id, outcome, code: catalogue.invalid.code, msg: reason ?? '' };
