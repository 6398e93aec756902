import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { callsOf, transitionCall } from '#contract/kit/calls.ts';
import { type BuyingOffice, daysAfter, todayOf } from './buying-office.ts';
import type { Chance } from './chance.ts';
import { codeArrival } from './coded-arrivals.ts';
import type { SeedStep } from './context.ts';
import { receiveSome, receiveWhole } from './inbound.ts';

/** An order whose goods are on their way: when it was made, how far it shall come, and its lines, in fours. */
export interface Coming {
  readonly purchase_id: number;
  readonly supplier_id: number;
  readonly warehouse_id: number;
  readonly day: string;
  readonly until: string;
  readonly lines: readonly { readonly id: number; readonly qty: number }[];
}

/** How far an appointment has come. */
type Until =
  | 'draft'
  | 'waiting'
  | 'rejected'
  | 'to_arrive'
  | 'arrived'
  | 'receiving'
  | 'finished'
  | 'missed'
  | 'cancelled';

interface Office extends BuyingOffice {
  readonly step: SeedStep;
  readonly chance: Chance;
}

/** Appointments that bring goods with codes, by their place. */
const codedOnes: Record<'receiving' | 'finished', Readonly<Record<number, 'appointment' | 'order'>>> = {
  receiving: { 32: 'appointment', 31: 'appointment', 33: 'appointment', 34: 'appointment' },
  finished: { 20: 'order', 21: 'appointment', 24: 'appointment' },
};

/** Fifty appointments besides those that have brought something: each takes a quarter of an order. */
const others: readonly (readonly [Until, number])[] = [
  ['to_arrive', 12],
  ['waiting', 8],
  ['draft', 6],
  ['arrived', 5],
  ['receiving', 4],
  ['missed', 5],
  ['cancelled', 6],
  ['rejected', 4],
];

const slots = ['09:00-11:00', '13:00-15:00', '15:00-17:00'] as const;

/** Eighty appointments in every state: thirty that have brought what was planned, fifty others (domain.md §13.7). */
export async function seedArrivals(office: Office, coming: readonly Coming[]): Promise<void> {
  const of = (until: string) => coming.filter((one) => one.until === until);
  const whole = [
    // Two of them came in halves.
    ...of('finished').flatMap((one, place) =>
      (place < 2 ? [2, 2] : [4]).map((quarters, part) => ({ one, quarters, day: daysAfter(one.day, 8 + part * 2) })),
    ),
    ...of('partly').map((one) => ({ one, quarters: 2, day: daysAfter(one.day, 8) })),
    ...of('closed').map((one) => ({ one, quarters: 3, day: daysAfter(one.day, 8) })),
  ];
  for (const [place, { one, quarters, day }] of whole.entries()) {
    await appoint(office, one, { until: 'finished', quarters, day, place });
    if (one.until !== 'closed') continue;
    await office.make(transitionCall(purchaseOrder, 'close'), office.buyer, [daysAfter(one.day, 12), 10], {
      id: one.purchase_id,
      reason: '供应商确认余量不再补发',
    });
  }
  // Those with least left come last, for the first ones are taken once more.
  const open = [...of('to_arrive'), ...of('partly')];
  const today = todayOf(office.step);
  const untils = others.flatMap(([until, count]) => Array.from({ length: count }, () => until));
  for (const [place, until] of untils.entries()) {
    const one = open[place % open.length];
    if (one) await appoint(office, one, { until, quarters: 1, day: dayOf(until, { place, one, today }), place });
  }
}

/** What is over was some days ago, at the earliest after its order; what is to come is in the days ahead. */
function dayOf(until: Until, { place, one, today }: { place: number; one: Coming; today: string }): string {
  if (until === 'arrived' || until === 'receiving') return daysAfter(today, -1);
  if (until !== 'missed') return daysAfter(today, 1 + (place % 9));
  const earliest = daysAfter(one.day, 3);
  const wanted = daysAfter(today, -(2 + (place % 5)));
  return wanted > earliest ? wanted : earliest;
}

interface Appointment {
  readonly until: Until;
  /** How many quarters of each line it brings. */
  readonly quarters: number;
  readonly day: string;
  /** Its place among those that come in whole, or among the others. */
  readonly place: number;
}

async function appoint(office: Office, one: Coming, { until, quarters, day, place }: Appointment): Promise<void> {
  const { make, buyer, whs, whsMgr, chance } = office;
  const slot = chance.one(slots);
  const announced = daysAfter(day, -2);
  // Nothing is announced before it is ordered.
  const since = announced > one.day ? announced : one.day;
  const by = chance.often(0.5) ? buyer : whs;
  const { id } = await make(callsOf(arrivalOrder).add, by, [since, 17], {
    supplier_id: one.supplier_id,
    warehouse_id: one.warehouse_id,
    appoint_date: day,
    appoint_slot: slot,
    truck_no: `浙F${String(chance.between(10_000, 99_999))}`,
    carton_qty: chance.between(4, 40),
    lines: one.lines.map(({ id: purchase_line_id, qty }) => ({ purchase_line_id, plan_qty: (qty / 4) * quarters })),
  } as never);
  const take = (name: string, actor: typeof by, when: readonly [string, number], input: object = {}) =>
    make(transitionCall(arrivalOrder, name), actor, when, { id, ...input });
  if (until === 'draft') return;
  await take('submit', by, [since, 18]);
  if (until === 'waiting') return;
  if (until === 'rejected') {
    await take('audit', whsMgr, [since, 19], { result: 2, remark: '当天盘点，请改约次日' });
    return;
  }
  await take('audit', whsMgr, [since, 19], { result: 1 });
  if (until === 'cancelled') await take('cancel', buyer, [since, 20], { reason: '供应商车辆故障，另行预约' });
  if (until === 'missed')
    await take('noShow', whs, [day, 19], { reason: '电话确认当日未发车', make_fine: chance.often(0.5) });
  if (until === 'to_arrive' || until === 'cancelled' || until === 'missed') return;
  const coded = until === 'receiving' || until === 'finished' ? codedOnes[until][place] : undefined;
  if (coded) await codeArrival(office, { arrival: id, purchase: one.purchase_id, day, of: coded });
  // One of eight is late.
  const hour = Number(slot.slice(0, 2)) + (chance.often(1 / 8) ? 4 : 1);
  await take('arrive', whs, [day, hour + 1], { arrive_time: `${day}T${String(hour).padStart(2, '0')}:10:00+08:00` });
  if (until === 'arrived') return;
  if (until === 'receiving') await receiveSome(office, { arrival: id, day, place });
  else await receiveWhole(office, { arrival: id, day, place });
}
