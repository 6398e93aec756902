import { type RawBuilder, sql } from 'kysely';
import type { Asked } from '#server/tasks/exports/asked.ts';
import { goodsConditions } from '#server/tasks/exports/goods-conditions.ts';

type Condition = RawBuilder<boolean>;

/** What both kinds of stock exports ask of rows that carry `warehouse_id` under `alias`, over sku `k` and spu `p`. */
export function shelfConditions(asked: Asked, alias: string): Condition[] {
  return [
    ...asked.among(sql.ref(`${alias}.warehouse_id`), 'w_ids', 'bigint'),
    ...asked.among(sql`p.season_name`, 'season_name', 'text'),
    ...asked.among(sql`p.sex_name`, 'sex_name', 'text'),
    ...goodsConditions(asked),
  ];
}

/** What both ask of batches `b`. */
export function batchConditions(asked: Asked): Condition[] {
  const cameBy = asked.among(sql`n.in_stock_no`, 'in_stock_nos', 'text');
  return [
    ...asked.among(sql`b.supplier_id`, 'supplier_ids', 'bigint'),
    ...asked.among(sql`b.serial_no`, 'serial_nos', 'text'),
    ...cameBy.map(
      (condition) =>
        sql<boolean>`b.in_ware_detail_id in (select i.id from in_ware_batch_detail as i join in_ware_batch as n on n.id = i.in_ware_batch_id where ${condition})`,
    ),
  ];
}
