import { sql } from 'kysely';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import type { BoardArrival, BoardSlot, SlotLoad } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { arrivalState } from '#contract/areas/purchasing/purchase-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { reference } from '#contract/kit/kinds/reference.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import { loadsOf, slotsOf } from './dock.ts';

const day = 86_400_000;
/** Days that a calendar shows at once. */
const mostDays = 62;

/** The slots of a warehouse from a day to another with what they take and have taken. A warehouse that the caller does not see is none. */
export async function readCalendar(
  context: ReadContext,
  { warehouse_id, date_from, date_to }: { warehouse_id: number; date_from: string; date_to: string },
): Promise<{ list: SlotLoad[] }> {
  await refuseHidden(context, warehouse_id);
  const count = (Date.parse(date_to) - Date.parse(date_from)) / day + 1;
  if (count < 1 || count > mostDays)
    throw new Refusal('invalid', `结束日期应在开始日期之后 ${mostDays} 天内`, 'date_to');
  const days = Array.from({ length: count }, (_, place) =>
    new Date(Date.parse(date_from) + place * day).toISOString().slice(0, 10),
  );
  return { list: await slotsWithLoads(context, { warehouse_id, days }) };
}

/** The dock of a warehouse on a day: its slots, and in each the appointments that the caller sees. */
export async function readBoard(
  context: ReadContext,
  { warehouse_id, date }: { warehouse_id: number; date: string },
): Promise<{ slots: BoardSlot[] }> {
  const { db, actor } = context;
  await refuseHidden(context, warehouse_id);
  const slots = await slotsWithLoads(context, { warehouse_id, days: [date] });
  const { rows } = await sql<BoardArrival & { slot: string }>`
    select r.id, r.arrival_no, r.appoint_slot as slot, case when ${isVisible(supplier, actor, 's')} then s.name end as supplier_name, r.status,
      r.plan_qty, r.in_qty, r.carton_qty, r.truck_no, r.arrive_time, r.is_late
    from arrival_order r join supplier s on s.id = r.supplier_id
    where r.warehouse_id = ${warehouse_id} and r.appoint_date = ${date}::date and r.status <> ${arrivalState.cancelled} and ${isVisible(arrivalOrder, actor, 'r')}
    order by r.appoint_slot, r.id`.execute(db);
  return {
    slots: slots.map((slot) => ({
      ...slot,
      arrivals: rows.filter((row) => row.slot === slot.slot).map(({ slot: _slot, ...row }) => row),
    })),
  };
}

/** Slots of the setting with their loads, and loads in slots that the setting does not know any more. */
async function slotsWithLoads(
  { db }: ReadContext,
  { warehouse_id, days }: { warehouse_id: number; days: readonly string[] },
): Promise<SlotLoad[]> {
  const [from = '', to = from] = [days[0], days.at(-1)];
  const known = await slotsOf(db, warehouse_id, days);
  const loads = new Map(
    (await loadsOf(db, { warehouse_id, from, to })).map((load) => [`${load.date} ${load.slot}`, load]),
  );
  const shown = [...known].flatMap(([date, slots]) =>
    slots.map(({ slot, capacity_qty }) => {
      const { booked_qty = 0, asked_qty = 0 } = loads.get(`${date} ${slot}`) ?? {};
      loads.delete(`${date} ${slot}`);
      return { date, slot, capacity_qty, booked_qty, asked_qty };
    }),
  );
  return [...shown, ...loads.values()].sort((one, other) =>
    `${one.date} ${one.slot}` < `${other.date} ${other.slot}` ? -1 : 1,
  );
}

const place = { warehouse_id: reference(() => warehouse, '到货仓库', { required: true }) };

async function refuseHidden({ db, actor }: ReadContext, warehouseId: number): Promise<void> {
  await checkReferences(db, actor, { fields: place, records: [{ warehouse_id: warehouseId }] });
}
