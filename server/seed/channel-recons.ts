import { sql } from 'kysely';
import { cashierCalls } from '#contract/areas/cashier/cashier-calls.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { serveChannelRecon } from '#server/areas/cashier/recon/channel-recon.ts';
import { matchLines } from '#server/areas/cashier/recon/match-lines.ts';
import type { ChannelRow } from '#server/areas/cashier/recon/read-rows.ts';
import { takeFees } from '#server/areas/orders/take-fees.ts';
import { personNamed } from '#server/import/staff.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import type { Desk } from './attach-paper.ts';
import { contextOf } from './context.ts';

/** Days back from the load, and how far each day of a channel has come. */
const plan: readonly (readonly [
  daysAgo: number,
  channel: 1 | 2,
  until: 'right' | 'differs' | 'dealt' | 'finished' | 'waiting',
])[] = [
  [1, 1, 'waiting'],
  [2, 1, 'differs'],
  [3, 1, 'dealt'],
  [4, 1, 'finished'],
  [5, 1, 'right'],
  [1, 2, 'differs'],
  [2, 2, 'right'],
  [3, 2, 'right'],
];

/** A few days of channels, as a task would have taken in their files: right to the fen, differing, dealt with and finished. */
export async function seedRecons({ step, clerks }: Desk): Promise<void> {
  const { tx, now, numbers } = step;
  const actor = await personNamed(tx, 'fin');
  if (!actor) throw new Error('the demo account fin is missing');
  const registry = new Registry();
  const kit = { registry, numbers, policies: stockPolicies(numbers, registry.events) };
  serveChannelRecon(kit);
  takeFees(kit);
  for (const [daysAgo, channel, until] of plan) {
    const day = businessDay(new Date(now.getTime() - daysAgo * 86_400_000));
    const rows = await paidOn(tx, { day, channel, differs: until !== 'right' });
    if (rows.length === 0) continue;
    const context = { ...contextOf(step), actor };
    const { id } = await createDocument(kit, context, {
      definition: channelRecon,
      values: { channel, recon_date: day, file_name: `渠道账单${day}.csv` },
      label: '导入',
    });
    if (until === 'waiting') continue;
    await matchLines(tx, id, rows);
    await runTransition(registry, context, { definition: channelRecon, name: 'match', id });
    if (until === 'right' || until === 'differs') continue;
    const { rows: open } = await sql<{ id: number; version: number }>`
      select l.id, c.version from channel_recon_line l join channel_recon c on c.id = l.recon_id
      where c.id = ${id} and l.match_state in (2, 3, 4) order by l.id`.execute(tx);
    // Too few payments to differ: such a day is finished by itself.
    if (open.length === 0) continue;
    clerks.begin(1);
    await clerks.ask('fin2', cashierCalls.reconDeal, {
      id,
      version: open[0]?.version ?? 1,
      lines: open.map((line) => ({ line_id: line.id, deal_type: 1, remark: '次日到账' })),
    });
    if (until === 'finished') await clerks.ask('finMgr', transitionCall(channelRecon, 'finish'), { id });
  }
}

/** What a channel's bill says of a day: 0.6 % of fees; where it differs, the first is a yuan less and the last is missing. Fen. */
async function paidOn(
  tx: Desk['step']['tx'],
  { day, channel, differs }: { day: string; channel: number; differs: boolean },
): Promise<ChannelRow[]> {
  const { rows } = await sql<ChannelRow>`
    select distinct on (p.trade_no) p.trade_no, o.order_no, p.amount, (p.amount * 6 / 1000)::bigint as fee
    from order_payment p join sale_order o on o.id = p.order_id
    where p.pay_type = ${channel} and o.source <> 4 and p.trade_no is not null and p.amount > 100 and (p.paid_at at time zone 'Asia/Shanghai')::date = ${day}::date
    order by p.trade_no, p.id`.execute(tx);
  if (!differs || rows.length < 3) return rows;
  return rows.slice(0, -1).map((row, place) => (place === 0 ? { ...row, amount: row.amount - 100, fee: 0 } : row));
}
