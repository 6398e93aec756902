import { type RawBuilder, sql } from 'kysely';
import { matchState, reconChannel } from '#contract/areas/cashier/cashier-enums.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { ChannelRow } from './read-rows.ts';

/** Rows that are written in one statement. */
const piece = 5000;

const open = [matchState.amount, matchState.channelOnly, matchState.systemOnly];

/**
 * Lays a channel's bill beside what orders were paid with, in a few statements whatever its length, in the place of what was there before. A line is
 * matched by its number with the payment that has it, whenever that was paid; money that went back with refunds of the day. What was paid by the
 * channel on the day and stands on no bill of it is a line of its own.
 */
export async function matchLines(tx: Tx, id: number, rows: readonly ChannelRow[]): Promise<void> {
  await sql`delete from channel_recon_line where recon_id = ${id}`.execute(tx);
  const { rows: heads } = await sql<{ channel: number }>`select channel from channel_recon where id = ${id}`.execute(
    tx,
  );
  const ofChannel = paidBy(heads[0]?.channel ?? 0);
  for (let from = 0; from < rows.length; from += piece)
    await keepRows(tx, { id, ofChannel }, rows.slice(from, from + piece));
  const day = sql`(select (recon_date::timestamp at time zone 'Asia/Shanghai') from channel_recon where id = ${id})`;
  const onDay = (at: RawBuilder<unknown>) => sql`${at} >= ${day} and ${at} < ${day} + interval '1 day'`;
  await sql`
    with refunded as (
      select r.payment_id, min(p.trade_no) as trade_no, min(o.order_no) as order_no, -sum(r.amount)::bigint as amount
      from channel_refund r join order_payment p on p.id = r.payment_id and p.pay_type = r.pay_type join sale_order o on o.id = p.order_id
      where ${onDay(sql`r.at`)} and ${ofChannel} group by r.payment_id
    ), matched as (
      update channel_recon_line l set payment_id = r.payment_id, system_amount = r.amount, order_no = r.order_no,
        match_state = case when l.channel_amount = r.amount then ${matchState.same}::int else ${matchState.amount}::int end
      from (select distinct on (trade_no) * from refunded order by trade_no, payment_id) r
      where l.recon_id = ${id} and l.is_refund and l.trade_no = r.trade_no returning l.payment_id
    )
    insert into channel_recon_line (recon_id, trade_no, is_refund, order_no, system_amount, payment_id, match_state)
    select ${id}, coalesce(r.trade_no, 'ID' || r.payment_id), true, r.order_no, r.amount, r.payment_id, ${matchState.systemOnly}
    from refunded r where r.payment_id not in (select payment_id from matched) order by r.payment_id`.execute(tx);
  await sql`
    insert into channel_recon_line (recon_id, trade_no, order_no, system_amount, payment_id, match_state)
    select ${id}, coalesce(p.trade_no, 'ID' || p.id), o.order_no, p.amount, p.id, ${matchState.systemOnly}
    from order_payment p join sale_order o on o.id = p.order_id
    where ${onDay(sql`p.paid_at`)} and ${ofChannel} and not exists (
      select 1 from channel_recon_line x where x.payment_id = p.id and not x.is_refund and (x.channel_amount is not null or x.recon_id = ${id}))
    order by p.id`.execute(tx);
}

/** A payment is found by its number as its line is written: the first that no other day's bill has paid. */
async function keepRows(
  tx: Tx,
  { id, ofChannel }: { id: number; ofChannel: RawBuilder<boolean> },
  rows: readonly ChannelRow[],
): Promise<void> {
  await sql`
    insert into channel_recon_line (recon_id, trade_no, is_refund, order_no, channel_amount, system_amount, fee_amount, payment_id, match_state)
    select ${id}, r.trade_no, r.amount < 0, coalesce(f.order_no, r.order_no), r.amount, f.amount, r.fee, f.id,
      case when f.id is null then ${matchState.channelOnly}::int when f.amount = r.amount then ${matchState.same}::int else ${matchState.amount}::int end
    from ${rowsOf('r', {
      trade_no: ['text', rows.map(({ trade_no }) => trade_no)],
      order_no: ['text', rows.map(({ order_no }) => order_no)],
      amount: ['bigint', rows.map(({ amount }) => amount)],
      fee: ['bigint', rows.map(({ fee }) => fee)],
    })}
    left join lateral (
      select p.id, p.amount, o.order_no from order_payment p join sale_order o on o.id = p.order_id
      where p.trade_no = r.trade_no and r.amount > 0 and ${ofChannel} and not exists (
        select 1 from channel_recon_line x where x.payment_id = p.id and x.recon_id <> ${id} and x.channel_amount is not null and not x.is_refund)
      order by p.id limit 1
    ) f on true order by r.place`.execute(tx);
}

/** Kinds of payment that come through each channel; what was sold on a platform comes through that, however it was paid there. */
const kindOf: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 4, 5: 6 };

function paidBy(channel: number): RawBuilder<boolean> {
  if (channel === reconChannel.platform) return sql<boolean>`o.source = 4 and p.pay_type in (1, 2, 4, 8)`;
  return sql<boolean>`p.pay_type = ${kindOf[channel] ?? 0} and (o.source <> 4 or p.pay_type = 6)`;
}

/** What the lines of a recon come to. */
export async function reconFigures(db: Pick<Tx, 'getExecutor'>, id: number): Promise<Values> {
  const { rows } = await sql<Values>`
    select count(channel_amount) as channel_count, coalesce(sum(channel_amount), 0)::bigint as channel_amount, count(system_amount) as system_count,
      coalesce(sum(system_amount), 0)::bigint as system_amount, coalesce(sum(fee_amount), 0)::bigint as fee_amount,
      coalesce(sum(diff_amount), 0)::bigint as diff_amount, count(*) filter (where match_state = any(${open}::smallint[])) as open_count
    from channel_recon_line where recon_id = ${id}`.execute(db);
  return rows[0] ?? {};
}
