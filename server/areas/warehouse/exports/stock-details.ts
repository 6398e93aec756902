import { type RawBuilder, sql } from 'kysely';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { stockExport } from '#contract/areas/warehouse/exports.ts';
import { stockBatch } from '#contract/areas/warehouse/stock-batch.ts';
import { choice, flag } from '#contract/kit/kinds/choice.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeOfColumns } from '#server/identity/data-scope.ts';
import type { Asked } from '#server/tasks/exports/asked.ts';
import { columnsOf, figureColumn, titleColumn } from '#server/tasks/exports/columns.ts';
import { goodsColumns } from '#server/tasks/exports/goods-columns.ts';
import { joinTitle } from '#server/tasks/exports/joins.ts';
import type { ExportSource } from '#server/tasks/exports/source.ts';
import { batchConditions, shelfConditions } from './stock-conditions.ts';
import { partStatus, stockParts } from './stock-parts.ts';

/** is_zt of domain.md §2, by name. */
const transit = { only: 1, without: 2 } as const;

const { status, lock_type } = stockExport.definition.fields;
const ofBatch = columnsOf(stockBatch.fields, 'b');
const ofPart = columnsOf(
  {
    status: choice('状态', status?.choices ?? {}),
    lock_type: choice('锁定类型', lock_type?.choices ?? {}),
    is_moving: flag('是否在途'),
  },
  'b',
);

/** 库存明细: one row for each part of a shelf; what the parts are says `stockParts`. */
export function stockDetailsSource(asked: Asked, actor: Actor): ExportSource {
  const scoped = scopeOfColumns(actor, {
    warehouse: sql`b.warehouse_id`,
    supplier: sql`b.supplier_id`,
    brand: sql`k.brand_id`,
    category: sql`k.category_id`,
  });
  return {
    columns: [
      titleColumn(stockBatch.fields.warehouse_id, sql`w.name`),
      ofBatch('serial_no'),
      columnsOf(inWareBatch.fields, 'n')('in_stock_no'),
      goodsColumns.number,
      goodsColumns.name,
      titleColumn(stockBatch.fields.supplier_id, sql`v.name`),
      ofBatch('co_model'),
      ofBatch('imperfect_type'),
      ofPart('status'),
      ofPart('lock_type'),
      figureColumn('数量', sql`b.qty`),
      ofPart('is_moving'),
      ofBatch('cost_price'),
      ofBatch('into_time'),
      ofBatch('expire_at'),
    ],
    from: sql`(select *, status = ${sql.lit(partStatus.moving)} as is_moving from (${stockParts}) as a) as b
      join sku as k on k.id = b.sku_id join spu as p on p.id = k.spu_id
      left join in_ware_batch_detail as i on i.id = b.in_ware_detail_id left join in_ware_batch as n on n.id = i.in_ware_batch_id${joinTitle(actor, warehouse, 'w', sql`b.warehouse_id`)}${joinTitle(actor, supplier, 'v', sql`b.supplier_id`)}`,
    where: [
      ...(scoped ? [scoped] : []),
      ...shelfConditions(asked, 'b'),
      ...batchConditions(asked),
      ...asked.among(sql`b.status`, 'status', 'smallint'),
      ...asked.among(sql`b.lock_type`, 'lock_type', 'smallint'),
      ...asked.among(sql`b.imperfect_type`, 'imperfect_type', 'smallint'),
      ...transitConditions(asked),
    ],
    order: sql`b.warehouse_id, b.sku_id, b.imperfect_type, b.part, b.part_id`,
  };
}

function transitConditions(asked: Asked): RawBuilder<boolean>[] {
  const wanted = asked.value<number>('is_zt');
  if (wanted === transit.only) return [sql<boolean>`b.is_moving`];
  return wanted === transit.without ? [sql<boolean>`not b.is_moving`] : [];
}
