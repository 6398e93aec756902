import { sql } from 'kysely';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/serve-document.ts';
import { keepFigures } from './figures.ts';
import { countersOf, isOpen, lockSheet, sheetStatus } from './sheet.ts';
import { openZones } from './start.ts';

/** A sheet is submitted once every zone that was counted in this round is closed; the first round counts them all. */
export async function refuseOpenZones({ context, document }: Step): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select z.name from stocktaking_zone z where z.stocktaking_id = ${document.id} and z.round = ${document.round} and z.closed_at is null
      and (z.round = 1 or exists (select 1 from stocktaking_count c where c.stocktaking_id = z.stocktaking_id and c.round = z.round and c.zone = z.code and c.outcome = 'accepted'))
    order by z.id`.execute(context.db);
  if (rows.length > 0)
    throw new Refusal('illegalTransition', `还有库区未关闭：${rows.map((row) => row.name).join('、')}`);
}

/** Works the lines out from the counts and the book of this moment. */
export async function workOut({ context, document }: Step): Promise<Values> {
  const { ambiguous: _ambiguous, lines: _lines, ...sums } = await keepFigures(context.db, document.id);
  return sums;
}

/** A review is done by somebody who did not count, over lines that leave nothing open (amendments A, domain.md §4.13). */
export async function guardReview(step: Step): Promise<void> {
  const { context, document, rejects } = step;
  if ((await handsOf(step)).includes(context.actor.id))
    throw new Refusal('illegalTransition', '盘点人不能复核同一盘点单');
  if (rejects) return;
  await refuseUndecided(step);
  const { rows } = await sql<{ sku_no: string; open: boolean }>`
    select s.sku_no, l.ambiguity > 0 or l.recount as open from stocktaking_line l join sku s on s.id = l.sku_id
    where l.stocktaking_id = ${document.id} and (l.ambiguity > 0 or l.recount or (abs(l.diff_qty) > ${await diffLimit(context)} and l.reason is null))
    order by open desc, s.sku_no limit 1`.execute(context.db);
  const [line] = rows;
  if (line?.open) throw new Refusal('illegalTransition', `${line.sku_no} 须重盘，请驳回复盘`);
  if (line) throw new Refusal('invalid', `${line.sku_no} 差异较大，请填写差异原因`, 'lines');
}

/** Sends the marked lines out for another round, or says who reviewed. */
export async function applyReview(step: Step): Promise<Values> {
  if (step.rejects) return await openRecount(step);
  return { reviewed_by: step.context.actor.id };
}

/** The auditor is neither among the counters nor the reviewer; creator and submitter the kit refuses already (amendments A, E). */
export async function guardAudit(step: Step): Promise<void> {
  const { context, document, rejects } = step;
  if (rejects) return;
  if (document.reviewed_by === context.actor.id) throw new Refusal('illegalTransition', '复核人不能审核同一盘点单');
  if ((await handsOf(step)).includes(context.actor.id))
    throw new Refusal('illegalTransition', '盘点人不能审核同一盘点单');
}

/** A rejected audit sends the sheet out again: the marked lines, or else every line that differs. */
export async function applyAudit(step: Step): Promise<Values> {
  if (!step.rejects) return {};
  await sql`
    update stocktaking_line set recount = true where stocktaking_id = ${step.document.id} and diff_qty <> 0
      and not exists (select 1 from stocktaking_line m where m.stocktaking_id = ${step.document.id} and m.recount)`.execute(
    step.context.db,
  );
  return { ...(await openRecount(step)), reviewed_by: null };
}

async function openRecount({ context, document }: Step): Promise<Values> {
  const round = (document.round as number) + 1;
  const { numAffectedRows } = await sql`
    insert into stocktaking_recount (stocktaking_id, round, sku_id, imperfect_type)
    select stocktaking_id, ${round}, sku_id, imperfect_type from stocktaking_line where stocktaking_id = ${document.id} and recount`.execute(
    context.db,
  );
  if (!numAffectedRows) throw new Refusal('invalid', '请先标记要复盘的明细', 'lines');
  await openZones(context, { id: document.id, warehouse_id: document.warehouse_id as number, round });
  return { round };
}

async function handsOf({ context, document }: Step): Promise<number[]> {
  return [...(document.counter_ids as number[]), ...(await countersOf(context.db, document.id))];
}

async function refuseUndecided({ context, document }: Step): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stocktaking_open_question c where c.stocktaking_id = ${document.id}
      and not exists (select 1 from stocktaking_exception e where e.count_id = c.id)`.execute(context.db);
  const open = rows[0]?.count ?? 0;
  if (open > 0) throw new Refusal('illegalTransition', `还有 ${open} 条未知条码或迟到的盘点未处理`);
}

async function diffLimit(context: WriteContext): Promise<number> {
  const { rows } = await sql<{
    value: number;
  }>`select (value #>> '{}')::bigint as value from config where key = 'take_diff_limit'`.execute(context.db);
  return rows[0]?.value ?? defaultDiffLimit;
}

// domain.md §13.10, for an installation that never set it.
const defaultDiffLimit = 5;

interface ReviewedLines {
  id: number;
  lines: { id: number; reason?: string | null | undefined; recount?: boolean | undefined }[];
}

/** Keeps reasons and recount marks of single lines while a sheet is reviewed: only what changed is sent. */
export async function reviewLines(context: WriteContext, { id, lines }: ReviewedLines): Promise<{ count: number }> {
  const sheet = await lockSheet(context, id, 'deciding');
  if (sheet.status !== sheetStatus.toReview && sheet.status !== sheetStatus.toAudit)
    throw new Refusal('illegalTransition', '只有复核或审核时才能修改明细');
  const { numAffectedRows } = await sql`
    update stocktaking_line l set reason = case when e.sets_reason then e.reason else l.reason end, recount = coalesce(e.recount, l.recount)
    from jsonb_to_recordset(${JSON.stringify(lines.map((line) => ({ ...line, sets_reason: line.reason !== undefined })))}::jsonb) as e (id bigint, reason text, recount boolean, sets_reason boolean)
    where l.id = e.id and l.stocktaking_id = ${id}`.execute(context.db);
  if (Number(numAffectedRows ?? 0) !== new Set(lines.map((line) => line.id)).size)
    throw new Refusal('notFound', '明细不存在');
  return { count: Number(numAffectedRows) };
}

interface Decision {
  id: number;
  count_ids: number[];
  sku_id?: number | undefined;
  reason?: string | undefined;
}

/** Says what unknown barcodes are, lets late counts in, or sets either aside with a reason. The lines follow at once. */
export async function decideException(
  context: WriteContext,
  { id, count_ids, sku_id, reason }: Decision,
): Promise<{ count: number }> {
  const sheet = await lockSheet(context, id, 'deciding');
  if (!isOpen(sheet) && sheet.status !== sheetStatus.toReview)
    throw new Refusal('illegalTransition', '盘点单已审核，不能再处理');
  if (sku_id === undefined && !reason) throw new Refusal('invalid', '请指定货品，或填写不计入的原因', 'reason');
  const unique = [...new Set(count_ids)];
  const { rows } = await sql<{ id: number; kind: string }>`
    select id, kind from stocktaking_open_question where id = any(${unique}) and stocktaking_id = ${id}`.execute(
    context.db,
  );
  if (rows.length !== unique.length) throw new Refusal('notFound');
  if (sku_id !== undefined && rows.some((row) => row.kind === 'void'))
    throw new Refusal('invalid', '迟到的撤销只能写明原因，或要求复盘', 'sku_id');
  await sql`
    insert into stocktaking_exception (count_id, stocktaking_id, sku_id, reason, decided_by, decided_at)
    select c, ${id}, ${sku_id ?? null}, ${reason ?? null}, ${context.actor.id}, ${context.now.toISOString()} from unnest(${unique}::bigint[]) as c
    on conflict (count_id) do update set sku_id = excluded.sku_id, reason = excluded.reason, decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(
    context.db,
  );
  if (sheet.status === sheetStatus.toReview) await refreshSums(context, id);
  await writeAudit(context, [
    {
      docType: stocktaking.name,
      docId: id,
      docNo: sheet.stocktaking_no,
      action: 'decideException',
      label: '处理异常盘点',
      remark: `${unique.length} 条${reason ? `：${reason}` : ''}`,
    },
  ]);
  return { count: unique.length };
}

async function refreshSums(context: WriteContext, id: number): Promise<void> {
  const { ambiguous: _ambiguous, lines: _lines, ...sums } = await keepFigures(context.db, id);
  await sql`
    update stocktaking set book_qty = ${sums.book_qty}, count_qty = ${sums.count_qty}, gain_qty = ${sums.gain_qty}, loss_qty = ${sums.loss_qty}, version = version + 1 where id = ${id}`.execute(
    context.db,
  );
}
