import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { type partSteps, stocktaking, stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { historyOf, type LineStep } from '#server/kit/line-history.ts';
import { diffLimit } from './review.ts';
import { lockSheet } from './sheet.ts';

interface ReviewedLines {
  id: number;
  lines: {
    id: number;
    diff_qty: number | null;
    reason?: string | null | undefined;
    recount?: boolean | undefined;
  }[];
}

/**
 * Keeps reasons and recount marks of single lines while a sheet is reviewed or audited: only what changed is sent. What they
 * were stands in the history. After the review the sheet gets a new version too, so that nobody audits what they have not
 * seen; during it the lines are the reviewer's own work, one by one, and must not turn their own verdict away. All of them or
 * none are kept. Refuses with `illegalTransition` in any other state, with `invalid` a line named twice, or a reason emptied that
 * the passed review asked for, with `versionConflict` a line whose difference is no longer the one this was said of.
 */
export async function reviewLines(context: WriteContext, { id, lines }: ReviewedLines): Promise<{ count: number }> {
  const sheet = await lockSheet(context, id, 'deciding');
  if (sheet.status !== stocktakingState.toReview && sheet.status !== stocktakingState.toAudit)
    throw new Refusal('illegalTransition', '只有复核或审核时才能修改明细');
  if (new Set(lines.map((line) => line.id)).size !== lines.length)
    throw new Refusal('invalid', '同一明细只能填写一次', 'lines');
  const rows = await keep(context, { id, lines });
  if (rows.length !== lines.length) throw new Refusal('notFound', '明细不存在');
  refuseOutdated(rows);
  const changed = rows.filter(({ before, after }) => !isSame(before, after));
  if (changed.length === 0) return { count: rows.length };
  if (sheet.status === stocktakingState.toAudit) {
    await refuseEmptied(context, changed);
    await sql`
      update stocktaking set version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()} where id = ${id}`.execute(
      context.db,
    );
  }
  const explained = changed.some(({ before, after }) => before.reason !== after.reason);
  await writeAudit(context, [
    {
      docType: stocktaking.name,
      docId: id,
      docNo: sheet.stocktaking_no,
      // Who gives reasons does not audit; a mark for another round is an auditor's own work too.
      ...(explained
        ? { action: 'giveReasons' satisfies keyof typeof partSteps, label: '填写差异原因' }
        : { action: 'markLines', label: '标记复盘明细' }),
      changes: { lines: { before: null, after: historyOf(changed.map(stepOf)) } },
    },
  ]);
  return { count: rows.length };
}

interface Said {
  reason: string | null;
  recount: boolean;
}

interface ReviewedLine {
  sku_id: number;
  imperfect_type: number;
  /** What a person who may see the goods calls it. */
  name: string;
  diff_qty: number | null;
  /** Its difference is another than the one this was said of. */
  outdated: boolean;
  before: Said;
  after: Said;
}

async function keep(context: WriteContext, { id, lines }: ReviewedLines): Promise<ReviewedLine[]> {
  const asked = JSON.stringify(lines.map((line) => ({ ...line, sets_reason: line.reason !== undefined })));
  const { rows } = await sql<ReviewedLine>`
    with line as (
      select l.id, l.sku_id, l.imperfect_type, l.diff_qty, l.reason, l.recount, s.sku_no,
        case when ${isVisible(sku, context.actor, 's')} then s.sku_no || ' ' || s.name else '有货品' end as name
      from stocktaking_line l join sku s on s.id = l.sku_id where l.stocktaking_id = ${id}
    ), said as (
      select l.*, l.diff_qty is distinct from e.diff_qty as outdated, case when e.sets_reason then e.reason else l.reason end as new_reason, coalesce(e.recount, l.recount) as new_recount
      from line l join jsonb_to_recordset(${asked}::jsonb) as e (id bigint, diff_qty bigint, reason text, recount boolean, sets_reason boolean) on e.id = l.id
    ), kept as (
      update stocktaking_line l set reason = s.new_reason, recount = s.new_recount from said s where l.id = s.id
    )
    select sku_id, imperfect_type, name, diff_qty, outdated, jsonb_build_object('reason', reason, 'recount', recount) as before,
      jsonb_build_object('reason', new_reason, 'recount', new_recount) as after
    from said order by sku_no, imperfect_type`.execute(context.db);
  return rows;
}

// A late count let in, or a posting that sent the sheet back, has changed it since this person read it.
function refuseOutdated(rows: readonly ReviewedLine[]): void {
  const outdated = rows.find((line) => line.outdated);
  if (outdated) throw new Refusal('versionConflict', `${outdated.name} 的差异已变化，请核对后再填写`, 'lines');
}

// The review passed because of it.
async function refuseEmptied(context: WriteContext, changed: readonly ReviewedLine[]): Promise<void> {
  const emptied = changed.filter(({ before, after }) => before.reason !== null && after.reason === null);
  if (emptied.length === 0) return;
  const limit = await diffLimit(context.db);
  const needed = emptied.find((line) => Math.abs(line.diff_qty ?? 0) > limit);
  if (needed) throw new Refusal('invalid', `复核已通过，${needed.name} 的差异原因不能清空`, 'lines');
}

function stepOf({ sku_id, imperfect_type, before, after }: ReviewedLine): LineStep {
  return { line: { sku_id, imperfect_type }, before: { ...before }, after: { ...after } };
}

function isSame(one: Said, other: Said): boolean {
  return one.reason === other.reason && one.recount === other.recount;
}
