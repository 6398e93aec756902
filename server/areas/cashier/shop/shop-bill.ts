import { z } from 'zod';
import { cashierCalls, cashierLimits } from '#contract/areas/cashier/cashier-calls.ts';
import { periodTypes } from '#contract/areas/cashier/cashier-enums.ts';
import { shopBillSettled } from '#contract/areas/cashier/cashier-events.ts';
import { shopBill } from '#contract/areas/cashier/shop-bill.ts';
import { moneyPosting } from '#contract/areas/settlement/settlement-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printYuan } from '#contract/kit/kinds/money.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { tooManyEntries } from '#contract/kit/limits.ts';
import { refuseUnattached } from '#server/kit/refuse-unattached.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { generateBills } from './generate-bills.ts';

/** Bills of shops: made, confirmed by the shop, passed and settled (domain.md §4.23, amendments D, G16). */
export function serveShopBill(kit: Kit): void {
  serveDocument(kit, shopBill, {
    transitions: { settle: { guard: guardSettle, effect: (step) => settle(kit, step) } },
  });
  kit.registry.write(
    cashierCalls.generate,
    z.strictObject({
      shop_ids: z
        .array(z.int().min(1))
        .min(1)
        .max(cashierLimits.shopsAtOnce, tooManyEntries(cashierLimits.shopsAtOnce)),
      period_type: z.literal(Object.keys(periodTypes).map(Number)),
      period: z.string().trim().min(7).max(10),
    }),
    (context, asked) => generateBills(kit, context, asked),
    shopBill,
  );
}

/** All of it at once, not later than today and not before its last day, with the slip where money goes either way. */
async function guardSettle(step: Step<typeof shopBill>): Promise<void> {
  const { context, document, input } = step;
  const amount = Number(document.settle_amount);
  if (input.settle_amount !== amount)
    throw new Refusal('invalid', `结算金额应等于应结金额 ${printYuan(amount)}`, 'settle_amount');
  const day = String(document.settle_date);
  if (day > businessDay(context.now)) throw new Refusal('invalid', '结算日期不能晚于今天', 'settle_date');
  if (day < String(document.period_to)) throw new Refusal('invalid', '结算日期不能早于账期结束', 'settle_date');
  if (amount !== 0) await refuseUnattached(step, 'slip');
}

async function settle({ registry }: Kit, { context, document }: Step<typeof shopBill>): Promise<Values> {
  const told = {
    bill_id: document.id,
    bill_no: document.bill_no,
    shop_id: document.shop_id,
    settle_amount: document.settle_amount,
    settle_date: requireField(document, 'settle_date'),
  };
  if (told.settle_amount !== 0)
    await registry.events.emit(context, moneyPosting, {
      business_date: told.settle_date,
      doc_type: shopBill.name,
      doc_id: told.bill_id,
      doc_no: told.bill_no,
      typed: 'settle_date',
    });
  await registry.events.emit(context, shopBillSettled, told);
  return { settled_amount: told.settle_amount };
}
