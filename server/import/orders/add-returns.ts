import { type RawBuilder, sql } from 'kysely';
import { orderRefund } from '#contract/areas/after-sales/order-refund.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { stampOf } from './add-orders.ts';
import { auditImported } from './audit-imported.ts';
import { type Numbering, numbersFor } from './numbers-for.ts';
import type { OrderOptions } from './order-options.ts';
import { stageReturns } from './stage-returns.ts';
import { ofTill } from './till.ts';

/** States of domain.md §4.21 and §4.22, and the kinds of history: goods back, money back the way it came. */
const state = { serviceFinished: 5, refunded: 4, orderClosed: 7, goodsBack: 2, sameWay: 1 } as const;

/**
 * Makes after-sales of the returns: one of each invoice and order, and one without an order for what came from none that is
 * known. Where the order is known its line, its sums and a finished refund say the same.
 */
export async function addReturns(
  context: WriteContext,
  { options, numbers }: { options: OrderOptions; numbers: Numbering },
): Promise<{ services: number; withOrder: number; pieces: number; withoutOrder: number }> {
  const { db } = context;
  await stageReturns(db);
  const made = (service: 's' | 'r') =>
    sql`order_service v on v.source_service_no = ${sql.ref(`${service}.source_no`)} and v.applied_at = ${sql.ref(`${service}.at`)} and ${ofTill.service(options)}`;
  // An invoice whose goods came from several orders makes several: the first has its number, the others a count behind it.
  await sql`
    create temporary table import_service on commit drop as
    select l.invoice, m.order_id, min(l.at) as at, (array_agg(l.customer order by l.row))[1] as customer, sum(m.qty * l.fen) as amount,
      l.invoice || case when row_number() over own = 1 then '' else '-' || row_number() over own end as source_no,
      row_number() over (order by min(l.at), l.invoice, m.order_id) as place
    from import_match m join import_judged l using (row) group by l.invoice, m.order_id
    window own as (partition by l.invoice order by m.order_id)`.execute(db);
  const nos = await numbersFor(context, { numbers, of: orderService, table: 'import_service' });
  const { numAffectedRows } = await sql`
    insert into order_service (service_no, source_service_no, imported, stock_posted, order_id, service_type, applied_at, user_id, shop_id, reason, pictures,
      apply_amount, deal_amount, return_warehouse_id, returned_at, status, created_by, updated_by, created_at, updated_at)
    select n.no, s.source_no, true, ${options.postStock}, s.order_id, ${state.goodsBack}, s.at, u.id, ${options.shopId ?? null}::bigint, '历史导入', '{}',
      s.amount, s.amount, ${options.warehouseId}, s.at, ${state.serviceFinished}, ${stampOf(context)}
    from import_service s join ${nos} using (place) left join member_user u on u.user_no = s.customer order by s.place`.execute(
    db,
  );
  await sql`
    insert into order_service_line (order_service_id, order_item_id, sku_id, qty, return_qty, imperfect_type, refund_amount)
    select v.id, m.item_id, l.sku_id, m.qty, m.qty, 0, m.qty * l.fen
    from import_match m join import_judged l using (row) join import_service s on s.invoice = l.invoice and s.order_id is not distinct from m.order_id
      join ${made('s')} order by v.id, l.row`.execute(db);
  const added = sql`select v.id, v.service_no as no from import_service s join ${made('s')}`;
  await auditImported(context, { definition: orderService, records: added, status: state.serviceFinished });
  await addRefunds(context, { numbers, services: made('r') });
  await raiseOrders(context);
  const { rows } = await sql<{ with_order: number; pieces: number; without: number }>`
    select count(distinct order_id)::int as with_order, coalesce(sum(qty), 0)::bigint as pieces, coalesce(sum(qty) filter (where order_id is null), 0)::bigint as without from import_match`.execute(
    db,
  );
  const [counts] = rows;
  return {
    services: Number(numAffectedRows ?? 0n),
    withOrder: counts?.with_order ?? 0,
    pieces: counts?.pieces ?? 0,
    withoutOrder: counts?.without ?? 0,
  };
}

/** What came back is money that has been paid back: a refund of each after-sale whose order is known (I46). */
async function addRefunds(
  context: WriteContext,
  { numbers, services }: { numbers: Numbering; services: RawBuilder<unknown> },
): Promise<void> {
  await sql`
    create temporary table import_refund on commit drop as
    select *, row_number() over (order by place) as refund_place from import_service where order_id is not null`.execute(
    context.db,
  );
  const nos = await numbersFor(context, { numbers, of: orderRefund, table: 'import_refund' });
  await sql`
    insert into order_refund (refund_no, order_id, service_id, amount, refund_way, reason, refunded_at, status, created_by, updated_by, created_at, updated_at)
    select n.no, r.order_id, v.id, r.amount, ${state.sameWay}, '历史导入', r.at, ${state.refunded}, ${stampOf(context)}
    from import_refund r join ${nos} on n.place = r.refund_place join ${services} order by r.refund_place`.execute(
    context.db,
  );
  await auditImported(context, {
    definition: orderRefund,
    records: sql`select f.id, f.refund_no as no from import_refund r join ${services} join order_refund f on f.service_id = v.id`,
    status: state.refunded,
  });
}

async function raiseOrders({ db, actor, now }: WriteContext): Promise<void> {
  await sql`
    update sale_order_item i set returned_qty = i.returned_qty + m.qty, refund_amount = i.refund_amount + m.amount
    from (select x.item_id, sum(x.qty) as qty, sum(x.qty * l.fen) as amount from import_match x join import_judged l using (row) where x.item_id is not null group by x.item_id) m
    where i.id = m.item_id`.execute(db);
  await sql`
    update sale_order o set refund_amount = o.refund_amount + m.amount, version = o.version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}::timestamptz,
      status = case when o.refund_amount + m.amount >= o.paid_amount then ${state.orderClosed} else o.status end
    from (select order_id, sum(amount) as amount from import_refund group by order_id) m where o.id = m.order_id`.execute(
    db,
  );
}
