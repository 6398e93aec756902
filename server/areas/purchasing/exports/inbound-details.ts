import { type RawBuilder, sql } from 'kysely';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeOfColumns } from '#server/identity/data-scope.ts';
import type { Asked } from '#server/tasks/exports/asked.ts';
import { columnsOf, titleColumn } from '#server/tasks/exports/columns.ts';
import { goodsColumns } from '#server/tasks/exports/goods-columns.ts';
import { goodsConditions } from '#server/tasks/exports/goods-conditions.ts';
import { joinGoods, joinTitle } from '#server/tasks/exports/joins.ts';
import type { ExportSource } from '#server/tasks/exports/source.ts';

const ofBatch = columnsOf(allFields(inWareBatch), 'b');
const ofDetail = columnsOf(inWareBatch.lines.fields, 'i');

/** 入库明细: one row for each line of an inbound batch. */
export function inboundDetailsSource({
  asked,
  actor,
  where,
}: {
  asked: Asked;
  actor: Actor;
  where: readonly RawBuilder<boolean>[];
}): ExportSource {
  const scoped = scopeOfColumns(actor, {
    warehouse: sql`b.warehouse_id`,
    supplier: sql`b.supplier_id`,
    brand: sql`k.brand_id`,
    category: sql`k.category_id`,
  });
  return {
    columns: [
      ofBatch('batch_no'),
      ofBatch('in_stock_no'),
      goodsColumns.number,
      goodsColumns.barcode,
      goodsColumns.name,
      goodsColumns.color,
      goodsColumns.size,
      ofDetail('plan_qty', '应收'),
      ofDetail('count_qty', '清点'),
      ofDetail('in_qty', '入库'),
      ofDetail('imperfect_type'),
      ofDetail('purchase_price', '进价'),
      ofDetail('amount'),
      ofDetail('expire_at'),
      titleColumn('仓库', sql`w.name`),
      ofBatch('into_time'),
    ],
    from: sql`in_ware_batch_detail as i join in_ware_batch as b on b.id = i.in_ware_batch_id join sku as k on k.id = i.sku_id${joinGoods()}${joinTitle(actor, warehouse, 'w', sql`b.warehouse_id`)}`,
    where: [...(scoped ? [scoped] : []), ...where, ...goodsConditions(asked)],
    order: sql`i.in_ware_batch_id, i.id`,
  };
}
