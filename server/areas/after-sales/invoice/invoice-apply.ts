import { sql } from 'kysely';
import { z } from 'zod';
import { afterSalesCalls } from '#contract/areas/after-sales/after-sales-calls.ts';
import { invoiceApply } from '#contract/areas/after-sales/invoice-apply.ts';
import { order } from '#contract/areas/orders/order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refuseUnattached } from '#server/kit/refuse-unattached.ts';
import type { SavedValues } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { invoiceLeft } from './invoice-left.ts';

/** Applications for invoices: what is special about them (domain.md §4.22, I54). */
export function serveInvoiceApply(kit: Kit): void {
  serveDocument(kit, invoiceApply, {
    after: shareOut,
    transitions: {
      issue: {
        async guard(step) {
          if (String(step.document.issue_date) > businessDay(step.context.now))
            throw new Refusal('invalid', '开票日期不能晚于今天', 'issue_date');
          await refuseUnattached(step);
        },
      },
    },
  });
  kit.registry.read(
    afterSalesCalls.invoiceView,
    z.strictObject({ order_ids: z.array(z.int().min(1)).min(1).max(limits.documentLines) }),
    async ({ db, actor }, { order_ids: ids }) => {
      const scoped = scopeCondition(order, actor, 'o');
      const { rows } = await sql<{ id: number }>`
        select o.id from sale_order o where o.id = any(${ids}::bigint[])${scoped ? sql` and ${scoped}` : sql``} order by o.id`.execute(
        db,
      );
      return {
        list: await invoiceLeft(
          db,
          rows.map(({ id }) => id),
        ),
      };
    },
  );
}

/**
 * Takes what is applied for from the orders, in the order in which they were named: of each what was paid, less what went or goes back, less
 * what is invoiced. The orders are held, so two who invoice one wait for each other.
 */
async function shareOut({ db }: WriteContext, id: number, values: SavedValues<typeof invoiceApply>): Promise<void> {
  const ids = values.order_ids;
  await sql`select 1 from sale_order where id = any(${ids}::bigint[]) order by id for no key update`.execute(db);
  const rests = new Map((await invoiceLeft(db, ids)).map((one) => [one.order_id, Math.max(0, one.rest_amount)]));
  const whole = [...rests.values()].reduce((sum, rest) => sum + rest, 0);
  let left = values.amount;
  if (left > whole) throw new Refusal('invalid', `所选订单最多还能开票 ${printYuan(whole)}`, 'amount');
  const shares: { order_id: number; amount: number }[] = [];
  for (const orderId of ids) {
    const amount = Math.min(left, rests.get(orderId) ?? 0);
    if (amount > 0) shares.push({ order_id: orderId, amount });
    left -= amount;
  }
  await sql`
    insert into invoice_share (invoice_apply_id, order_id, amount)
    select ${id}, e.order_id, e.amount from jsonb_to_recordset(${JSON.stringify(shares)}::jsonb) as e (order_id bigint, amount bigint)`.execute(
    db,
  );
}
