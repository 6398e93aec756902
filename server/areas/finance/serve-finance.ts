import { z } from 'zod';
import { accountSubject } from '#contract/areas/finance/account-subject.ts';
import { lossDispose } from '#contract/areas/finance/loss-calls.ts';
import { transactionEntry } from '#contract/areas/finance/transaction-entry.ts';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { moneyPosting } from '#contract/areas/settlement/settlement-events.ts';
import { limits } from '#contract/kit/limits.ts';
import { answerClosing } from '#server/kit/closing-check.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveAbnormal } from './abnormal.ts';
import { bookEvent } from './book-event.ts';
import { bookings } from './bookings.ts';
import { closingChecks } from './closing-checks.ts';
import { disposeLosses } from './dispose-losses.ts';
import { refuseClosedDay } from './periods.ts';
import { serveRules } from './rule-change.ts';
import { serveVoucher } from './voucher.ts';

/** The books: the chart of accounts, vouchers and what could not be booked. */
export function serveFinance(kit: Kit): void {
  serveEntity(kit, accountSubject);
  serveEntity(kit, transactionEntry);
  serveVoucher(kit);
  serveRules(kit);
  answerClosing(kit, closingChecks);
  kit.registry.write(
    lossDispose,
    z.strictObject({
      period: z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '格式应为 yyyy-MM'),
      subject: z.string().max(limits.name),
      reason: z.string().trim().min(limits.reasonLeast).max(100),
    }),
    (context, asked) => disposeLosses(kit, context, asked),
    voucher,
  );
  kit.registry.events.on(moneyPosting, async ({ db }, { business_date, typed }) => {
    if (typed) await refuseClosedDay(db, business_date, typed);
  });
  serveAbnormal(kit);
  listenForVouchers(kit);
}

/** Books what happens, without serving a call: for whoever works without the screens. */
export function listenForVouchers(kit: Pick<Kit, 'registry' | 'numbers'>): void {
  for (const booking of bookings)
    kit.registry.events.on(booking.kind, (context, payload, event) =>
      bookEvent(kit, context, { booking, payload, event }),
    );
}
