import { sql } from 'kysely';
import { coupon } from '#contract/areas/coupons/coupon.ts';
import { sendState } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { sendPiece } from '#server/areas/coupons/send-piece.ts';
import { serveCoupons } from '#server/areas/coupons/serve-coupons.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { stockPolicies } from '#server/stock-policies.ts';
import { Chance } from './chance.ts';
import { type Clerks, openClerks } from './clerks.ts';
import { contextOf, type SeedStep } from './context.ts';

const step = (name: string) => transitionCall(coupon, name);
const sending = (name: string) => transitionCall(couponSend, name);

/** Coupons of the demo company (domain.md §13): twelve kinds, eight sends in every state, and what members got by them. */
export async function seedCoupons(seed: SeedStep): Promise<void> {
  const clerks = openClerks(seed, { chance: new Chance(20_260_378), serve: [serveCoupons] });
  clerks.begin(12);
  const kinds = await addKinds(seed, clerks);
  await addSends(seed, clerks, kinds);
}

/** Twelve kinds of every type; those that may be sent are answered. */
async function addKinds({ now }: SeedStep, clerks: Clerks): Promise<number[]> {
  const day = (days: number): string => new Date(now.getTime() + days * 86_400_000).toISOString();
  const month = { valid_type: 1, valid_from: day(-10), valid_to: day(40) };
  // Its days are over: the clock says so at the first look.
  const over = { valid_type: 1, valid_from: day(-12), valid_to: day(-2) };
  const after = (days: number) => ({ valid_type: 2, valid_days: days });
  const plans: [input: object, until: number][] = [
    [{ name: '满300减50', coupon_type: 1, threshold_amount: 30_000, discount_amount: 5000, ...month }, 3],
    [{ name: '满500减100', coupon_type: 1, threshold_amount: 50_000, discount_amount: 10_000, ...after(30) }, 3],
    [{ name: '新会员 8.8 折', coupon_type: 2, discount_x10: 88, max_amount: 20_000, ...after(15) }, 3],
    [{ name: '生日 10 元现金券', coupon_type: 3, discount_amount: 1000, ...after(7), bear_side: 1 }, 3],
    [{ name: '赠袜兑换券', coupon_type: 4, max_amount: 3900, ...month }, 3],
    [
      {
        name: '供应商共担满200减30',
        coupon_type: 1,
        threshold_amount: 20_000,
        discount_amount: 3000,
        ...month,
        bear_side: 3,
        supplier_rate_bp: 4000,
      },
      3,
    ],
    [{ name: '老客 9 折', coupon_type: 2, discount_x10: 90, ...month }, 2],
    [{ name: '儿童节满200减20', coupon_type: 1, threshold_amount: 20_000, discount_amount: 2000, ...month }, 1],
    [{ name: '秋装预热券', coupon_type: 3, discount_amount: 2000, ...month }, 0],
    [{ name: '全场 5 折', coupon_type: 2, discount_x10: 50, ...month }, 4],
    [{ name: '错印面额券', coupon_type: 3, discount_amount: 100_000, ...month }, -1],
    [
      {
        name: '品牌日满100减10',
        coupon_type: 1,
        threshold_amount: 10_000,
        discount_amount: 1000,
        ...over,
        bear_side: 2,
      },
      5,
    ],
  ];
  const ready: number[] = [];
  for (const [input, until] of plans) {
    const { id } = await clerks.ask('mkt', callsOf(coupon).add, {
      threshold_amount: 0,
      bear_side: 1,
      total_qty: 5000,
      per_user_limit: 2,
      ...input,
    });
    if (until === -1) await clerks.ask('mkt', step('cancel'), { id, reason: '面额填错' });
    if (until < 1) continue;
    await clerks.ask('mkt', step('submit'), { id });
    if (until === 1) continue;
    await clerks.ask('goodsMgr', step('departmentAudit'), {
      id,
      ...(until === 4 ? { result: 2, remark: '折扣过低' } : { result: 1 }),
    });
    if (until !== 3 && until !== 5) continue;
    await clerks.ask('finMgr', step('financeAudit'), { id, result: 1 });
    if (until === 3) ready.push(id);
  }
  return ready;
}

async function addSends(seed: SeedStep, clerks: Clerks, kinds: readonly number[]): Promise<void> {
  const { tx } = seed;
  const { rows: members } = await sql<{ id: number; user_no: string }>`
    select id, user_no from member_user where status = 1 order by id limit 1200`.execute(tx);
  const { rows: labels } = await sql<{ id: number }>`
    select id from user_label where user_count > 100 order by id limit 1`.execute(tx);
  const some = (from: number, to: number) => ({
    target_type: 2,
    user_ids: members.slice(from, to).map(({ id }) => id),
  });
  const label = labels[0] ? { target_type: 1, label_ids: [labels[0].id] } : some(0, 200);
  const named = { target_type: 3, names: members.slice(200, 260).map(({ user_no }) => user_no) };
  const later = new Date(seed.now.getTime() + 5 * 86_400_000).toISOString();
  // How far each has come: the state it is in.
  const plans: [input: object, until: number][] = [
    [some(0, 900), 5],
    [some(100, 1000), 5],
    [label, 6],
    [named, 3],
    [{ target_type: 4, send_at: later }, 2],
    [some(0, 20), 1],
    [some(0, 30), 7],
    [some(40, 60), 0],
  ];
  for (const [place, [input, until]] of plans.entries()) {
    const { id } = await clerks.ask('mkt', callsOf(couponSend).add, {
      coupon_id: kinds[place % kinds.length],
      qty_per_user: 1,
      ...input,
    } as never);
    if (until === 0) {
      await clerks.ask('mkt', sending('cancel'), { id, reason: '对象选错' });
      continue;
    }
    await clerks.ask('mkt', sending('submit'), { id });
    if (until === 1) continue;
    await clerks.ask('goodsMgr', sending('departmentAudit'), {
      id,
      ...(until === 7 ? { result: 2, remark: '人数太少' } : { result: 1 }),
    });
    if (until === 7 || until === 2) continue;
    await clerks.ask('finMgr', sending('financeAudit'), { id, result: 1 });
    if (until >= 5) await goOut(seed, { id, refusing: until === 6 });
  }
  await clerks.ask('mkt', callsOf(couponSend).add, { coupon_id: kinds[0], qty_per_user: 1, ...some(60, 90) } as never);
}

/** Sent by the same statements as the task's; the demo company waits for no queue. */
async function goOut(seed: SeedStep, { id, refusing }: { id: number; refusing: boolean }): Promise<void> {
  const { tx, now } = seed;
  const { rows } = await sql<{ coupon_id: number; send_no: string }>`
    update coupon_send set status = ${sendState.running}, runner_id = last_edited_by where id = ${id} returning coupon_id, send_no`.execute(
    tx,
  );
  const named = { docType: couponSend.name, docId: id, docNo: rows[0]?.send_no ?? null };
  const label = couponSend.transitions.start?.label ?? '';
  const led = { action: 'start', label, fromStatus: sendState.ready, toStatus: sendState.running };
  await writeAudit(contextOf(seed), [{ ...named, ...led }]);
  const send = { id, coupon_id: rows[0]?.coupon_id ?? 0, qty_per_user: 1 };
  // Frozen as it went out, and live again since: those are the ones to send again.
  const frozen = sql`select user_id from coupon_send_line where send_id = ${id} order by id limit 3`;
  if (refusing) await sql`update member_user set status = 2 where id in (${frozen})`.execute(tx);
  while (await sendPiece(tx, send, now));
  if (refusing) await sql`update member_user set status = 1 where id in (${frozen})`.execute(tx);
  const registry = new Registry();
  serveCoupons({ registry, numbers: seed.numbers, policies: stockPolicies(seed.numbers, registry.events) });
  await runTransition(registry, contextOf(seed), { definition: couponSend, name: 'finish', id });
}
