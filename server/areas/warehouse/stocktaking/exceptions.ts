import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import { keepFigures } from './figures.ts';
import { isOpen, lockSheet, sheetStatus } from './sheet.ts';

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
  await checkReferences(context.db, context.actor, { fields: asked, records: [{ sku_id }] });
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

const asked = { sku_id: reference(() => sku, '货品') };

async function refreshSums(context: WriteContext, id: number): Promise<void> {
  const { ambiguous: _ambiguous, lines: _lines, ...sums } = await keepFigures(context.db, id);
  await sql`
    update stocktaking set book_qty = ${sums.book_qty}, count_qty = ${sums.count_qty}, gain_qty = ${sums.gain_qty}, loss_qty = ${sums.loss_qty}, version = version + 1 where id = ${id}`.execute(
    context.db,
  );
}
