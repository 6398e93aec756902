import { sql } from 'kysely';
import { orderRefund, orderRefundStatus } from '#contract/areas/after-sales/order-refund.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { order } from '#contract/areas/orders/order.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeOfColumns } from '#server/identity/data-scope.ts';
import type { Asked } from '#server/tasks/exports/asked.ts';
import { columnsOf } from '#server/tasks/exports/columns.ts';
import { goodsColumns } from '#server/tasks/exports/goods-columns.ts';
import type { ExportSource } from '#server/tasks/exports/source.ts';

const ofService = columnsOf(allFields(orderService), 'h');
const ofLine = columnsOf(orderService.lines.fields, 'l');
const ofRefund = columnsOf(allFields(orderRefund), 'f');

/** The refund that stands for each after-sales: the latest that was neither rejected nor cancelled. */
const refunds = sql`select distinct on (service_id) service_id, refund_no, refunded_at from order_refund
  where service_id is not null and status not in (${sql.lit(orderRefundStatus.rejected)}, ${sql.lit(orderRefundStatus.cancelled)})
  order by service_id, id desc`;

/** 售后明细: one row for each line of an after-sales document, with the refund it led to. */
export function afterSalesSource(asked: Asked, actor: Actor): ExportSource {
  const scoped = scopeOfColumns(actor, {
    shop: sql`h.shop_id`,
    warehouse: sql`h.return_warehouse_id`,
    brand: sql`k.brand_id`,
    category: sql`k.category_id`,
  });
  return {
    columns: [
      ofService('service_no'),
      columnsOf(order.fields, 'o')('order_no'),
      ofService('service_type'),
      ofService('status'),
      ofService('applied_at'),
      goodsColumns.number,
      ofLine('qty', '数量'),
      ofLine('refund_amount'),
      ofService('returned_at'),
      ofRefund('refund_no'),
      ofRefund('refunded_at'),
    ],
    from: sql`order_service_line as l join order_service as h on h.id = l.order_service_id join sku as k on k.id = l.sku_id
      left join sale_order as o on o.id = h.order_id left join (${refunds}) as f on f.service_id = h.id`,
    where: [...(scoped ? [scoped] : []), ...asked.during(sql`h.applied_at`, 'os_start_time', 'os_end_time')],
    order: sql`l.order_service_id, l.id`,
  };
}
