import { sql } from 'kysely';
import type { AllotAnswer } from '#contract/areas/allocation/allot-entry.ts';
import type { OutEntry } from '#contract/areas/orders/out-entry.ts';
import { catalogue } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { holdWork } from './hold-work.ts';
import { type Judged, judgeEntries } from './judge-entries.ts';
import { holdScanned } from './pieces.ts';
import { takeStepOf } from './take-step.ts';
import { writePicked } from './write-picked.ts';

interface Sent {
  id: number;
  device_id: string;
  entries: OutEntry[];
}

/**
 * Takes in what a tablet did with a delivery: each entry once and in order, with a word for each. An entry that was answered before gets the same
 * answer. Pieces that cannot count are kept for a person to see, whatever became of the order meanwhile; a step that cannot be taken is
 * refused, and its tablet asks its person.
 */
export async function receiveEntries(
  kit: Kit,
  context: WriteContext,
  sent: Sent,
): Promise<{ answers: AllotAnswer[]; server_time: string }> {
  await holdWork(context, sent.id);
  const answered = await earlierAnswers(context, sent);
  const fresh = sent.entries.filter(({ op_id }) => !answered.has(op_id));
  const judged: Judged[] = [];
  for (const entries of partsOf(fresh)) judged.push(...(await takePart(kit, context, { ...sent, entries })));
  return { answers: [...answered.values(), ...judged.map(answerOf)], server_time: context.now.toISOString() };
}

const isStep = ({ kind }: OutEntry): boolean => kind !== 'add' && kind !== 'void';

/** Pieces that follow one another are counted together; a step stands by itself. */
function partsOf(entries: readonly OutEntry[]): OutEntry[][] {
  const parts: OutEntry[][] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last?.[0] && !isStep(entry) && !isStep(last[0])) last.push(entry);
    else parts.push([entry]);
  }
  return parts;
}

async function takePart(kit: Kit, context: WriteContext, { entries, ...at }: Sent): Promise<Judged[]> {
  // As it stands after what came before.
  const work = await holdWork(context, at.id);
  const [first] = entries;
  if (first && isStep(first)) {
    const refused = await takeStepOf(kit, context, { work, entry: first });
    const outcome = refused === undefined ? 'accepted' : 'refused';
    const judged: Judged = {
      ...first,
      sku_id: null,
      code_id: null,
      statement: 0,
      outcome,
      reason: refused ?? null,
    };
    await keep(context, { ...at, judged: [judged] });
    return [judged];
  }
  const judged = await judgeEntries(kit, context, { work, device_id: at.device_id, entries });
  await keep(context, { ...at, judged });
  if (judged.some(({ outcome, sku_id }) => outcome === 'accepted' && sku_id !== null))
    await writePicked(kit, context, work);
  await holdScanned(context, work.source, judged);
  return judged;
}

async function earlierAnswers(
  { actor, db }: WriteContext,
  { id, device_id, entries }: Sent,
): Promise<Map<string, AllotAnswer>> {
  const named = sql`op_id = any(${entries.map(({ op_id }) => op_id)}::uuid[])`;
  const ours = sql`order_out_id = ${id} and device_id = ${device_id} and counter_id = ${actor.id} as ours`;
  const { rows } = await sql<Pick<Judged, 'op_id' | 'outcome' | 'reason'> & { ours: boolean }>`
    select op_id, outcome, reason, ${ours} from order_out_entry where ${named}
    union all select op_id, 'refused', reason, ${ours} from order_out_entry_refused where ${named}`.execute(db);
  const foreign = {
    outcome: 'refused',
    code: catalogue.duplicateSubmit.code,
    msg: catalogue.duplicateSubmit.words,
  } as const;
  return new Map(rows.map((row) => [row.op_id, row.ours ? answerOf(row) : { op_id: row.op_id, ...foreign }]));
}

// A refusal is kept as well: whoever asks again is told the same.
async function keep(
  { actor, db, now }: WriteContext,
  { id, device_id, judged }: Omit<Sent, 'entries'> & { judged: readonly Judged[] },
): Promise<void> {
  const refused = judged.filter(({ outcome }) => outcome === 'refused');
  const kept = judged.filter(({ outcome }) => outcome !== 'refused');
  const by = sql`${id}::bigint, ${device_id}, ${actor.id}::bigint`;
  if (refused.length > 0)
    await sql`
      insert into order_out_entry_refused (op_id, order_out_id, device_id, counter_id, kind, reason, refused_at)
      select op_id, ${by}, kind, reason, ${now.toISOString()} from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as e (op_id uuid, kind text, reason text)`.execute(
      db,
    );
  if (kept.length === 0) return;
  await sql`
    insert into order_out_entry (op_id, order_out_id, device_id, counter_id, seq, kind, barcode, sku_id, code_id, imperfect_type, qty, statement,
      counted_at, time_doubtful, received_at, voids, outcome, reason)
    select op_id, ${by}, seq, kind, barcode, sku_id, code_id, imperfect_type, qty, statement,
      counted_at, coalesce(time_doubtful, false), ${now.toISOString()}, voids, outcome, reason
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as e (op_id uuid, seq bigint, kind text, barcode text, sku_id bigint, code_id bigint,
      imperfect_type smallint, qty bigint, statement integer, counted_at timestamptz, time_doubtful boolean, voids uuid, outcome text, reason text)
    order by seq`.execute(db);
}

const answerOf = ({ op_id, outcome, reason }: Pick<Judged, 'op_id' | 'outcome' | 'reason'>): AllotAnswer =>
  outcome === 'accepted' ? { op_id, outcome } : { op_id, outcome, code: catalogue.invalid.code, msg: reason ?? '' };
