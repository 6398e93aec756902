import { sql } from 'kysely';
import type { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { makeDifference } from '../difference/make-difference.ts';
import { detailsOf } from './batch-lines.ts';
import { differencesOf } from './settle-quantities.ts';

/** Every line has been counted, and nothing that expires has no date or is over by today (domain.md §4.7). */
export async function guardSubmit({ context, document }: Step<typeof inWareBatch>): Promise<void> {
  const { rows } = await sql<{ place: number; sku_id: number; sku_no: string; why: 'uncounted' | 'undated' | 'over' }>`
    select d.place, d.sku_id, k.sku_no, case when d.count_qty is null then 'uncounted' when d.expire_at is null then 'undated' else 'over' end as why
    from (select *, row_number() over (order by id) as place from in_ware_batch_detail where in_ware_batch_id = ${document.id}) d
    join sku k on k.id = d.sku_id join spu p on p.id = k.spu_id
    where d.count_qty is null or (p.is_expire_managed and d.count_qty > 0 and (d.expire_at is null or d.expire_at <= ${businessDay(context.now)}::date))
    order by d.place limit 1`.execute(context.db);
  const [wrong] = rows;
  if (!wrong) return;
  const words = {
    uncounted: '还没有清点，没有到货请填 0',
    undated: '是效期管理的货品，请填写到期日期',
    over: '的到期日期不晚于今天，不能入库',
  }[wrong.why];
  throw new GoodsRefusal(
    'invalid',
    { skuId: wrong.sku_id, skuNo: wrong.sku_no },
    (goods) => `第 ${wrong.place} 行 ${goods} ${words}`,
    'lines',
  );
}

/** What differs is decided on by others before the batch is posted: a difference order is made of it. */
export async function submitBatch(kit: Pick<Kit, 'numbers'>, step: Step<typeof inWareBatch>): Promise<undefined> {
  const lines = detailsOf(await step.lines());
  if (lines.length === 0) throw new Refusal('invalid', '请至少填写 1 行明细', 'lines');
  await makeDifference(kit, step, differencesOf(lines));
  return undefined;
}
