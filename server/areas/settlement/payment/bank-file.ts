import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { payment } from '#contract/areas/settlement/payment.ts';
import { direction, paymentState } from '#contract/areas/settlement/settle-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay, printTime } from '#contract/kit/kinds/time.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { allowedOf } from '#server/kit/allowed.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { guarded, quoted } from '#server/kit/csv-file.ts';
import type { FileAnswer } from '#server/kit/file-answer.ts';
import { listFile } from '#server/kit/list-file.ts';

interface BankRow {
  payment_no: string;
  payee_name: string;
  payee_account_no: string;
  payee_bank: string;
  payee_branch: string;
  amount: number;
  supplier: string;
  expect_date: string | null;
}

/**
 * Payments that wait to be made, as a file for the bank: a row for each, money in yuan with two decimals. Refuses the whole choice when
 * one of it cannot be paid, so that a file never has fewer rows than were chosen. A file is an order to pay: only who may confirm the payment draws
 * it, so none of those who made or judged it (amendments E), once; again only with a reason, which the trail keeps.
 */
export async function bankFile(
  context: ReadContext,
  { ids, reason, fileName }: { ids: number[]; reason?: string | undefined; fileName?: string | undefined },
): Promise<FileAnswer> {
  const chosen = [...new Set(ids)];
  await inTransaction(context.db, async (tx) => await markDrawn({ ...context, db: tx }, chosen, reason));
  return await makeFile(context, chosen, fileName);
}

async function markDrawn(
  context: ReadContext & { readonly db: Tx },
  chosen: readonly number[],
  reason: string | undefined,
): Promise<void> {
  const { db, actor, now } = context;
  const { rows } = await sql<Drawn>`
    select r.*, a.nickname as drawn_by from payment r left join admin a on a.id = r.bank_file_by
    where r.id = any(${[...chosen]}::bigint[]) and ${isVisible(payment, actor, 'r')} order by r.id for no key update of r`.execute(
    db,
  );
  if (rows.length < chosen.length) throw new Refusal('notFound', undefined, 'ids');
  const unpayable = rows.find((row) => row.status !== paymentState.ready || row.direction !== direction.pay);
  if (unpayable)
    throw new Refusal('illegalTransition', `${unpayable.payment_no} 不是待付款的付款单，不能导出银行文件`, 'ids');
  const allowed = await allowedOf(context, { definition: payment, hooks: {} }, rows);
  const foreign = rows.find((_, place) => !allowed[place]?.transitions.includes('confirm'));
  if (foreign)
    throw new Refusal(
      'illegalTransition',
      `${foreign.payment_no} 的制单人和审核人不能导出银行文件，由付款人导出`,
      'ids',
    );
  const before = rows.find((row) => row.bank_file_at !== null);
  if (before && !reason)
    throw new Refusal(
      'invalid',
      `${before.payment_no} 已由${before.drawn_by ?? ''}于 ${printTime(before.bank_file_at ?? '')} 导出过银行文件，再次导出请填写原因`,
      'reason',
    );
  await sql`
    update payment set bank_file_at = ${now.toISOString()}, bank_file_by = ${actor.id} where id = any(${[...chosen]}::bigint[])`.execute(
    db,
  );
  await writeAudit(
    { ...context, opId: randomUUID() },
    rows.map((row) => ({
      docType: payment.name,
      docId: row.id,
      docNo: row.payment_no,
      action: 'bankFile',
      label: row.bank_file_at === null ? '导出银行文件' : '再次导出银行文件',
      ...(reason ? { remark: reason } : {}),
    })),
  );
}

interface Drawn extends Record<string, unknown> {
  id: number;
  payment_no: string;
  status: number;
  direction: number;
  bank_file_at: string | null;
  drawn_by: string | null;
}

async function makeFile(
  context: ReadContext,
  chosen: readonly number[],
  fileName: string | undefined,
): Promise<FileAnswer> {
  return await listFile<BankRow>(context, {
    name: fileName || `银行付款${businessDay(context.now)}`,
    label: '银行付款文件',
    asked: { ids: [...chosen] },
    heading: ['付款单号', '收款户名', '收款账号', '收款银行', '收款支行', '金额(元)', '用途', '期望付款日']
      .map(quoted)
      .join(','),
    line: (row) =>
      [
        guarded(row.payment_no),
        guarded(row.payee_name),
        // A tab keeps spreadsheets from rounding long figures; banks ignore it.
        quoted(`${row.payee_account_no}\t`),
        guarded(row.payee_bank ?? ''),
        guarded(row.payee_branch ?? ''),
        (row.amount / 100).toFixed(2),
        guarded(`货款 ${row.supplier}`),
        row.expect_date ?? '',
      ].join(','),
    select: sql<BankRow>`
      select p.payment_no, p.payee_name, p.payee_account_no, p.payee_bank, p.payee_branch, p.amount, s.name as supplier, p.expect_date::text as expect_date
      from payment p join supplier s on s.id = p.supplier_id where p.id = any(${[...chosen]}::bigint[]) order by p.id`,
  });
}
