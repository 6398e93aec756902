import { sql } from 'kysely';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/**
 * Refuses to switch warehouses off while documents wait that bring goods in once they are posted: adjustments that were submitted,
 * sheets that are under way.
 */
export async function refuseClosing(
  context: WriteContext,
  { warehouse_ids: ids }: { warehouse_ids: readonly number[] },
): Promise<void> {
  const { rows } = await sql<{ name: string; called: string }>`
    select w.name, d.called from warehouse w join (
      select t.warehouse_id, ${stocktaking.label}::text || case when ${isVisible(stocktaking, context.actor, 't')} then t.stocktaking_no else '' end || '未结束' as called
      from stocktaking t where t.status between 1 and 5
      union all
      select a.warehouse_id, ${stockAdjustment.label}::text || case when ${isVisible(stockAdjustment, context.actor, 'a')} then a.adjust_no else '' end || ${stockAdjustment.states[1][0]}::text
      from stock_adjustment a where a.status = 1
    ) d on d.warehouse_id = w.id
    where w.id = any(${ids}) order by w.id, d.called limit 1`.execute(context.db);
  const [awaited] = rows;
  if (awaited) throw new Refusal('illegalTransition', `“${awaited.name}”的${awaited.called}，不能停用`);
}
