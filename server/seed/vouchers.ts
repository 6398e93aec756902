import { sql } from 'kysely';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { abnormalCalls } from '#contract/areas/finance/voucher-abnormal.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { serveAbnormal } from '#server/areas/finance/abnormal.ts';
import { bookEvent } from '#server/areas/finance/book-event.ts';
import { bookings } from '#server/areas/finance/bookings.ts';
import { serveVoucher } from '#server/areas/finance/voucher.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import { contextOf, type SeedStep } from './context.ts';

/** How far a voucher by hand has come. */
type Until = 'waiting' | 'audited' | 'posted' | 'reversed' | 'deleted';

const byHand: readonly [summary: string, debit: string, fen: number, until: Until][] = [
  ['总部办公用品', '6602', 128_600, 'posted'],
  ['仓库水电费', '6601', 936_450, 'posted'],
  ['银行手续费', '6603', 4_500, 'reversed'],
  ['审计咨询费', '6602', 2_000_000, 'audited'],
  ['班车租赁费', '6601', 580_000, 'waiting'],
  ['重复录入的快递费', '6601', 23_800, 'deleted'],
];

/**
 * The vouchers of everything that has happened in the demo company, the older half audited and posted, and some written by hand in
 * every state (domain.md §13.7).
 */
export async function seedVouchers(step: SeedStep): Promise<void> {
  const clerks = openClerks(step, { chance: new Chance(20_260_347), serve: [serveVoucher, serveAbnormal] });
  await bookWhatHappened(step);
  await postOlderHalf(step, clerks);
  for (const [index, [summary, debit, fen, until]] of byHand.entries()) {
    const daysAgo = 12 - 2 * index;
    clerks.begin(daysAgo);
    const { id } = await clerks.ask('fin', callsOf(voucher).add, {
      voucher_date: businessDay(new Date(step.now.getTime() - daysAgo * 86_400_000)),
      summary,
      lines: [
        { summary, subject_id: await subjectOf(step, debit), debit: fen, credit: 0 },
        { summary, subject_id: await subjectOf(step, '1002'), debit: 0, credit: fen },
      ],
    } as never);
    await take(clerks, { id, until });
  }
  await leaveAbnormal(step, clerks);
}

/** Vouchers of events that were reversed, so that their events wait for another: one waits, one has it, one is left out. */
async function leaveAbnormal({ tx }: SeedStep, clerks: Clerks): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from voucher where status = 3 and biz_type <> 99 and reverse_of_id is null order by voucher_date desc, id desc limit 3`.execute(
    tx,
  );
  clerks.begin(1);
  for (const { id } of rows)
    await clerks.ask('finMgr2', transitionCall(voucher, 'reverse'), { id, reason: '摘要有误，重新生成' });
  const { rows: waiting } = await sql<{ id: number }>`
    select id from voucher_abnormal where status = 1 order by id desc limit 2`.execute(tx);
  const [retried, ignored] = waiting;
  if (retried) await clerks.ask('fin', abnormalCalls.retry, { ids: [retried.id] });
  if (ignored) await clerks.ask('finMgr', abnormalCalls.ignore, { ids: [ignored.id], reason: '已由手工凭证补记' });
}

/** Books every event that was told and is not booked yet, in the order in which it was. */
async function bookWhatHappened(step: SeedStep): Promise<void> {
  const { rows } = await sql<{ id: number; name: string; payload: never; at: string }>`
    select id, name, payload, at from event_log where name = any(${[...new Set(bookings.map(({ kind }) => kind.name))]}::text[])
      and not exists (select 1 from voucher_event v where v.event_id = event_log.id) order by id`.execute(step.tx);
  for (const { id, name, payload, at } of rows) {
    for (const booking of bookings.filter(({ kind }) => kind.name === name))
      await bookEvent(step, { ...contextOf(step), now: new Date(at) }, { booking, payload, event: id });
  }
}

async function postOlderHalf({ tx }: SeedStep, clerks: Clerks): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from voucher order by voucher_date, id`.execute(tx);
  const ids = rows.slice(0, Math.floor(rows.length / 2)).map(({ id }) => id);
  if (ids.length === 0) return;
  clerks.begin(1);
  await clerks.ask('finMgr', transitionCall(voucher, 'audit'), { ids });
  await clerks.ask('finMgr', transitionCall(voucher, 'post'), { ids });
}

async function take(clerks: Clerks, { id, until }: { id: number; until: Until }): Promise<void> {
  if (until === 'waiting') return;
  if (until === 'deleted') {
    await clerks.ask('fin', transitionCall(voucher, 'delete'), { id, reason: '与班车费重复录入' });
    return;
  }
  await clerks.ask('finMgr', transitionCall(voucher, 'audit'), { id });
  if (until === 'audited') return;
  await clerks.ask('finMgr', transitionCall(voucher, 'post'), { id });
  if (until === 'reversed')
    await clerks.ask('finMgr2', transitionCall(voucher, 'reverse'), { id, reason: '银行已退回手续费' });
}

async function subjectOf({ tx }: SeedStep, code: string): Promise<number> {
  const { rows } = await sql<{ id: number }>`select id from account_subject where code = ${code}`.execute(tx);
  if (!rows[0]) throw new Error(`no subject ${code}`);
  return rows[0].id;
}
