import { type RawBuilder, sql } from 'kysely';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { allFields, recordFields } from '#contract/kit/base-fields.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { Asked } from '#server/tasks/exports/asked.ts';
import { columnsOf, titleColumn } from '#server/tasks/exports/columns.ts';
import { goodsConditions } from '#server/tasks/exports/goods-conditions.ts';
import { joinTitle } from '#server/tasks/exports/joins.ts';
import type { ExportSource } from '#server/tasks/exports/source.ts';

const ofBatch = columnsOf(allFields(inWareBatch), 'b');

/** 批次汇总: one row for each inbound batch. A batch is seen whole by where it stands; what is asked of goods, one of its lines has. */
export function inboundBatchesSource({
  asked,
  actor,
  where,
}: {
  asked: Asked;
  actor: Actor;
  where: readonly RawBuilder<boolean>[];
}): ExportSource {
  const scoped = scopeCondition(inWareBatch, actor, 'b');
  const goods = goodsConditions(asked);
  return {
    columns: [
      ofBatch('batch_no'),
      ofBatch('in_stock_no'),
      columnsOf(arrivalOrder.fields, 'g')('arrival_no'),
      columnsOf(purchaseOrder.fields, 'o')('purchase_no'),
      titleColumn(inWareBatch.fields.supplier_id, sql`v.name`),
      titleColumn('仓库', sql`w.name`),
      ofBatch('status'),
      ofBatch('plan_qty'),
      ofBatch('count_qty'),
      ofBatch('in_qty'),
      ofBatch('imperfect_qty'),
      ofBatch('in_amount'),
      ofBatch('created_at'),
      ofBatch('into_time'),
      titleColumn(recordFields.created_by, sql`a.nickname`),
    ],
    from: sql`in_ware_batch as b left join arrival_order as g on g.id = b.arrival_id left join purchase_order as o on o.id = b.purchase_id
      left join admin as a on a.id = b.created_by${joinTitle(actor, supplier, 'v', sql`b.supplier_id`)}${joinTitle(actor, warehouse, 'w', sql`b.warehouse_id`)}`,
    where: [
      ...(scoped ? [scoped] : []),
      ...where,
      ...(goods.length > 0
        ? [
            sql<boolean>`b.id in (select i.in_ware_batch_id from in_ware_batch_detail as i join sku as k on k.id = i.sku_id join spu as p on p.id = k.spu_id
              where ${sql.join(goods, sql` and `)})`,
          ]
        : []),
    ],
    order: sql`b.id`,
  };
}
