import { type Kysely, type RawBuilder, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import type { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/step.ts';
import { refuseUnnamed } from './missing-codes.ts';
import { openRecount } from './recount.ts';

/** A review passes lines that leave nothing open (amendments A, domain.md §4.13). */
export async function guardReview(step: Step<typeof stocktaking>): Promise<void> {
  const { context, document, rejects } = step;
  if (rejects) return;
  await refuseUndecided(step);
  const lacking = await lackReason(context.db);
  const { rows } = await sql<{ sku_no: string; open: boolean; count: number }>`
    select case when ${isVisible(sku, context.actor, 's')} then s.sku_no else '有货品' end as sku_no, l.ambiguity > 0 or l.recount as open,
      count(*) over (partition by l.ambiguity > 0 or l.recount) as count
    from stocktaking_line l join sku s on s.id = l.sku_id
    where l.stocktaking_id = ${document.id} and (l.ambiguity > 0 or l.recount or ${lacking}) order by open desc, s.sku_no limit 1`.execute(
    context.db,
  );
  const [line] = rows;
  const named = line && `${line.sku_no}${line.count > 1 ? ` 等 ${line.count} 行` : ''}`;
  if (line?.open) throw new Refusal('illegalTransition', `${named} 须重盘，请驳回复盘`);
  if (line) throw new Refusal('invalid', `${named} 差异较大，请填写差异原因`, 'lines');
  await refuseUnnamed(context, document.id);
}

/** The condition that a line `l` misses the reason that a review asks for. */
export async function lackReason(db: Kysely<unknown>): Promise<RawBuilder<boolean>> {
  return sql<boolean>`(abs(l.diff_qty) > ${await diffLimit(db)} and l.reason is null)`;
}

/** Sends the marked lines out for another round, or says who reviewed. */
export async function applyReview(step: Step<typeof stocktaking>): Promise<Values> {
  if (step.rejects) return await openRecount(step);
  return { reviewed_by: step.context.actor.id };
}

async function refuseUndecided({ context, document }: Step<typeof stocktaking>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stocktaking_open_question c where c.stocktaking_id = ${document.id}
      and not exists (select 1 from stocktaking_exception e where e.count_id = c.id)`.execute(context.db);
  const open = rows[0]?.count ?? 0;
  if (open > 0) throw new Refusal('illegalTransition', `还有 ${open} 条未知条码或迟到的盘点未处理`);
}

/** The largest difference in pieces that needs no reason (domain.md §13.10). */
export async function diffLimit(db: Kysely<unknown>): Promise<number> {
  const { rows } = await sql<{
    value: number;
  }>`select (value #>> '{}')::bigint as value from config where key = 'take_diff_limit'`.execute(db);
  return rows[0]?.value ?? defaultDiffLimit;
}

// For an installation that never set it.
const defaultDiffLimit = 5;
