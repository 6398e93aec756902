import { sql } from 'kysely';
import { paidState } from '#contract/areas/members/member-enums.ts';
import { paidMembership } from '#contract/areas/members/paid-membership.ts';
import { shareOf } from '#contract/areas/orders/order-enums.ts';
import { type OrderNamed, orderPaid, orderRefunded, saleReturned } from '#contract/areas/orders/order-events.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { termOf } from './terms.ts';

/**
 * Memberships whose card an order sold (domain.md §4.22): one for each card, from the moment it is paid; those whose money or card came
 * back end, the last one first. Their money is the order's, and is booked with it.
 */
export function paidByOrders(kit: Kit): void {
  const { events } = kit.registry;
  events.on(orderPaid, async (context, paid) => await open(kit, context, paid));
  events.on(orderRefunded, async (context, { order_id, lines = [], full }) =>
    revoke(kit, context, {
      orderId: order_id,
      full,
      now: new Map(lines.map(({ item_id, amount }) => [item_id, { amount, qty: 0 }])),
    }),
  );
  events.on(saleReturned, async (context, { order_id, pieces }) =>
    revoke(kit, context, {
      orderId: order_id,
      full: false,
      now: new Map(pieces.map(({ item_id, qty }) => [item_id, { amount: 0, qty: Math.max(qty, 0) }])),
    }),
  );
}

interface Card {
  readonly item_id: number;
  readonly qty: number;
  readonly final_amount: number;
  readonly plan_id: number;
  readonly days: number;
  readonly discount_x10: number | null;
  readonly rebate_rate_bp: number;
  readonly tax_rate_bp: number;
}

async function open(kit: Kit, context: WriteContext, order: OrderNamed): Promise<void> {
  const { order_id, order_no, user_id, shop_id } = order;
  if (user_id === null) return;
  const { rows } = await sql<Card>`
    select i.id as item_id, i.qty, i.final_amount, p.id as plan_id, p.days, p.discount_x10, p.rebate_rate_bp, p.tax_rate_bp
    from sale_order_item i join paid_plan p on p.sku_id = i.sku_id
    where i.sale_order_id = ${order_id} and i.qty > 0 order by i.id`.execute(context.db);
  if (rows.length === 0) return;
  await sql`select 1 from member_user where id = ${user_id} for no key update`.execute(context.db);
  for (const { item_id, qty, final_amount, days, ...terms } of rows)
    for (let card = 0; card < qty; card += 1)
      await createDocument(kit, context, {
        definition: paidMembership,
        values: {
          user_id,
          shop_id,
          ...terms,
          ...(await termOf(context, { userId: user_id, days })),
          amount: shareOf(final_amount, qty, { from: card, to: card + 1 }),
          order_id,
          order_no,
          order_item_id: item_id,
        },
        label: '订单购买',
      });
}

interface Back {
  readonly orderId: number;
  /** Nothing of what was paid is left. */
  readonly full: boolean;
  /** By line, what comes back now: it does not count itself yet. */
  readonly now: ReadonlyMap<number, { readonly amount: number; readonly qty: number }>;
}

async function revoke(kit: Kit, context: WriteContext, { orderId, full, now }: Back): Promise<void> {
  const { rows } = await sql<{
    item_id: number;
    qty: number;
    paid: number;
    money: number;
    back: number;
    ids: number[];
  }>`
    select i.id as item_id, i.qty, i.final_amount as paid,
      (select coalesce(sum(l.amount), 0)::bigint from order_refund_line l join order_refund r on r.id = l.order_refund_id and r.status = 4 where l.order_item_id = i.id) as money,
      (select coalesce(sum(l.return_qty), 0)::bigint from order_service_line l join order_service v on v.id = l.order_service_id and v.status in (3, 4, 5)
        where l.order_item_id = i.id) as back,
      array_agg(m.id order by m.end_at desc, m.id desc) as ids
    from paid_membership m join sale_order_item i on i.id = m.order_item_id where m.order_id = ${orderId} and m.status = ${paidState.live}
    group by i.id order by i.id`.execute(context.db);
  for (const { item_id, qty, paid, money, back, ids } of rows) {
    const more = now.get(item_id) ?? { amount: 0, qty: 0 };
    const byMoney = paid > 0 ? Math.floor(((money + more.amount) * qty) / paid) : 0;
    const gone = full ? qty : Math.min(qty, Math.max(byMoney, back + more.qty));
    const live = ids.length;
    // Of those that are live, as many end as are gone beyond those that have ended already.
    const { rows: left } = await sql<{ ended: number }>`
      select count(*)::int as ended from paid_membership where order_item_id = ${item_id} and status = ${paidState.left}`.execute(
      context.db,
    );
    for (const id of ids.slice(0, Math.max(0, Math.min(live, gone - (left[0]?.ended ?? 0)))))
      await runTransition(kit.registry, context, { definition: paidMembership, name: 'revoke', id });
  }
}
