import { sql } from 'kysely';
import type { AllotAnswer, AllotEnd, AllotEntry } from '#contract/areas/allocation/allot-entry.ts';
import { catalogue } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { holdScanned } from '../pieces/held-pieces.ts';
import { holdWork, sideOf } from './hold-work.ts';
import { type Judged, judgeEntries } from './judge-entries.ts';
import { stepEnds, takeStepOf } from './take-step.ts';
import { writeCounted } from './work-lines.ts';

interface Sent {
  id: number;
  device_id: string;
  entries: AllotEntry[];
}

/**
 * Takes in what a tablet did at one end of an allot: each entry once and in order, with a word for each. An entry that was answered before
 * gets the same answer. Pieces that cannot count are kept for a person to see, whatever became of the allot meanwhile; a step that cannot
 * be taken is refused, and its tablet asks its person.
 */
export async function receiveEntries(
  kit: Kit,
  context: WriteContext,
  { end, id, device_id, entries }: Sent & { end: AllotEnd },
): Promise<{ answers: AllotAnswer[]; server_time: string }> {
  const at = { id, device_id, end };
  await holdWork(context, end, id);
  const answered = await earlierAnswers(context, { ...at, entries });
  const fresh = entries.filter(({ op_id }) => !answered.has(op_id));
  const judged: Judged[] = [];
  for (const part of partsOf(fresh)) judged.push(...(await takePart(kit, context, { ...at, entries: part })));
  return { answers: [...answered.values(), ...judged.map(answerOf)], server_time: context.now.toISOString() };
}

const isStep = ({ kind }: AllotEntry): boolean => kind !== 'add' && kind !== 'void';

/** Pieces that follow one another are counted together; a step stands by itself. */
function partsOf(entries: readonly AllotEntry[]): AllotEntry[][] {
  const parts: AllotEntry[][] = [];
  for (const entry of entries) {
    const last = parts.at(-1);
    if (last?.[0] && !isStep(entry) && !isStep(last[0])) last.push(entry);
    else parts.push([entry]);
  }
  return parts;
}

type Placed = Sent & { end: AllotEnd };

async function takePart(kit: Kit, context: WriteContext, { entries, ...at }: Placed): Promise<Judged[]> {
  // As it stands after what came before.
  const work = await holdWork(context, at.end, at.id);
  const [first] = entries;
  if (first && isStep(first)) {
    const step = { work, device_id: at.device_id, entry: first };
    const refused = stepEnds[first.kind] === at.end ? await takeStepOf(kit, context, step) : '此操作由另一方办理';
    const judged: Judged = {
      ...first,
      sku_id: null,
      line_id: null,
      code_id: null,
      statement: 0,
      outcome: refused === undefined ? 'accepted' : 'refused',
      reason: refused ?? null,
    };
    await keep(context, { ...at, judged: [judged] });
    return [judged];
  }
  const judged = await judgeEntries(kit, context, { work, device_id: at.device_id, entries });
  await keep(context, { ...at, judged });
  if (judged.some(({ outcome, line_id }) => outcome === 'accepted' && line_id !== null))
    await writeCounted(kit, context, work);
  if (at.end === 'out') await holdScanned(context, work.source, judged);
  return judged;
}

async function earlierAnswers(
  { actor, db }: WriteContext,
  { id, device_id, entries, end }: Placed,
): Promise<Map<string, AllotAnswer>> {
  const named = sql`op_id = any(${entries.map(({ op_id }) => op_id)}::uuid[])`;
  const ours = sql`allot_id = ${id} and side = ${sideOf(end)} and device_id = ${device_id} and counter_id = ${actor.id} as ours`;
  const { rows } = await sql<Pick<Judged, 'op_id' | 'outcome' | 'reason'> & { ours: boolean }>`
    select op_id, outcome, reason, ${ours} from allot_entry where ${named}
    union all select op_id, 'refused', reason, ${ours} from allot_entry_refused where ${named}`.execute(db);
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
  { id, device_id, end, judged }: Omit<Placed, 'entries'> & { judged: readonly Judged[] },
): Promise<void> {
  const refused = judged.filter(({ outcome }) => outcome === 'refused');
  const kept = judged.filter(({ outcome }) => outcome !== 'refused');
  const by = sql`${id}::bigint, ${sideOf(end)}::smallint, ${device_id}, ${actor.id}::bigint`;
  if (refused.length > 0)
    await sql`
      insert into allot_entry_refused (op_id, allot_id, side, device_id, counter_id, kind, reason, refused_at)
      select op_id, ${by}, kind, reason, ${now.toISOString()} from jsonb_to_recordset(${JSON.stringify(refused)}::jsonb) as e (op_id uuid, kind text, reason text)`.execute(
      db,
    );
  if (kept.length === 0) return;
  await sql`
    insert into allot_entry (op_id, allot_id, side, device_id, counter_id, seq, kind, barcode, sku_id, line_id, code_id, imperfect_type, qty, carton, statement,
      counted_at, time_doubtful, received_at, voids, outcome, reason)
    select op_id, ${by}, seq, kind, barcode, sku_id, line_id, code_id, imperfect_type, qty, carton, statement,
      counted_at, coalesce(time_doubtful, false), ${now.toISOString()}, voids, outcome, reason
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) as e (op_id uuid, seq bigint, kind text, barcode text, sku_id bigint, line_id bigint, code_id bigint,
      imperfect_type smallint, qty bigint, carton integer, statement integer, counted_at timestamptz, time_doubtful boolean, voids uuid, outcome text, reason text)
    order by seq`.execute(db);
}

const answerOf = ({ op_id, outcome, reason }: Pick<Judged, 'op_id' | 'outcome' | 'reason'>): AllotAnswer =>
  outcome === 'accepted' ? { op_id, outcome } : { op_id, outcome, code: catalogue.invalid.code, msg: reason ?? '' };
