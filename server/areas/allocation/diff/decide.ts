import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { allotDiffType, allotDuty, decideType } from '#contract/areas/allocation/allot-enums.ts';
import { allotDiffDecided, carrierClaimed } from '#contract/areas/allocation/allot-events.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { decidedPieces } from '../pieces/decided-pieces.ts';
import { allotNamed } from '../source-of.ts';
import { type Ruling, refuseStrangeDuty, rulingsOf } from './rulings.ts';
import { allotOf, settleDiff } from './settle.ts';

const answersOf = ({ input }: Step<typeof allotDiff>) => input.lines ?? [];

/** Every piece is decided on by what fits it, and whoever is to answer can. */
export async function guardDecide(step: Step<typeof allotDiff>): Promise<void> {
  const rulings = rulingsOf(await step.lines(), answersOf(step));
  const { logistics_id: carrier } = await allotOf(step);
  refuseStrangeDuty(rulings, { duty: step.document.duty, carrier });
}

/** Writes the decisions, a line for each part, moves the pieces, and tells who hears of it: decisions of type 2, the carrier's claim. */
export async function decideDiff(kit: Kit, step: Step<typeof allotDiff>): Promise<Values> {
  const { context, document } = step;
  const { db, now } = context;
  const rulings = rulingsOf(await step.lines(), answersOf(step));
  const pieces = await decidedPieces(step, rulings);
  await writeRulings(step, rulings, pieces);
  await settleDiff(kit, step, { rulings, pieces });
  await tellDecision(kit, step, await allotOf(step));
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(diff_amount), 0)::bigint as amount from allot_diff_line where allot_diff_id = ${document.id}`.execute(
    db,
  );
  return { decided_at: now.toISOString(), diff_amount: rows[0]?.amount ?? 0 };
}

// The first part of a line stays on it, the others become lines of their own. Values are split by pieces, the last part takes what is left.
async function writeRulings(
  { context, document }: Step<typeof allotDiff>,
  rulings: readonly Ruling[],
  pieces: readonly (readonly number[])[],
): Promise<void> {
  const first = new Set<number>();
  const spent = new Map<number, number>();
  const parts = rulings.map(({ line, decide, qty }, index) => {
    const isFirst = !first.has(line.id);
    first.add(line.id);
    const sign = Number(line.diff_qty) < 0 ? -1 : 1;
    const isLast = !rulings.slice(index + 1).some((other) => other.line.id === line.id);
    const whole = Number(line.diff_amount);
    const before = spent.get(line.id) ?? 0;
    const amount = isLast ? whole - before : Math.round((whole * qty) / Math.abs(Number(line.diff_qty)));
    spent.set(line.id, before + amount);
    return {
      line_id: line.id,
      is_first: isFirst,
      decide_type: decide,
      diff_qty: sign * qty,
      diff_amount: amount,
      code_ids: pieces[index] ?? [],
    };
  });
  await sql`
    with part as (
      select * from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as p (line_id bigint, is_first boolean, decide_type smallint, diff_qty bigint, diff_amount bigint, code_ids bigint[])
    ), more as (
      insert into allot_diff_line (allot_diff_id, allot_line_id, split_of_id, sku_id, imperfect_type, send_qty, sign_qty, diff_qty, diff_type, diff_amount,
        out_say_qty, in_say_qty, decide_type, code_ids)
      select l.allot_diff_id, l.allot_line_id, l.id, l.sku_id, l.imperfect_type, l.send_qty, l.sign_qty, p.diff_qty, l.diff_type, p.diff_amount,
        l.out_say_qty, l.in_say_qty, p.decide_type, p.code_ids
      from part p join allot_diff_line l on l.id = p.line_id where not p.is_first order by l.id, p.decide_type
    )
    update allot_diff_line l set decide_type = p.decide_type, diff_qty = p.diff_qty, diff_amount = p.diff_amount, code_ids = p.code_ids
    from part p where p.is_first and l.id = p.line_id and l.allot_diff_id = ${document.id}`.execute(context.db);
}

interface Told {
  line_id: number;
  sku_id: number;
  imperfect_type: number;
  diff_qty: number;
  decide_type: number;
  cost_amount: number;
}

async function tellDecision(
  { registry }: Kit,
  { context, document }: Step<typeof allotDiff>,
  of: LockedDocument<typeof allot>,
): Promise<void> {
  const { rows: lines } = await sql<Told>`
    select id as line_id, sku_id, imperfect_type, diff_qty, decide_type, diff_amount as cost_amount
    from allot_diff_line where allot_diff_id = ${document.id} order by id`.execute(context.db);
  const [duty, amount] = [Number(document.duty), Number(document.duty_amount ?? 0)];
  await registry.events.emit(context, allotDiffDecided, {
    ...allotNamed(of),
    diff_id: document.id,
    diff_no: document.diff_no,
    duty,
    duty_amount: amount,
    lines,
  });
  if (duty !== allotDuty.carrier) return;
  await registry.events.emit(context, carrierClaimed, {
    logistics_id: requireField(of, 'logistics_id'),
    waybill_no: of.waybill_no,
    amount,
    source_type: allotDiff.name,
    source_id: document.id,
    source_no: document.diff_no,
    allot_no: of.allot_no,
    reason: `${allot.label} ${String(of.allot_no)} 物流丢失`,
    cost_amount: lines.reduce((sum, line) => sum + (line.decide_type === decideType.lost ? line.cost_amount : 0), 0),
  });
}

/** Nothing differs after all: what was missing has been found at the receiver, what was too many was not there (domain.md §4.16). */
export async function closeDiff(kit: Kit, step: Step<typeof allotDiff>): Promise<undefined> {
  const missing = (await step.lines()).filter(({ diff_type }) => diff_type === allotDiffType.short);
  const rulings = missing.map(
    (line): Ruling => ({ line: line, decide: decideType.found, qty: -Number(line.diff_qty) }),
  );
  await settleDiff(kit, step, { rulings, pieces: await decidedPieces(step, rulings) });
  await sql`
    update allot_diff_line set decide_type = ${decideType.found} where allot_diff_id = ${step.document.id} and diff_type = ${allotDiffType.short}`.execute(
    step.context.db,
  );
  return undefined;
}
