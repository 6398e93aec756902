import { sql } from 'kysely';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { slotEnd } from '#contract/areas/purchasing/arrival-slots.ts';
import { fineFor, orderState } from '#contract/areas/purchasing/purchase-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Events } from '#server/kit/events.ts';
import { refuseBackDated } from '#server/kit/refuse-dates.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { refuseIdle } from '../order/order-lines.ts';
import { bookLines, namedLines, refuseUnbooked, releaseBooking } from './booking.ts';
import { refuseFullSlot } from './dock.ts';
import { proposeFine } from './fines.ts';

/** Appointments to bring goods: what is special about them (domain.md §4.6, amendments C, G4). */
export function serveArrivalOrder(kit: Kit): void {
  serveDocument(kit, arrivalOrder, arrivalOrderHooks(kit.registry));
}

export const arrivalOrderHooks = (house: { readonly events: Events }): DocumentHooks<typeof arrivalOrder> => ({
  async derive({ db }, values, before) {
    await refuseIdle(db, values, ['supplier_id', 'warehouse_id']);
    await releaseBooking(db, before?.id, namedLines(values));
    return {};
  },
  async after(context, id, values) {
    const appointment = { ...values, id } as Appointment;
    const plan_qty = await bookLines(context.db, id, appointment);
    await refuseSlot(context, { ...appointment, plan_qty });
  },
  transitions: {
    submit: {
      async guard({ context, document }) {
        await refuseUnbooked(context.db, document.id);
        await refuseSlot(context, document);
      },
    },
    audit: { guard: guardAudit },
    arrive: { guard: guardArrive, effect: (step) => arrive(house, step) },
    noShow: { guard: guardMissed, effect: (step) => miss(house, step) },
    finish: { effect: finish },
    cancel: { effect: free },
  },
});

export type Appointment = LockedDocument<typeof arrivalOrder> & {
  supplier_id: number;
  warehouse_id: number;
  appoint_date: string;
  appoint_slot: string;
  plan_qty: number;
};

const refuseSlot = async ({ db, now }: WriteContext, wanted: Appointment, hold = false): Promise<void> =>
  await refuseFullSlot(db, wanted, { now, hold });

async function guardAudit({ context, document, rejects }: Step<typeof arrivalOrder>): Promise<void> {
  if (rejects) return;
  await refuseUnbooked(context.db, document.id);
  await refuseSlot(context, document, true);
}

const slotEndOf = ({ appoint_date, appoint_slot }: LockedDocument<typeof arrivalOrder>): Date =>
  slotEnd(String(appoint_date), String(appoint_slot));

/** Milliseconds that the clock at the gate may be ahead of ours. */
const ahead = 5 * 60_000;

async function guardArrive({ context, document }: Step<typeof arrivalOrder>): Promise<void> {
  await refuseBackDated(context, arrivalOrder, { typed: String(document.arrive_time), field: 'arrive_time', ahead });
}

/** Who comes after the end of the slot is late: a fine is proposed, as a draft. */
async function arrive(house: { readonly events: Events }, step: Step<typeof arrivalOrder>): Promise<Values> {
  const { document, input } = step;
  const end = slotEndOf(document);
  const late = Date.parse(String(document.arrive_time)) > end.getTime();
  if (late)
    await proposeFine(house, step, {
      fine_type: fineFor.late,
      reason: `预约 ${printTime(end.toISOString())} 前到货，实际 ${printTime(String(document.arrive_time))} 到货`,
      submitted: false,
    });
  // What was not told at the gate stays as it was announced.
  const told = Object.entries({ carton_qty: input.carton_qty, truck_no: input.truck_no });
  return { is_late: late, ...Object.fromEntries(told.filter(([, value]) => (value ?? null) !== null)) };
}

async function guardMissed({ context, document }: Step<typeof arrivalOrder>): Promise<void> {
  const end = slotEndOf(document);
  if (context.now.getTime() < end.getTime())
    throw new Refusal('illegalTransition', `预约时段 ${printTime(end.toISOString())} 才结束，还不能登记未到货`);
}

/** Who did not come gives back what was held for them; the fine that somebody asks for waits to be audited. */
async function miss(house: { readonly events: Events }, step: Step<typeof arrivalOrder>): Promise<Values> {
  if (step.input.make_fine === true)
    await proposeFine(house, step, {
      fine_type: fineFor.missed,
      reason: `未按预约到货：${String(step.input.reason)}`,
      submitted: true,
    });
  return await free(step);
}

/** What did not come of an order that was closed meanwhile is closed with it: nobody waits for it any more. */
async function finish(step: Step<typeof arrivalOrder>): Promise<Values> {
  await free(step);
  await sql`
    update purchase_order_line l set closed_qty = greatest(l.qty - l.in_qty, 0) from purchase_order o, arrival_order_line v
    where v.arrival_order_id = ${step.document.id} and l.id = v.purchase_line_id and o.id = l.purchase_order_id and o.status = ${orderState.closed}`.execute(
    step.context.db,
  );
  return {};
}

/** What was booked and did not come in is free for others; the slot is free by the state alone. */
async function free({ context, document }: Step<typeof arrivalOrder>): Promise<Values> {
  await releaseBooking(context.db, document.id);
  return {};
}
