import { sql } from 'kysely';
import { differenceOrder } from '#contract/areas/purchasing/difference-order.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { dealType, diffType, supplierDuty } from '#contract/areas/purchasing/inbound-enums.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { verdict } from '#contract/kit/transition.ts';
import { type BuyingOffice, daysAfter } from './buying-office.ts';
import type { SeedStep } from './context.ts';
import { type CountedGoods, countedWith, goodsIn, type Oddity, unorderedGoods } from './inbound-goods.ts';

/** How far a batch comes, what is odd about what came, and how far that is dealt with. */
interface BatchPlan {
  readonly until: 'to_count' | 'counting' | 'waiting' | 'rejected' | 'cancelled' | 'posted' | 'reversed';
  readonly odd?: Oddity;
  readonly dealt?: 'to_deal' | 'waiting' | 'rejected';
}

/** An appointment whose goods are at the dock. */
interface AtDock {
  readonly arrival: number;
  readonly day: string;
  /** Its place among the appointments that come in whole, or among the others. */
  readonly place: number;
}

type Office = BuyingOffice & { readonly step: SeedStep };

const posted: BatchPlan = { until: 'posted' };

/** What is odd about appointments that come in whole, by their place: only those of orders of which nothing more is to come. */
const odd: Readonly<Record<number, BatchPlan>> = {
  3: { until: 'posted', odd: 'short' },
  4: { until: 'posted', odd: 'damaged' },
  5: { until: 'posted', odd: 'over' },
  7: { until: 'posted', odd: 'short' },
  9: { until: 'posted', odd: 'wrong' },
  11: { until: 'posted', odd: 'damaged' },
  13: { until: 'reversed' },
  26: { until: 'posted', odd: 'late' },
  28: { until: 'posted', odd: 'damaged' },
};

const receiving: readonly (readonly BatchPlan[])[] = [
  [posted, { until: 'to_count' }],
  [{ until: 'counting' }, { until: 'cancelled' }],
  [{ until: 'waiting' }, { until: 'rejected', odd: 'short' }],
  [
    { until: 'waiting', odd: 'short', dealt: 'to_deal' },
    { until: 'waiting', odd: 'damaged', dealt: 'waiting' },
    { until: 'waiting', odd: 'over', dealt: 'rejected' },
  ],
];

/** Receives an appointment whole, in three batches or four, which finishes it. */
export async function receiveWhole(office: Office, dock: AtDock): Promise<void> {
  await receiveIn(office, dock, [odd[dock.place] ?? posted, posted, posted, ...(dock.place % 8 === 1 ? [posted] : [])]);
}

/** Begins to receive an appointment: its batches stand in all the states before they are posted, and beside them. */
export async function receiveSome(office: Office, dock: AtDock): Promise<void> {
  await receiveIn(office, dock, receiving[dock.place % receiving.length] ?? []);
}

async function receiveIn(office: Office, dock: AtDock, plans: readonly BatchPlan[]): Promise<void> {
  const { rows } = await sql<{ sku_id: number }>`
    select sku_id from arrival_order_line where arrival_order_id = ${dock.arrival} order by id`.execute(office.step.tx);
  for (const [place, plan] of plans.entries()) {
    const skus = rows.filter((_, at) => at % plans.length === place).map(({ sku_id }) => sku_id);
    if (skus.length > 0) await receiveBatch(office, { ...dock, skus, plan });
  }
}

interface OneBatch extends AtDock {
  readonly skus: readonly number[];
  readonly plan: BatchPlan;
}

/** Makes one batch the day after the goods came, counted by the storekeeper and judged by the head of the warehouse. */
async function receiveBatch(office: Office, one: OneBatch): Promise<void> {
  const { make, whs, whsMgr, finMgr, step } = office;
  const { until, odd: what, dealt } = one.plan;
  const day = daysAfter(one.day, 1);
  const take = (name: string, by: typeof whs, hour: number, input: object = {}) =>
    make(transitionCall(inWareBatch, name), by, [day, hour], { id, ...input });
  const { id } = await make(callsOf(inWareBatch).add, whs, [day, 8], {
    arrival_id: one.arrival,
    lines: one.skus.map((sku_id) => ({ sku_id })),
  } as never);
  if (until === 'to_count') return;
  if (until === 'cancelled') {
    await take('cancel', whsMgr, 9, { reason: '货品串箱，重新分拣后再入库' });
    return;
  }
  if (what === 'wrong') await addUnordered(office, { id, day });
  const goods = await goodsIn(step.tx, id);
  const counted = until === 'counting' ? goods.slice(0, Math.ceil(goods.length / 2)) : goods;
  await take('count', whs, 9, { lines: counted.flatMap((each, place) => countOf(each, { what, place, day })) });
  if (until === 'counting') return;
  await take('submit', whs, 10);
  if (until === 'rejected') {
    await take('audit', whsMgr, 11, { result: verdict.reject, remark: '少货较多，请复点后再提交' });
    return;
  }
  if (what) await settle(office, { id, day, what, until: dealt });
  if (until === 'waiting') return;
  await take('audit', whsMgr, 16, { result: verdict.pass });
  if (until !== 'reversed') return;
  await take('reverse', finMgr, 18, { reason: '送货单与实物批号不符，退回月台重新清点' });
  await receiveBatch(office, { ...one, plan: posted, day });
}

const countOf = (goods: CountedGoods, { what, place, day }: { what: Oddity | undefined; place: number; day: string }) =>
  countedWith(goods, { odd: goods.plan_qty === 0 || place === 0 ? what : undefined, day });

async function addUnordered({ make, whs, step }: Office, { id, day }: { id: number; day: string }): Promise<void> {
  const { version, sku_id } = await unorderedGoods(step.tx, id);
  const line_changes = { put: [{ sku_id }], remove: [] };
  await make(callsOf(inWareBatch).edit, whs, [day, 8], { id, version, line_changes });
}

interface Settling {
  readonly id: number;
  readonly day: string;
  readonly what: Oddity;
  readonly until: BatchPlan['dealt'];
}

/** What is decided where nothing else is said: what is there is there, what nobody ordered goes back. */
const usual: Readonly<Record<number, number>> = {
  [diffType.short]: dealType.asCounted,
  [diffType.over]: dealType.giveBack,
  [diffType.wrong]: dealType.giveBack,
  [diffType.quality]: dealType.asCounted,
};

async function settle({ make, buyer, buyMgr, step }: Office, { id: batch, day, what, until }: Settling): Promise<void> {
  const { rows } = await sql<{ id: number; line_id: number; diff_type: number }>`
    select o.id, l.id as line_id, l.diff_type from difference_order o join difference_order_line l on l.difference_order_id = o.id
    where o.batch_id = ${batch} and o.status <> -1 order by l.id`.execute(step.tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error(`the demo batch ${batch} differs in nothing`);
  if (until === 'to_deal') return;
  await make(transitionCall(differenceOrder, 'deal'), buyer, [day, 11], {
    id,
    duty: supplierDuty,
    lines: rows.map(({ line_id, diff_type }) => ({
      line_id,
      deal_type: what === 'late' ? dealType.resupply : usual[diff_type],
    })),
  });
  if (until === 'waiting') return;
  const judged =
    until === 'rejected'
      ? { result: verdict.reject, remark: '请先与供应商确认多出部分的归属' }
      : { result: verdict.pass, ...(what === 'damaged' ? { make_fine: true, fine_amount: 5000 } : {}) };
  await make(transitionCall(differenceOrder, 'audit'), buyMgr, [day, 14], { id, ...judged });
}
