import { type Kysely, sql } from 'kysely';
import type { SlotLoad } from '#contract/areas/purchasing/arrival-calls.ts';
import { slotStates } from '#contract/areas/purchasing/arrival-order.ts';
import { type Slot, slotEnd, slotsOn } from '#contract/areas/purchasing/arrival-slots.ts';
import { arrivalState } from '#contract/areas/purchasing/purchase-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { readSetting } from '#server/kit/read-setting.ts';

/** A slot at the dock of a warehouse that an appointment wants, and how many pieces it brings. */
interface Wanted {
  readonly id: number;
  readonly warehouse_id: number;
  readonly appoint_date: string;
  readonly appoint_slot: string;
  readonly plan_qty: number;
}

interface Docked {
  readonly warehouse_no: string;
  readonly name: string;
  readonly slot_capacity_qty: number | null;
}

/** The slots of a warehouse on each of these days. Refuses nothing: a warehouse that is not there has none. */
export async function slotsOf(
  db: Kysely<unknown>,
  warehouseId: number,
  days: readonly string[],
): Promise<Map<string, Slot[]>> {
  const entries = await readSetting(db, 'arrival_slots');
  const { rows } = await sql<Docked>`
    select warehouse_no, name, slot_capacity_qty from warehouse where id = ${warehouseId}`.execute(db);
  const [place] = rows;
  return new Map(days.map((day) => [day, place ? slotsOn(entries, place, day) : []]));
}

/** What stands in the slots of a warehouse from a day to another: pieces of passed appointments, and of those that wait to be. */
export async function loadsOf(
  db: Kysely<unknown>,
  { warehouse_id, from, to }: { warehouse_id: number; from: string; to: string },
): Promise<SlotLoad[]> {
  const { rows } = await sql<SlotLoad>`
    select appoint_date as date, appoint_slot as slot, null::bigint as capacity_qty,
      coalesce(sum(plan_qty) filter (where status = any(${[...slotStates]}::int[])), 0)::bigint as booked_qty,
      coalesce(sum(plan_qty) filter (where status = any(${asking}::int[])), 0)::bigint as asked_qty
    from arrival_order where warehouse_id = ${warehouse_id} and appoint_date between ${from}::date and ${to}::date
      and status = any(${[...slotStates, ...asking]}::int[])
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

const asking = [arrivalState.draft, arrivalState.waiting, arrivalState.rejected];

/**
 * Refuses an appointment whose slot is none of its warehouse's, is over, or has no room left for it. `hold`: the dock is held until the
 * transaction is over, so that of two that are passed at once only one gets the last room.
 */
export async function refuseFullSlot(
  db: Kysely<unknown>,
  wanted: Wanted,
  { now, hold = false }: { now: Date; hold?: boolean },
): Promise<void> {
  const { warehouse_id, appoint_date: day, appoint_slot: slot } = wanted;
  if (hold) await sql`select 1 from warehouse where id = ${warehouse_id} for no key update`.execute(db);
  const slots = (await slotsOf(db, warehouse_id, [day])).get(day) ?? [];
  const found = slots.find((one) => one.slot === slot);
  if (!found) {
    const offered = slots.length > 0 ? `，可选 ${slots.map((one) => one.slot).join('、')}` : '，当天不收货';
    throw new Refusal('invalid', `${day} 没有时段 ${slot}${offered}`, 'appoint_slot');
  }
  if (slotEnd(day, slot).getTime() <= now.getTime())
    throw new Refusal('invalid', '预约时段已过，请改约', 'appoint_slot');
  if (found.capacity_qty === null) return;
  const { rows } = await sql<{ booked: number }>`
    select coalesce(sum(plan_qty), 0)::bigint as booked from arrival_order
    where warehouse_id = ${warehouse_id} and appoint_date = ${day}::date and appoint_slot = ${slot} and id <> ${wanted.id}
      and status = any(${[...slotStates]}::int[])`.execute(db);
  const left = found.capacity_qty - (rows[0]?.booked ?? 0);
  if (wanted.plan_qty > left)
    throw new Refusal(
      'invalid',
      `${day} ${slot} 只剩 ${grouped(Math.max(left, 0))} 件收货容量，此单 ${grouped(wanted.plan_qty)} 件，请改约或拆单`,
      'appoint_slot',
    );
}
