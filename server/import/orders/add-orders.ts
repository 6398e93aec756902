import { sql } from 'kysely';
import { user } from '#contract/areas/members/user.ts';
import { order } from '#contract/areas/orders/order.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { auditImported } from './audit-imported.ts';
import { type Numbering, numbersFor } from './numbers-for.ts';
import type { OrderOptions } from './order-options.ts';
import { ofTill, soldBy } from './till.ts';

/** Orders that go through by themselves: sold, paid, sent and finished long ago (domain.md §4.21). */
const finished = 5;

/**
 * Makes an order of every invoice that is not there yet, with its lines and its member, in a handful of statements. The file
 * has no tag prices: the price paid stands for them. Answers how many orders, lines and members came.
 */
export async function addOrders(
  context: WriteContext,
  { options, numbers }: { options: OrderOptions; numbers: Numbering },
): Promise<{ orders: number; lines: number; members: number }> {
  const members = await addMembers(context);
  await sql`
    create temporary table import_order on commit drop as
    select invoice, min(at) as at, (array_agg(customer order by row))[1] as customer, sum(qty) as qty, sum(amount) as amount,
      row_number() over (order by min(at), invoice) as place
    from import_judged where refusal is null and kind = 'sale' and not there group by invoice`.execute(context.db);
  const nos = await numbersFor(context, { numbers, of: order, table: 'import_order' });
  const { source, type } = soldBy(options);
  const made = sql`sale_order o on o.source_order_no = i.invoice and o.ordered_at = i.at and ${ofTill.order(options)}`;
  const stamp = stampOf(context);
  const { rows } = await sql<{ id: number }>`
    insert into sale_order (order_no, source, source_order_no, imported, stock_posted, sale_channel_type, sale_channel_value, ordered_at, shop_id, warehouse_id, user_id,
      goods_qty, tag_amount, goods_amount, payable_amount, paid_amount, paid_at, shipped_at, finished_at, status, created_by, updated_by, created_at, updated_at)
    select n.no, ${source}, i.invoice, true, ${options.postStock},
      ${type}, null, i.at, ${options.shopId ?? null}::bigint, ${options.warehouseId}, u.id,
      i.qty, i.amount, i.amount, i.amount, i.amount, i.at, i.at, i.at, ${finished}, ${stamp}
    from import_order i join ${nos} using (place) left join member_user u on u.user_no = i.customer order by i.place
    returning id`.execute(context.db);
  const { numAffectedRows } = await sql`
    insert into sale_order_item (sale_order_id, sku_id, imperfect_type, qty, tag_price, sale_price, final_amount, is_gift, shipped_qty)
    select o.id, l.sku_id, 0, l.qty, l.fen, l.fen, l.amount, false, l.qty
    from import_judged l join import_order i using (invoice) join ${made}
    where l.refusal is null and l.kind = 'sale' order by o.id, l.row`.execute(context.db);
  await auditImported(context, {
    definition: order,
    records: sql`select o.id, o.order_no as no from import_order i join ${made}`,
    status: finished,
  });
  return { orders: rows.length, lines: Number(numAffectedRows ?? 0n), members };
}

/** Who made a record, twice, and when, twice, as every record ends. */
export function stampOf({ actor, now }: WriteContext) {
  const at = now.toISOString();
  return sql`${actor.id}::bigint, ${actor.id}::bigint, ${at}::timestamptz, ${at}::timestamptz`;
}

async function addMembers(context: WriteContext): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into member_user (user_no, level, status, registered_at, created_by, updated_by, created_at, updated_at)
    select customer, 1, 1, min(at), ${stampOf(context)} from import_judged
    where refusal is null and not there and customer is not null group by customer order by min(at), customer
    on conflict (user_no) do nothing returning id`.execute(context.db);
  await auditImported(context, {
    definition: user,
    records: sql`select id, user_no as no from member_user where id = any(${rows.map((row) => row.id)})`,
  });
  return rows.length;
}
