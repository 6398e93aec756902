import { sql } from 'kysely';
import { allotDiff } from '#contract/areas/allocation/allot-diff.ts';
import { allotDuty, decideType, side } from '#contract/areas/allocation/allot-enums.ts';
import { transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import type { Chance } from './chance.ts';
import type { Clerks } from './clerks.ts';
import type { SeedStep } from './context.ts';

/** What the demo people work with. */
export interface Work {
  readonly step: SeedStep;
  readonly clerks: Clerks;
  readonly chance: Chance;
}

/** How far the difference of an allot has come. */
export type DiffEnd = 'open' | 'oneSpoke' | 'spoken' | 'sentBack' | 'toDecide' | 'decided' | 'closed';

/** Carries the difference of an allot on: the storekeeper speaks for the sender, the shop for the receiver; two heads judge and decide. */
export async function settleDifference(
  { step: { tx }, clerks, chance }: Work,
  allotId: number,
  until: DiffEnd,
): Promise<void> {
  const { rows } = await sql<{ diff_id: number; id: number; send_qty: number; sign_qty: number; diff_qty: number }>`
    select d.id as diff_id, l.id, l.send_qty, l.sign_qty, l.diff_qty from allot_diff d join allot_diff_line l on l.allot_diff_id = d.id
    where d.allot_id = ${allotId} order by l.id`.execute(tx);
  const id = rows[0]?.diff_id ?? 0;
  const move = (username: string, name: string, more: object = {}) =>
    clerks.ask(username, transitionCall(allotDiff, name), { id, ...more });
  const says = (username: string, of: number, statement: string) =>
    move(username, 'deal', {
      side: of,
      statement,
      lines: rows.map((line) => ({ line_id: line.id, say_qty: of === side.sender ? line.send_qty : line.sign_qty })),
    });
  if (until === 'open') return;
  if (until === 'closed') return void (await move('whsMgr', 'close', { reason: '门店复点后找到，数量一致' }));
  await says('whs2', side.sender, '装箱时双人复核，监控录像已存');
  if (until === 'oneSpoke') return;
  await says('shopMgr', side.receiver, '到货当面开箱清点，箱封完好');
  if (until === 'spoken') return;
  if (until === 'sentBack')
    return void (await move('whsMgr', 'audit', { result: verdict.reject, remark: '请补充装箱监控截图' }));
  await move('whsMgr', 'audit', { result: verdict.pass, remark: '双方说明清楚' });
  if (until === 'toDecide') return;
  const short = chance.one(missing);
  const isLost = rows.some(({ diff_qty }) => diff_qty < 0) && short.decide === decideType.lost;
  const duty = isLost ? allotDuty.carrier : short.duty;
  await move('whsMgr2', 'decide', {
    duty,
    ...(duty === allotDuty.carrier ? { duty_amount: chance.between(40, 200) * 100 } : {}),
    lines: rows.map(({ id: line_id, diff_qty }) => ({
      line_id,
      decide_type: diff_qty < 0 ? short.decide : decideType.giveBack,
    })),
  });
}

/** What becomes of pieces that are missing, and who answers for them where the carrier does not. */
const missing = [
  { decide: decideType.lost, duty: allotDuty.nobody },
  { decide: decideType.back, duty: allotDuty.sender },
  { decide: decideType.found, duty: allotDuty.nobody },
] as const;
