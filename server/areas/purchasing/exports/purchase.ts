import { sql } from 'kysely';
import { organize } from '#contract/areas/access/organize.ts';
import { contract } from '#contract/areas/contracts/contract.ts';
import { purchaser } from '#contract/areas/partners/purchaser.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { purchaseExport } from '#contract/areas/purchasing/exports.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { scopeOfColumns } from '#server/identity/data-scope.ts';
import { askedOf } from '#server/tasks/exports/asked.ts';
import { columnsOf, titleColumn } from '#server/tasks/exports/columns.ts';
import { goodsColumns } from '#server/tasks/exports/goods-columns.ts';
import { goodsConditions } from '#server/tasks/exports/goods-conditions.ts';
import { joinGoods, joinTitle } from '#server/tasks/exports/joins.ts';
import type { SourceOf } from '#server/tasks/exports/source.ts';

const ofOrder = columnsOf(allFields(purchaseOrder), 'o');
const ofLine = columnsOf(purchaseOrder.lines.fields, 'i');

/** Lines of purchase orders (domain.md §9.2 purchase). */
export const purchaseSource: SourceOf = (payload, actor) => {
  const asked = askedOf(purchaseExport, payload);
  const scoped = scopeOfColumns(actor, {
    supplier: sql`o.supplier_id`,
    warehouse: sql`o.warehouse_id`,
    brand: sql`k.brand_id`,
    category: sql`k.category_id`,
  });
  return {
    columns: [
      ofOrder('purchase_no'),
      ofOrder('purchase_type'),
      ofOrder('co_model'),
      titleColumn(purchaseOrder.fields.supplier_id, sql`v.name`),
      titleColumn(contract.fields.contract_no, sql`h.contract_no`),
      titleColumn(purchaseOrder.fields.purchaser_id, sql`b.name`),
      titleColumn(purchaseOrder.fields.department_id, sql`d.name`),
      ofOrder('status'),
      goodsColumns.number,
      goodsColumns.name,
      goodsColumns.color,
      goodsColumns.size,
      ofLine('qty'),
      ofLine('booked_qty'),
      ofLine('in_qty'),
      ofLine('purchase_price', '进价'),
      ofLine('amount'),
      ofOrder('expect_date'),
      ofOrder('created_at'),
    ],
    from: sql`purchase_order_line as i join purchase_order as o on o.id = i.purchase_order_id join sku as k on k.id = i.sku_id${joinGoods()}${joinTitle(actor, supplier, 'v', sql`o.supplier_id`)}${joinTitle(actor, contract, 'h', sql`o.contract_id`)}${joinTitle(actor, purchaser, 'b', sql`o.purchaser_id`)}${joinTitle(actor, organize, 'd', sql`o.department_id`)}`,
    where: [
      ...(scoped ? [scoped] : []),
      ...asked.during(sql`o.created_at`, 'start_time', 'end_time'),
      ...asked.among(sql`o.status`, 'status', 'smallint'),
      ...asked.among(sql`o.co_model`, 'co_model', 'smallint'),
      ...asked.among(sql`o.purchase_type`, 'purchase_type', 'smallint'),
      ...asked.among(sql`o.purchaser_id`, 'purchaser_ids', 'bigint'),
      ...asked.among(sql`o.department_id`, 'department_ids', 'bigint'),
      ...asked.among(sql`o.supplier_id`, 'supplier_ids', 'bigint'),
      ...asked.among(sql`o.created_by`, 'admin_ids', 'bigint'),
      ...asked.among(sql`o.purchase_no`, 'purchase_no', 'text'),
      ...goodsConditions(asked),
    ],
    order: sql`i.purchase_order_id, i.id`,
  };
};
