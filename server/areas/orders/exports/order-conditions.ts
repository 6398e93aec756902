import { type RawBuilder, sql } from 'kysely';
import type { Actor } from '#server/identity/actor.ts';
import { scopeOfColumns } from '#server/identity/data-scope.ts';
import { type Asked, isAmong } from '#server/tasks/exports/asked.ts';
import { goodsConditions } from '#server/tasks/exports/goods-conditions.ts';

type Condition = RawBuilder<boolean>;

/** user_type of domain.md §2, by name. */
const userType = { mobile: 1, number: 2, receiver: 3 } as const;

/** What a payload asks of lines `i` of orders `o`, inside the data scope of the person. */
export function orderConditions(asked: Asked, actor: Actor): Condition[] {
  const scoped = scopeOfColumns(actor, {
    warehouse: sql`o.warehouse_id`,
    shop: sql`o.shop_id`,
    supplier: sql`i.supplier_id`,
    brand: sql`k.brand_id`,
    category: sql`k.category_id`,
  });
  return [
    ...(scoped ? [scoped] : []),
    ...asked.during(sql`o.ordered_at`, 'start_time', 'end_time'),
    ...asked.during(sql`o.shipped_at`, 'deliver_goods_start_time', 'deliver_goods_end_time'),
    ...asked.among(sql`o.status`, 'order_status', 'smallint'),
    ...asked.among(sql`o.source`, 'source', 'smallint'),
    ...asked.among(sql`o.pay_type`, 'pay_type', 'smallint'),
    ...asked.is(sql`o.sale_channel_type`, 'sale_channel_type'),
    ...asked.is(sql`o.sale_channel_value`, 'sale_channel_value'),
    ...asked.among(sql`o.shop_id`, 'shop_ids', 'bigint'),
    ...asked.among(sql`i.supplier_id`, 'supplier_ids', 'bigint'),
    ...memberConditions(asked),
    ...staffConditions(asked),
    ...goodsConditions(asked),
  ];
}

function memberConditions(asked: Asked): Condition[] {
  const [type, wanted] = [asked.value<number>('user_type'), asked.value<string>('user_value')];
  if (wanted === undefined) return [];
  if (type === userType.receiver) return [sql<boolean>`o.receiver_mobile = ${wanted}`];
  const column = sql.ref(type === userType.mobile ? 'mobile' : 'user_no');
  return type === userType.mobile || type === userType.number
    ? [sql<boolean>`o.user_id = (select id from member_user where ${column} = ${wanted})`]
    : [];
}

/** Whoever advised or took the money. */
function staffConditions(asked: Asked): Condition[] {
  const staff = asked.values<number>('admin_ids');
  if (!staff) return [];
  return [
    sql<boolean>`(${isAmong(sql`o.sales_id`, staff, 'bigint')} or ${isAmong(sql`o.cashier_id`, staff, 'bigint')})`,
  ];
}
