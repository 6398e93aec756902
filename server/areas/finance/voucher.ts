import { sql } from 'kysely';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { abnormalOf, byHand, voucherState } from '#contract/areas/finance/voucher-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';
import { openDayFor } from '#server/terms/open-day.ts';
import { keepUnbooked } from './keep-unbooked.ts';
import { openPeriodOf } from './periods.ts';

/** Vouchers: what is special about them (domain.md §4.26). */
export function serveVoucher(kit: Kit): void {
  serveDocument(kit, voucher, voucherHooks(kit));
}

const voucherHooks = (kit: Pick<Kit, 'numbers'>): DocumentHooks<typeof voucher> => ({
  mayEdit: (_actor, record) => madeByHand(record),
  derive: async (context, values) => {
    refuseOneSided(values.lines, 'lines');
    refuseOneSided((values.line_changes as { put?: unknown } | undefined)?.put, 'line_changes.put');
    const day = values.voucher_date;
    const period = await openPeriodOf(context.db, day);
    if (!period) throw new Refusal('invalid', `${day} 所在会计期间未开启或已结账`, 'voucher_date');
    return { period };
  },
  after: keepSums,
  transitions: {
    post: { guard: refuseClosed },
    reverse: { may: (_actor, document) => reversedOnce(document), effect: (step) => reverse(kit, step) },
    delete: { may: (_actor, document) => madeByHand(document) },
  },
});

/** What an event made is changed where it came from, and by reversal. */
function madeByHand({ biz_type }: Values): Refusal | undefined {
  if (biz_type === byHand) return undefined;
  return new Refusal('forbidden', '自动生成的凭证不能修改或删除，请冲销');
}

/** What reverses another stays; a voucher is made anew instead. */
function reversedOnce({ reverse_of_id }: Values): Refusal | undefined {
  if (reverse_of_id === null || reverse_of_id === undefined) return undefined;
  return new Refusal('illegalTransition', '冲销凭证不能再冲销，请重新录入或重新生成');
}

/** An entry stands on one side, with an amount. */
function refuseOneSided(lines: unknown, at: string): void {
  if (!Array.isArray(lines)) return;
  const place = lines.findIndex(({ debit, credit }) => Number(debit ?? 0) > 0 === Number(credit ?? 0) > 0);
  if (place >= 0) throw new Refusal('invalid', `第 ${place + 1} 行：借方和贷方须且只能填一方`, `${at}.${place}.debit`);
}

/** Debit and credit come to the same; every subject is in use and has none below it. */
async function keepSums({ db }: WriteContext, id: number): Promise<void> {
  const { rows } = await sql<{ debit: number; credit: number }>`
    select coalesce(sum(debit), 0)::bigint as debit, coalesce(sum(credit), 0)::bigint as credit from voucher_entry where voucher_id = ${id}`.execute(
    db,
  );
  const { debit, credit } = rows[0] ?? { debit: 0, credit: 0 };
  if (debit !== credit) throw new Refusal('invalid', '借贷不平：借方合计与贷方合计须相等', 'lines');
  if (debit === 0) throw new Refusal('invalid', '请至少填写 2 行分录', 'lines');
  const { rows: wrong } = await sql<{ code: string; off: boolean }>`
    select s.code, s.status <> 1 as off from voucher_entry e join account_subject s on s.id = e.subject_id
    where e.voucher_id = ${id} and (s.status <> 1 or exists (select 1 from account_subject c where c.parent_code = s.code)) order by e.id limit 1`.execute(
    db,
  );
  if (wrong[0])
    throw new Refusal(
      'invalid',
      `科目 ${wrong[0].code} ${wrong[0].off ? '已停用' : '有下级科目，请选择末级'}`,
      'lines',
    );
  await sql`update voucher set debit_amount = ${debit}, credit_amount = ${credit} where id = ${id}`.execute(db);
}

async function refuseClosed({ context, document }: Step<typeof voucher>): Promise<void> {
  if (await openPeriodOf(context.db, document.voucher_date)) return;
  throw new Refusal(
    'illegalTransition',
    `${String(document.voucher_no)} 的会计期间 ${String(document.period)} 未开启或已结账`,
  );
}

/** A voucher with the sides exchanged, posted on today or the first open day after it. The event it was made of waits for another one (amendments C). */
async function reverse(
  kit: Pick<Kit, 'numbers'>,
  { context, document, lines }: Step<typeof voucher>,
): Promise<undefined> {
  const today = businessDay(context.now);
  const open = await openDayFor(context.db, today);
  if (!open) throw new Refusal('illegalTransition', `${today} 及以后没有已开启的会计期间`);
  const summary = `冲销 ${String(document.voucher_no)}`;
  await createDocument(kit, context, {
    definition: voucher,
    status: voucherState.posted,
    label: '冲销生成',
    values: {
      period: open.period,
      voucher_date: open.day,
      biz_type: document.biz_type,
      summary,
      debit_amount: document.credit_amount,
      credit_amount: document.debit_amount,
      reverse_of_id: document.id,
    },
    lines: (await lines()).map(({ id: _id, debit, credit, ...entry }) => ({
      ...entry,
      summary,
      debit: credit,
      credit: debit,
    })),
    source: { definition: voucher, id: document.id, no: document.voucher_no },
  });
  const { rows } = await sql<{ event_id: number }>`
    select event_id from voucher_event where voucher_id = ${document.id}`.execute(context.db);
  if (rows[0])
    await keepUnbooked(context, {
      event: rows[0].event_id,
      period: requireField(document, 'period'),
      biz: document.biz_type,
      source: { type: requireField(document, 'source_type'), no: requireField(document, 'source_no') },
      type: abnormalOf.unbooked,
      words: `凭证 ${String(document.voucher_no)} 已冲销，须重新生成或忽略`,
    });
}
