import { sql } from 'kysely';
import { user } from '#contract/areas/members/user.ts';
import { order } from '#contract/areas/orders/order.ts';
import { shop } from '#contract/areas/partners/shop.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { Asked } from '#server/tasks/exports/asked.ts';
import { columnsOf, fieldColumn, titleColumn } from '#server/tasks/exports/columns.ts';
import { goodsColumns, ofPiece, ofStyle } from '#server/tasks/exports/goods-columns.ts';
import { joinGoods, joinTitle } from '#server/tasks/exports/joins.ts';
import type { ExportSource } from '#server/tasks/exports/source.ts';
import { orderConditions } from './order-conditions.ts';

/** The category of shopping bags (domain.md §9.2). */
const bagCategory = 'PKG';

const ofOrder = columnsOf(allFields(order), 'o');
const ofItem = columnsOf(order.lines.fields, 'i');

const channel = fieldColumn(allFields(order), 'sale_channel_type', sql`o.sale_channel_type`);
const items = sql`sale_order_item as i join sale_order as o on o.id = i.sale_order_id join sku as k on k.id = i.sku_id${joinGoods()}`;
const inOrder = sql`i.sale_order_id, i.id`;

/** 订单明细: one row for each line of an order. */
export function orderItemsSource(asked: Asked, actor: Actor): ExportSource {
  return {
    columns: [
      ofOrder('order_no'),
      ofOrder('source_order_no'),
      ofOrder('source', '来源'),
      titleColumn('渠道', sql`concat_ws(' ', ${channel.value}, o.sale_channel_value)`),
      titleColumn(order.fields.shop_id, sql`s.name`),
      columnsOf(user.fields, 'u')('user_no'),
      ofOrder('ordered_at'),
      ofOrder('paid_at'),
      ofOrder('shipped_at'),
      ofOrder('status'),
      goodsColumns.number,
      goodsColumns.name,
      goodsColumns.color,
      goodsColumns.size,
      ofItem('qty'),
      ofItem('tag_price'),
      ofItem('sale_price'),
      ofItem('promotion_amount', '促销优惠'),
      ofItem('coupon_amount', '券抵扣'),
      ofItem('point_amount', '积分抵扣'),
      ofItem('final_amount'),
      ofOrder('pay_type'),
      titleColumn(order.fields.sales_id, sql`a.nickname`),
      titleColumn(order.lines.fields.supplier_id, sql`v.name`),
    ],
    from: sql`${items}${joinTitle(actor, shop, 's', sql`o.shop_id`)}${joinTitle(actor, user, 'u', sql`o.user_id`)}${joinTitle(actor, supplier, 'v', sql`i.supplier_id`)} left join admin as a on a.id = o.sales_id`,
    where: orderConditions(asked, actor),
    order: inOrder,
  };
}

/** 购物袋: lines whose goods are bags, with who sold them. */
export function shoppingBagsSource(asked: Asked, actor: Actor): ExportSource {
  return {
    columns: [
      ofOrder('order_no'),
      titleColumn(order.fields.shop_id, sql`s.name`),
      ofOrder('ordered_at'),
      ofPiece('sku_no', '购物袋SKU'),
      ofStyle('name', '购物袋名称'),
      ofItem('qty'),
      ofItem('final_amount', '金额'),
      titleColumn(order.fields.cashier_id, sql`a.nickname`),
    ],
    from: sql`${items} join category as y on y.id = k.category_id and y.code = ${bagCategory}${joinTitle(actor, shop, 's', sql`o.shop_id`)} left join admin as a on a.id = o.cashier_id`,
    where: orderConditions(asked, actor),
    order: inOrder,
  };
}
