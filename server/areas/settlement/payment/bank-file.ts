import { sql } from 'kysely';
import { payment } from '#contract/areas/settlement/payment.ts';
import { direction } from '#contract/areas/settlement/settle-words.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { isVisible } from '#server/identity/data-scope.ts';
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
 * one of it cannot be paid, so that a file never has fewer rows than were chosen.
 */
export async function bankFile(
  context: ReadContext,
  { ids, fileName }: { ids: number[]; fileName?: string | undefined },
): Promise<FileAnswer> {
  const chosen = [...new Set(ids)];
  const { rows } = await sql<{ payment_no: string; status: number; direction: number }>`
    select r.payment_no, r.status, r.direction from payment r where r.id = any(${chosen}) and ${isVisible(payment, context.actor, 'r')}`.execute(
    context.db,
  );
  if (rows.length < chosen.length) throw new Refusal('notFound', undefined, 'ids');
  const unpayable = rows.find((row) => row.status !== ready || row.direction !== direction.pay);
  if (unpayable)
    throw new Refusal('illegalTransition', `${unpayable.payment_no} 不是待付款的付款单，不能导出银行文件`, 'ids');
  return await listFile<BankRow>(context, {
    name: fileName || `银行付款${businessDay(context.now)}`,
    label: '银行付款文件',
    asked: { ids: chosen },
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
      from payment p join supplier s on s.id = p.supplier_id where p.id = any(${chosen}) order by p.id`,
  });
}

const ready = 3;
