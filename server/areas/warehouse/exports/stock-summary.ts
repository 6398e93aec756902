import { type RawBuilder, sql } from 'kysely';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import { stockBatch } from '#contract/areas/warehouse/stock-batch.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeOfColumns } from '#server/identity/data-scope.ts';
import type { Asked } from '#server/tasks/exports/asked.ts';
import { columnsOf, fieldColumn, figureColumn, titleColumn } from '#server/tasks/exports/columns.ts';
import { goodsColumns, ofStyle } from '#server/tasks/exports/goods-columns.ts';
import { joinGoods, joinTitle } from '#server/tasks/exports/joins.ts';
import type { ExportSource } from '#server/tasks/exports/source.ts';
import { laidBatches } from './laid-batches.ts';
import { batchConditions, shelfConditions } from './stock-conditions.ts';

/** What the goods of a shelf cost, in fen; unknown as soon as a piece of them is without a batch or its batch without a cost. */
const costs = sql`select warehouse_id, sku_id, imperfect_type, case when sum(qty) = max(shelf_qty) and bool_and(qty = 0 or cost_price is not null)
    then sum(qty * coalesce(cost_price, 0)) end as cost
  from (${laidBatches('on_hand')}) as b group by warehouse_id, sku_id, imperfect_type`;

/** 库存汇总: one row for each warehouse, piece of goods and grade, as the list of stock shows them. */
export function stockSummarySource(asked: Asked, actor: Actor): ExportSource {
  const scoped = scopeOfColumns(actor, {
    warehouse: sql`s.warehouse_id`,
    brand: sql`k.brand_id`,
    category: sql`k.category_id`,
  });
  return {
    columns: [
      titleColumn(stockBatch.fields.warehouse_id, sql`w.name`),
      goodsColumns.number,
      goodsColumns.barcode,
      goodsColumns.name,
      goodsColumns.color,
      goodsColumns.size,
      goodsColumns.category,
      goodsColumns.brand,
      ofStyle('season_name'),
      ofStyle('sex_name'),
      columnsOf(stockBatch.fields, 's')('imperfect_type'),
      figureColumn('实物库存', sql`s.on_hand`),
      figureColumn('锁定', sql`s.locked`),
      figureColumn('可用', sql`s.on_hand - s.locked`),
      figureColumn('在途', sql`coalesce(t.on_hand, 0)`),
      {
        ...fieldColumn(stockBatch.fields, 'cost_price', sql`case when s.on_hand = 0 then 0 else x.cost end`),
        heading: '库存成本',
      },
    ],
    from: sql`stock_balance as s join sku as k on k.id = s.sku_id${joinGoods()}
      left join location as e on e.kind = 'transit' and e.warehouse_id = s.warehouse_id
      left join stock_balance as t on t.location_id = e.id and t.sku_id = s.sku_id and t.imperfect_type = s.imperfect_type
      left join (${costs}) as x on x.warehouse_id = s.warehouse_id and x.sku_id = s.sku_id and x.imperfect_type = s.imperfect_type${joinTitle(actor, warehouse, 'w', sql`s.warehouse_id`)}${joinTitle(actor, category, 'y', sql`k.category_id`)}${joinTitle(actor, brand, 'm', sql`k.brand_id`)}`,
    where: [
      sql<boolean>`s.warehouse_id is not null`,
      ...(scoped ? [scoped] : []),
      ...shelfConditions(asked, 's'),
      ...ofBatches(batchConditions(asked)),
    ],
    order: sql`s.warehouse_id, s.sku_id, s.imperfect_type`,
  };
}

/** Shelves on which pieces of a batch stand of which all this is true. */
function ofBatches(conditions: RawBuilder<boolean>[]): RawBuilder<boolean>[] {
  if (conditions.length === 0) return [];
  return [
    sql<boolean>`(s.warehouse_id, s.sku_id, s.imperfect_type) in (
      select b.warehouse_id, b.sku_id, b.imperfect_type from (${laidBatches('on_hand')}) as b where b.qty > 0 and ${sql.join(conditions, sql` and `)})`,
  ];
}
