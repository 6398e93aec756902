import { sql } from 'kysely';
import { paidState, rebateState, storedBizOf, userStatus } from '#contract/areas/members/member-enums.ts';
import { type BookedRebate, rebateSettled, rebateTakenBack } from '#contract/areas/members/member-events.ts';
import { rebate } from '#contract/areas/members/rebate.ts';
import { exchangeCredited, orderFinished, orderRefunded } from '#contract/areas/orders/order-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay, timeKind } from '#contract/kit/kinds/time.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Participant } from '#server/kit/participants.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { moveStored } from '../stored-value.ts';

const dayMs = 86_400_000;
const stored = 5;

/** Rebates of paid members: counted from their orders, less with what goes back, paid out once by somebody without a part in the order (decision 0113). */
export function serveRebates(kit: Kit): void {
  const { events } = kit.registry;
  serveDocument(kit, rebate, {
    transitions: {
      settle: { participants: partsIn, guard: refuseEarly, effect: (step) => settle(kit, step) },
    },
  });
  events.on(orderFinished, async (context, { order_id, paid_amount, stored_amount, ...order }) =>
    countRebate(kit, context, { ...order, orderId: order_id, base: paid_amount - stored_amount }),
  );
  events.on(orderRefunded, async (context, { order_id, refund_id, refund_no, parts }) =>
    lessen(kit, context, {
      orderId: order_id,
      refundId: refund_id,
      serviceId: null,
      no: refund_no,
      amount: parts.reduce((sum, { pay_type: type, amount }) => sum + (type === stored ? 0 : amount), 0),
    }),
  );
  events.on(exchangeCredited, async (context, { order_id, service_id, service_no, amount }) =>
    lessen(kit, context, { orderId: order_id, refundId: null, serviceId: service_id, no: service_no, amount }),
  );
}

interface Finished {
  readonly orderId: number;
  readonly order_no: string;
  readonly user_id: number | null;
  readonly shop_id: number | null;
  readonly at: string;
  /** What was paid in money and stays, in fen. */
  readonly base: number;
}

/** What a paid member gets back of an order that was finished; nothing where no membership ran, or none brings anything. */
export async function countRebate(kit: Pick<Kit, 'numbers'>, context: WriteContext, order: Finished): Promise<void> {
  const { db } = context;
  const { orderId, user_id, shop_id, order_no, at, base } = order;
  if (user_id === null || base <= 0) return;
  const { rows } = await sql<{ id: number; rate_bp: number; cards: number; status: number }>`
    select m.id, m.rebate_rate_bp as rate_bp, u.status,
      (select coalesce(sum(c.amount), 0)::bigint from paid_membership c where c.order_id = ${orderId} and c.status <> ${paidState.left}) as cards
    from paid_membership m join member_user u on u.id = m.user_id
    where m.user_id = ${user_id} and m.status <> ${paidState.left} and m.start_at <= ${at}::timestamptz and m.end_at > ${at}::timestamptz
      and m.order_id is distinct from ${orderId}::bigint order by m.start_at limit 1`.execute(db);
  const [membership] = rows;
  if (!membership || membership.status !== userStatus.live) return;
  // The card itself brings nothing back.
  const base_amount = base - membership.cards;
  const amount = rebateOf(base_amount, membership.rate_bp);
  if (amount <= 0) return;
  const days = await readSetting(db, 'service_days');
  await createDocument(kit, context, {
    definition: rebate,
    values: {
      user_id,
      membership_id: membership.id,
      order_no,
      shop_id,
      base_amount,
      rate_bp: membership.rate_bp,
      amount,
      due_at: new Date(new Date(at).getTime() + days * dayMs).toISOString(),
      order_id: orderId,
    },
  });
}

/** Fen in the customer's favour are not made: what is less than one is none. */
const rebateOf = (base: number, rateBp: number): number => Math.floor((Math.max(base, 0) * rateBp) / 10_000);

interface Back {
  readonly orderId: number;
  /** What says so: it does not count itself yet. */
  readonly refundId: number | null;
  readonly serviceId: number | null;
  readonly no: string;
  /** Money that goes back now besides stored value. */
  readonly amount: number;
}

type Counted = Pick<
  LockedDocument<typeof rebate>,
  'id' | 'rebate_no' | 'user_id' | 'shop_id' | 'base_amount' | 'rate_bp' | 'amount' | 'status'
>;

/** A rebate is of what stays paid. What was paid out too much goes out of stored value again, below nothing if it must (amendments G19). */
async function lessen(kit: Kit, context: WriteContext, back: Back): Promise<void> {
  const { db, now, actor } = context;
  const { orderId, refundId, serviceId, amount: goes, no } = back;
  const { rows } = await sql<Counted & { stays: number }>`
    select r.id, r.rebate_no, r.user_id, r.shop_id, r.base_amount, r.rate_bp, r.amount, r.status,
      ((select coalesce(sum(p.amount), 0) from order_payment p where p.order_id = r.order_id and p.pay_type <> ${stored})
        - (select coalesce(sum(p.amount), 0) from order_refund_part p join order_refund f on f.id = p.order_refund_id
          where f.order_id = r.order_id and f.status = 4 and f.id is distinct from ${refundId}::bigint and p.pay_type <> ${stored})
        - (select coalesce(sum(v.deal_amount), 0) from order_service v
          where v.order_id = r.order_id and v.new_order_id is not null and v.id is distinct from ${serviceId}::bigint)
        - (select coalesce(sum(c.amount), 0) from paid_membership c where c.order_id = r.order_id and c.status <> ${paidState.left}) - ${goes}::bigint)::bigint as stays
    from rebate r where r.order_id = ${orderId} and r.status <> ${rebateState.lapsed} for no key update of r`.execute(
    db,
  );
  const [counted] = rows;
  if (!counted) return;
  const base = Math.min(counted.base_amount, Math.max(counted.stays, 0));
  const amount = rebateOf(base, counted.rate_bp);
  const less = counted.amount - amount;
  if (base === counted.base_amount) return;
  await sql`
    update rebate set base_amount = ${base}, amount = ${amount}, version = version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    where id = ${counted.id}`.execute(db);
  await writeAudit(context, [
    {
      docType: rebate.name,
      docId: counted.id,
      docNo: counted.rebate_no,
      action: 'lessen',
      label: '退款扣减',
      remark: no,
      changes: {
        base_amount: { before: counted.base_amount, after: base },
        amount: { before: counted.amount, after: amount },
      },
    },
  ]);
  if (counted.status === rebateState.waiting) {
    if (amount === 0) await runTransition(kit.registry, context, { definition: rebate, name: 'lapse', id: counted.id });
    return;
  }
  if (less <= 0) return;
  const { user_id: userId, rebate_no: sourceNo } = counted;
  await moveStored(context, { userId, biz: storedBizOf.rebateTaken, change: -less, sourceNo });
  await kit.registry.events.emit(context, rebateTakenBack, bookedOf(context, counted, less));
}

/** Who took the money, sold the goods, or sold the membership by hand: none of them pays the rebate out. */
async function partsIn(
  { db }: Pick<WriteContext, 'db'>,
  documents: readonly LockedDocument<typeof rebate>[],
): Promise<readonly (readonly Participant[])[]> {
  const { rows } = await sql<{ id: number; cashier: number | null; sales: number | null; seller: number | null }>`
    select r.id, o.cashier_id as cashier, o.sales_id as sales, case when m.order_id is null then m.created_by end as seller
    from rebate r join sale_order o on o.id = r.order_id join paid_membership m on m.id = r.membership_id
    where r.id = any(${documents.map(({ id }) => id)}::bigint[])`.execute(db);
  const found = new Map(rows.map((row) => [row.id, row]));
  return documents.map(({ id }) => {
    const { cashier = null, sales = null, seller = null } = found.get(id) ?? {};
    const part = (who: number | null, words: string): Participant[] => (who === null ? [] : [{ id: who, part: words }]);
    return [...part(cashier, '收银员'), ...part(sales, '导购'), ...part(seller, '付费会员开通人')];
  });
}

async function refuseEarly({ context, document }: Step<typeof rebate>): Promise<void> {
  const due = String(document.due_at);
  if (new Date(due) > context.now)
    throw new Refusal(
      'illegalTransition',
      `${document.rebate_no} 的订单仍可申请售后，${timeKind.print(due as never, {} as never)} 后可发放`,
    );
}

async function settle(kit: Kit, { context, document }: Step<typeof rebate>): Promise<Record<string, unknown>> {
  const { user_id: userId, amount: change, rebate_no: sourceNo } = document;
  await moveStored(context, { userId, biz: storedBizOf.rebate, change, sourceNo });
  await kit.registry.events.emit(context, rebateSettled, bookedOf(context, document, change));
  return { settled_at: context.now.toISOString() };
}

const bookedOf = (
  { now }: WriteContext,
  { id, rebate_no, user_id, shop_id }: Pick<Counted, 'id' | 'rebate_no' | 'user_id' | 'shop_id'>,
  amount: number,
): BookedRebate => ({
  rebate_id: id,
  rebate_no,
  user_id,
  shop_id,
  amount,
  business_date: businessDay(now),
});
