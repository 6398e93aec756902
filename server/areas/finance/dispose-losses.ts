import { type Kysely, type RawBuilder, sql } from 'kysely';
import { lossSubjects } from '#contract/areas/finance/loss-calls.ts';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { byHand } from '#contract/areas/finance/voucher-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';

/** The subject of losses and gains that wait to be disposed of. */
const waitingSubject = '1901';

interface Standing {
  readonly supplier_id: number | null;
  readonly shop_id: number | null;
  readonly warehouse_id: number | null;
  readonly subject_id: number;
  /** Debit less credit, fen. */
  readonly amount: number;
}

/** What stands on 1901 up to a month by whom and where it is of; what a person has written and nobody has judged yet clears nothing. */
export const standingLosses = (period: string): RawBuilder<Standing> => sql<Standing>`
  select e.supplier_id, e.shop_id, e.warehouse_id, e.subject_id, sum(e.debit - e.credit)::bigint as amount
  from voucher_entry e join voucher v on v.id = e.voucher_id join account_subject s on s.id = e.subject_id
  where s.code = ${waitingSubject} and v.period <= ${period} and v.status in (1, 2, 3, 4) and not (v.biz_type = ${byHand} and v.status = 1)
  group by 1, 2, 3, 4 having sum(e.debit - e.credit) <> 0`;

interface Disposal {
  readonly period: string;
  readonly subject: string;
  readonly reason: string;
}

/**
 * Writes the voucher that clears 1901 at the end of a month, place by place, against a subject that somebody names with a reason. Whoever judges and
 * posts it is the second person (amendments G8); until then the month stays open.
 */
export async function disposeLosses(
  kit: Pick<Kit, 'numbers'>,
  context: WriteContext,
  { period, subject, reason }: Disposal,
): Promise<{ id: number; voucher_no: string }> {
  const { db, actor } = context;
  if (actor.scope !== 'everything')
    throw new Refusal('forbidden', '待处理财产损溢是全公司的，限定数据范围的账号不能结转');
  if (!Object.hasOwn(lossSubjects, subject)) throw new Refusal('invalid', '请选择转入科目', 'subject');
  // Two who dispose of one month wait for each other here.
  const { rows: months } = await sql<{ end: string; status: number }>`
    select end_date::text as end, status from account_period where period = ${period} for no key update`.execute(db);
  const [month] = months;
  if (!month) throw new Refusal('notFound', undefined, 'period');
  if (month.status !== 1) throw new Refusal('illegalTransition', `${period} 不是已开启的期间`, 'period');
  const waiting = await waitingDisposal(db, period);
  if (waiting) throw new Refusal('illegalTransition', `${period} 已有结转凭证 ${waiting}，等待他人审核`, 'period');
  const { rows: standing } = await standingLosses(period).execute(db);
  if (standing.length === 0) throw new Refusal('illegalTransition', `${period} 没有待处理财产损溢`, 'period');
  const { rows: subjects } = await sql<{ id: number }>`
    select id from account_subject where code = ${subject} and status = 1`.execute(db);
  const target = subjects[0]?.id;
  if (target === undefined) throw new Refusal('invalid', `科目 ${subject} 已停用`, 'subject');
  const summary = `结转 ${period} 待处理财产损溢：${reason}`;
  const lines = standing.flatMap(({ amount, subject_id, ...of }) => [
    { ...of, subject_id: target, summary, debit: Math.max(amount, 0), credit: Math.max(-amount, 0) },
    { ...of, subject_id, summary, debit: Math.max(-amount, 0), credit: Math.max(amount, 0) },
  ]);
  const sum = standing.reduce((all, { amount }) => all + Math.abs(amount), 0);
  const made = await createDocument(kit, context, {
    definition: voucher,
    values: {
      period,
      voucher_date: month.end,
      biz_type: byHand,
      summary,
      debit_amount: sum,
      credit_amount: sum,
    },
    lines,
    label: '结转生成',
  });
  return { id: made.id, voucher_no: String(made.no) };
}

async function waitingDisposal(db: Kysely<unknown>, period: string): Promise<string | undefined> {
  const { rows } = await sql<{ voucher_no: string }>`
    select v.voucher_no from voucher v where v.period <= ${period} and v.status = 1 and v.biz_type = ${byHand} and exists (
      select 1 from voucher_entry e join account_subject s on s.id = e.subject_id where e.voucher_id = v.id and s.code = ${waitingSubject})
    order by v.id limit 1`.execute(db);
  return rows[0]?.voucher_no;
}
