import { z } from 'zod';
import { checkBillLine } from '#contract/areas/settlement/check-bill-line.ts';
import { checkBillPrinting } from '#contract/areas/settlement/check-bill-printing.ts';
import { choosableItem } from '#contract/areas/settlement/choosable-item.ts';
import { duesCall } from '#contract/areas/settlement/dues.ts';
import { paymentPrinting } from '#contract/areas/settlement/payment-printing.ts';
import { purchaseFinance } from '#contract/areas/settlement/purchase-finance.ts';
import {
  billPaperCall,
  checkBillCalls,
  paymentCalls,
  statementCalls,
  supplierBalances,
} from '#contract/areas/settlement/settle-calls.ts';
import { settleItem } from '#contract/areas/settlement/settle-item.ts';
import { settleSum } from '#contract/areas/settlement/settle-sum.ts';
import { payOffPrinting, statementPrinting } from '#contract/areas/settlement/statement-printing.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { listSchema } from '#contract/kit/schema.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import { seenSchema } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { adjustLine, chooseItems, disputeLines, removeLines } from './bill/bill-lines.ts';
import { serveCheckBill } from './bill/check-bill.ts';
import { serveLinks } from './bill/linked-bill.ts';
import { readAddView, readPaper, readWaitCount } from './bill/views.ts';
import { makeProposedFines, serveFines } from './fine/fine.ts';
import { bankFile } from './payment/bank-file.ts';
import { servePayment } from './payment/payment.ts';
import { raiseItems } from './raise-items.ts';
import { readAccounts, readBalances } from './read-balances.ts';
import { readDues } from './read-dues.ts';
import { serveStatement } from './statement/statement.ts';
import { refuseClosing } from './suppliers.ts';

/** What suppliers are owed: items, check bills, fines, statements and payments (domain.md §6.1, steps 8–10). */
export function serveSettlement(kit: Kit): void {
  for (const view of [settleItem, settleSum, choosableItem, checkBillLine, purchaseFinance]) serveEntity(kit, view);
  serveCheckBill(kit);
  serveLinks(kit);
  serveFines(kit);
  serveStatement(kit);
  servePayment(kit);
  for (const printed of [checkBillPrinting, statementPrinting, payOffPrinting, paymentPrinting])
    servePrinting(kit, printed);
  listenForOwed(kit);
  refuseClosing(kit);
  serveCalls(kit);
}

/** Hears what makes suppliers owed or fined, without serving a call: for whoever works without the screens. */
export function listenForOwed(kit: Kit): void {
  raiseItems(kit);
  makeProposedFines(kit);
}

function serveCalls({ registry }: Kit): void {
  registry.read(billPaperCall, z.strictObject({ id }), readPaper);
  registry.read(
    checkBillCalls.waitCount,
    z.strictObject({ supplier_id: id.optional(), co_model: model.optional() }),
    readWaitCount,
  );
  registry.read(
    checkBillCalls.addView,
    z.strictObject({ supplier_id: id, co_model: model, period_from: z.iso.date(), period_to: z.iso.date() }),
    readAddView,
  );
  registry.write(
    checkBillCalls.choose,
    seenSchema(choosableItem, (seen) =>
      z
        .strictObject({ ...bill, ids: ids.optional(), all: listSchema(seen).optional() })
        .refine((asked) => (asked.ids === undefined) !== (asked.all === undefined), {
          message: '请选择明细，或按条件全部加入',
          path: ['ids'],
        }),
    ),
    chooseItems,
    choosableItem,
  );
  registry.write(
    checkBillCalls.remove,
    z
      .strictObject({ ...bill, line_ids: ids.optional(), disputed: z.literal(true).optional() })
      .refine((asked) => (asked.line_ids === undefined) !== (asked.disputed === undefined), {
        message: '请选择要移出的明细',
        path: ['line_ids'],
      }),
    removeLines,
  );
  registry.write(
    checkBillCalls.adjust,
    z.strictObject({
      ...bill,
      line_id: id,
      adjust_amount: z.int().min(-limits.money).max(limits.money),
      adjust_reason: reason.nullish(),
    }),
    adjustLine,
  );
  registry.write(
    checkBillCalls.disputeLines,
    z.strictObject({ ...bill, line_ids: ids, dispute_reason: reason.nullish() }),
    disputeLines,
  );
  registry.read(duesCall, z.strictObject({}), readDues);
  registry.read(supplierBalances, z.strictObject({ supplier_id: id }), readAccounts);
  registry.read(statementCalls.addView, z.strictObject({ supplier_id: id, id: id.optional() }), readBalances);
  registry.read(paymentCalls.addView, z.strictObject({ supplier_id: id, id: id.optional() }), readBalances);
  registry.read(
    paymentCalls.bankFile,
    z.strictObject({
      ids,
      reason: z.string().trim().min(limits.reasonLeast).max(limits.reason).optional(),
      fileName: z.string().trim().max(limits.name).optional(),
      export: z.int().min(1).max(9).optional(),
    }),
    (context, asked) => bankFile(context, asked),
  );
}

const id = z.int().min(1);
const model = z.int().min(1).max(3);
const ids = z.array(id).min(1).max(limits.pastedEntries, tooManyEntries());
const bill = { id, version: z.int().min(1) };
const reason = z.string().trim().min(limits.reasonLeast).max(limits.reason);
