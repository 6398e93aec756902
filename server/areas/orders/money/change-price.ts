import { sql } from 'kysely';
import { changePrice, passLargeChange } from '#contract/areas/orders/change-price.ts';
import { order } from '#contract/areas/orders/order.ts';
import { changeState, orderState, splitBy } from '#contract/areas/orders/order-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { closedWords } from '#contract/kit/transition.ts';
import { allows } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { linesOf } from '../sell.ts';

interface Priced {
  order_no: string;
  status: number;
  shop_id: number | null;
  payable_amount: number;
  paid_amount: number;
  freight_amount: number;
}

/** Lower prices of unpaid orders: asked for by one, passed by another (domain.md §4.21). */
export function serveChangePrice(kit: Kit): void {
  kit.registry.asksWithin([passLargeChange]);
  serveDocument(kit, changePrice, {
    derive: async (context, values) => {
      const found = await unpaid(context, values.order_id);
      const wanted = values.new_amount;
      refuseAmount(found, wanted);
      const { rows } = await sql<{ change_no: string }>`
        select change_no from change_price where order_id = ${values.order_id} and status = ${changeState.waiting}`.execute(
        context.db,
      );
      if (rows[0]) throw new Refusal('duplicate', `订单已有待审核的改价单 ${rows[0].change_no}`, 'order_id');
      return {
        shop_id: found.shop_id,
        old_amount: found.payable_amount,
        diff_amount: found.payable_amount - wanted,
      };
    },
    transitions: {
      cancel: {
        may: (actor, document) =>
          actor.id === document.created_by ? undefined : new Refusal('forbidden', '只有申请人可以撤销改价申请'),
      },
      audit: { guard: guardAudit, effect: passed },
    },
  });
}

function refuseAmount(found: Priced, wanted: number): void {
  if (wanted >= found.payable_amount)
    throw new Refusal('invalid', `改后金额应低于原金额 ${found.payable_amount} 分`, 'new_amount');
  if (wanted < Math.max(found.freight_amount, found.paid_amount))
    throw new Refusal('invalid', '改后金额不能低于运费与已付金额', 'new_amount');
}

async function unpaid({ db }: WriteContext, id: number): Promise<Priced> {
  const { rows } = await sql<Priced>`
    select order_no, status, shop_id, payable_amount, paid_amount, freight_amount from sale_order where id = ${id} for no key update`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('notFound', '没有此订单', 'order_id');
  if (found.status !== orderState.toPay)
    throw new Refusal('illegalTransition', `${found.order_no} ${closedWords(order.states, found.status, changePrice)}`);
  return found;
}

/** The order is as it was when the price was asked for, and who passes much of it may. */
async function guardAudit({ context, document, rejects }: Step<typeof changePrice>): Promise<void> {
  if (rejects) return;
  const found = await unpaid(context, document.order_id);
  if (found.payable_amount !== document.old_amount)
    throw new Refusal('illegalTransition', `${found.order_no} 的应付金额已变，请驳回后重新申请`);
  refuseAmount(found, document.new_amount);
  const limit = await readSetting(context.db, 'change_price_limit_bp');
  const beyond = BigInt(document.diff_amount) * 10_000n > BigInt(limit) * BigInt(document.old_amount);
  if (beyond && !allows(context.actor, passLargeChange))
    throw new Refusal('forbidden', `改价幅度超过 ${limit / 100}%，须由商品经理审核`);
}

/** What is given is shared by the lines, in proportion to what they come to, by the largest remainder. */
async function passed({ context, document, rejects }: Step<typeof changePrice>): Promise<undefined> {
  if (rejects) return undefined;
  const orderId = document.order_id;
  const given = document.diff_amount;
  const lines = await linesOf(context, orderId);
  const parts = splitBy(
    given,
    lines.map(({ final_amount }) => final_amount),
  );
  await sql`
    update sale_order_item i set change_amount = i.change_amount + p.part, final_amount = i.final_amount - p.part
    from unnest(${lines.map(({ id }) => id)}::bigint[], ${parts}::bigint[]) as p (id, part) where i.id = p.id`.execute(
    context.db,
  );
  await sql`
    update sale_order set change_amount = change_amount + ${given}, payable_amount = payable_amount - ${given}, version = version + 1,
      updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()} where id = ${orderId}`.execute(
    context.db,
  );
  return undefined;
}
