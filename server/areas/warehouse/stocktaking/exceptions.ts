import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { type partSteps, stocktaking, stocktakingState } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import { keepFigures } from './figures.ts';
import { isBeforeItsRound, roundStarts } from './round-starts.ts';
import { inScope, readScope } from './scope.ts';
import { isByCodes, isOpen, lockSheet } from './sheet.ts';

interface Decision {
  id: number;
  count_ids: number[];
  sku_id?: number | undefined;
  reason?: string | undefined;
}

/**
 * Says what unknown barcodes are, lets late counts in, or sets either aside with a reason. The lines follow at once. Refuses
 * to let in what no figure can be made of: goods outside the sheet's scope, an un-count, a count of a device whose clock was
 * behind (nobody knows the instant it is true at), a stray count of a recount that would replace a figure nobody doubted.
 */
export async function decideException(
  context: WriteContext,
  { id, count_ids, sku_id, reason }: Decision,
): Promise<{ count: number }> {
  const sheet = await lockSheet(context, id, 'deciding');
  if (!isOpen(sheet) && sheet.status !== stocktakingState.toReview)
    throw new Refusal('illegalTransition', '盘点单已审核，不能再处理');
  if (sku_id !== undefined && isByCodes(sheet))
    throw new Refusal('invalid', '唯一码盘点只按码计，请填写不计入的原因', 'sku_id');
  if (sku_id === undefined && !reason) throw new Refusal('invalid', '请指定货品，或填写不计入的原因', 'reason');
  await checkReferences(context.db, context.actor, { fields: asked, records: [{ sku_id }] });
  if (sku_id !== undefined) await refuseOutOfScope(context, { id, sku_id });
  const unique = [...new Set(count_ids)];
  const rows = await questionsOf(context, { id, count_ids: unique, sku_id });
  if (rows.length !== unique.length) throw new Refusal('notFound');
  if (sku_id !== undefined) {
    if (rows.some((row) => row.kind === 'void'))
      throw new Refusal('invalid', '迟到的撤销只能写明原因，或要求复盘', 'sku_id');
    if (rows.some((row) => row.untimely))
      throw new Refusal('invalid', '设备时间早于本轮盘点开始，只能写明原因，或要求复盘', 'sku_id');
    if (rows.some((row) => row.replaces))
      throw new Refusal('invalid', '本轮未要求复盘此货品，计入会替换已有的盘点数；请要求复盘', 'sku_id');
  }
  await sql`
    insert into stocktaking_exception (count_id, stocktaking_id, sku_id, reason, decided_by, decided_at)
    select c, ${id}, ${sku_id ?? null}, ${reason ?? null}, ${context.actor.id}, ${context.now.toISOString()} from unnest(${unique}::bigint[]) as c
    on conflict (count_id) do update set sku_id = excluded.sku_id, reason = excluded.reason, decided_by = excluded.decided_by, decided_at = excluded.decided_at`.execute(
    context.db,
  );
  if (sheet.status === stocktakingState.toReview) await refreshSums(context, id);
  await writeAudit(context, [
    {
      docType: stocktaking.name,
      docId: id,
      docNo: sheet.stocktaking_no,
      action: 'decideException' satisfies keyof typeof partSteps,
      label: '处理异常盘点',
      remark: `${unique.length} 条${reason ? `：${reason}` : ''}`,
    },
  ]);
  return { count: unique.length };
}

const asked = { sku_id: reference(() => sku, '货品') };

interface Question {
  kind: string;
  /** By its device's clock it was made before its round began. */
  untimely: boolean;
  /** Let in, it would stand for what an earlier round counted of goods that its round did not ask for. */
  replaces: boolean;
}

async function questionsOf(
  context: WriteContext,
  { id, count_ids, sku_id }: { id: number; count_ids: number[]; sku_id: number | undefined },
): Promise<Question[]> {
  const { rows } = await sql<Question>`
    with asked as (
      select c.*, coalesce(c.sku_id, ${sku_id ?? null}::bigint) as goods_id from stocktaking_open_question c where c.id = any(${count_ids}) and c.stocktaking_id = ${id}
    )
    select c.kind, ${isBeforeItsRound} as untimely,
      exists (
        select 1 from stocktaking_standing o left join stocktaking_exception e on e.count_id = o.id
        where o.stocktaking_id = ${id} and o.round < c.round and o.zone = c.zone and o.imperfect_type = c.imperfect_type
          and coalesce(o.sku_id, e.sku_id) = c.goods_id and (o.outcome = 'accepted' or e.sku_id is not null)
      ) and not exists (
        select 1 from stocktaking_recount a
        where a.stocktaking_id = ${id} and a.round = c.round and a.sku_id = c.goods_id and a.imperfect_type = c.imperfect_type
      ) as replaces
    from asked c join (${roundStarts(id)}) b on b.round = c.round`.execute(context.db);
  return rows;
}

// Nobody counts goods outside the scope, so one piece of them would say that all others are gone.
async function refuseOutOfScope(context: WriteContext, { id, sku_id }: { id: number; sku_id: number }): Promise<void> {
  const scope = await readScope(context.db, id);
  const { rows } = await sql<{ sku_no: string }>`
    select s.sku_no from sku s where s.id = ${sku_id} and not ${inScope(scope)}`.execute(context.db);
  if (rows[0]) throw new Refusal('invalid', `${rows[0].sku_no} 不在盘点范围内`, 'sku_id');
}

async function refreshSums(context: WriteContext, id: number): Promise<void> {
  const { ambiguous: _ambiguous, lines: _lines, ...sums } = await keepFigures(context.db, id, { keepsMarks: true });
  await sql`
    update stocktaking set book_qty = ${sums.book_qty}, count_qty = ${sums.count_qty}, gain_qty = ${sums.gain_qty}, loss_qty = ${sums.loss_qty}, version = version + 1 where id = ${id}`.execute(
    context.db,
  );
}
