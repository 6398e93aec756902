import { sql } from 'kysely';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { moveOrders } from './order/moving.ts';
import { changeLines, holdOrders } from './order/quantities.ts';

// What receiving does to orders and appointments, for the documents that receive (domain.md §4.7, amendments C). All of it runs in the
// transaction of the batch or difference that causes it; documents are held in the order batch, appointments by id, orders by id.

type AppKit = Pick<Kit, 'registry'>;

/**
 * Pieces of a line of an order, by the line of the appointment that brought them, or by none. `qty` is more than nothing; the same
 * lines may be named several times (by grade). `path` is the field of whoever asks, for a refusal.
 */
export interface Receipt {
  readonly purchase_line_id: number;
  readonly arrival_line_id: number | null;
  readonly qty: number;
  readonly path?: string;
}

/**
 * What comes in: received rises, what the appointment had booked falls by it, and the orders go on to partly arrived or finished. Refuses
 * what is more than the order lets in, tolerance included; what other appointments have booked stays theirs.
 */
export async function receive(house: AppKit, context: WriteContext, receipts: readonly Receipt[]): Promise<void> {
  await apply(house, context, receipts, ({ qty, booked_qty }) => {
    return { received: qty, booked: -Math.min(qty, booked_qty), closed: 0 };
  });
}

/**
 * What turns out not to have come in (a posted batch is voided): the opposite. What the appointment had planned of it is booked for it
 * again, since its goods are there and are counted anew; orders that are not closed go back to where they stood.
 */
export async function takeBackReceipt(
  house: AppKit,
  context: WriteContext,
  receipts: readonly Receipt[],
): Promise<void> {
  await apply(house, context, receipts, ({ arrival_line_id, qty, path, plan_qty, in_qty, booked_qty }) => {
    if (arrival_line_id !== null && qty > in_qty)
      throw new Refusal('illegalTransition', `预约单只收了 ${in_qty} 件，不能冲回 ${qty} 件`, path);
    const left = plan_qty - (in_qty - qty) - booked_qty;
    const again = arrival_line_id === null ? 0 : Math.max(0, Math.min(qty, left));
    return { received: -qty, booked: again, closed: 0 };
  });
}

/**
 * Closes pieces that will not come (a difference is settled as counted): what their appointment had booked of them is free, and an
 * order of which nothing is left to come is finished.
 */
export async function closeShort(house: AppKit, context: WriteContext, shortages: readonly Receipt[]): Promise<void> {
  await apply(house, context, shortages, ({ qty, booked_qty }) => {
    return { received: 0, booked: -Math.min(qty, booked_qty), closed: qty };
  });
}

/**
 * What was closed as short may come after all (a posted batch is voided): the opposite of `closeShort`. Orders that were finished by it
 * go back, and what the appointment had planned of it is booked for it again. Asked of orders that are not closed as a whole.
 */
export async function openShort(house: AppKit, context: WriteContext, shortages: readonly Receipt[]): Promise<void> {
  await apply(house, context, shortages, ({ qty }) => ({ received: 0, booked: 0, closed: -qty }));
  // Only open orders are booked, which they are again by now.
  await apply(house, context, shortages, ({ qty, plan_qty, in_qty, booked_qty }) => {
    return { received: 0, booked: Math.max(0, Math.min(qty, plan_qty - in_qty - booked_qty)), closed: 0 };
  });
}

/** The first batch of an appointment is made: it is being received (4→5). */
export async function beginReceiving({ registry }: AppKit, context: WriteContext, arrivalId: number): Promise<void> {
  await runTransition(registry, context, { definition: arrivalOrder, name: 'receive', id: arrivalId });
}

/** All batches of an appointment are posted or voided (5→6): what did not come is free for another appointment. */
export async function finishArrival({ registry }: AppKit, context: WriteContext, arrivalId: number): Promise<void> {
  await runTransition(registry, context, { definition: arrivalOrder, name: 'finish', id: arrivalId });
}

/** A posted batch of a finished appointment is voided (6→5); before what it brought is taken back. */
export async function reopenArrival({ registry }: AppKit, context: WriteContext, arrivalId: number): Promise<void> {
  await runTransition(registry, context, { definition: arrivalOrder, name: 'takeBack', id: arrivalId });
}

/** What is asked of one line of an order by one line of an appointment, with what the latter says; it is held. */
interface Held {
  readonly purchase_line_id: number;
  readonly arrival_line_id: number | null;
  readonly qty: number;
  readonly path: string | undefined;
  readonly plan_qty: number;
  readonly booked_qty: number;
  readonly in_qty: number;
}

interface Change {
  readonly received: number;
  readonly booked: number;
  readonly closed: number;
}

async function apply(
  house: AppKit,
  context: WriteContext,
  receipts: readonly Receipt[],
  changeOf: (held: Held) => Change,
): Promise<void> {
  if (receipts.length === 0) return;
  const { db } = context;
  const lineIds = receipts.map(({ purchase_line_id }) => purchase_line_id);
  const held = await holdLines(db, receipts);
  await holdOrders(db, lineIds);
  const changes = held.map((one) => ({ ...one, ...changeOf(one) }));
  await changeLines(
    db,
    changes.map(({ purchase_line_id, received, booked, closed, path }) => ({
      purchase_line_id,
      received,
      booked,
      closed,
      ...(path === undefined ? {} : { path }),
    })),
  );
  await writeArrivalLines(db, changes);
  await moveOrders(house, context, { lineIds });
}

/** Holds the appointments, by id, and answers what their lines say: once for each pair of lines, however often it was named. */
async function holdLines(db: Tx, receipts: readonly Receipt[]): Promise<Held[]> {
  const ids = [...new Set(receipts.flatMap(({ arrival_line_id }) => arrival_line_id ?? []))];
  await sql`
    select 1 from arrival_order where id in (select arrival_order_id from arrival_order_line where id = any(${ids}::bigint[]))
    order by id for no key update`.execute(db);
  const { rows } = await sql<{
    id: number;
    purchase_line_id: number;
    plan_qty: number;
    booked_qty: number;
    in_qty: number;
  }>`select id, purchase_line_id, plan_qty, booked_qty, in_qty from arrival_order_line where id = any(${ids}::bigint[])`.execute(
    db,
  );
  const lines = new Map(rows.map((row) => [row.id, row]));
  const pairs = new Map<string, Held>();
  for (const { purchase_line_id, arrival_line_id, qty, path } of receipts) {
    if (!Number.isSafeInteger(qty) || qty < 1) throw new Refusal('invalid', '数量应大于 0', path);
    const line = arrival_line_id === null ? nothing : lines.get(arrival_line_id);
    if (!line || (arrival_line_id !== null && line.purchase_line_id !== purchase_line_id))
      throw new Refusal('notFound', '预约明细不存在或不属于此采购明细', path);
    const key = `${purchase_line_id} ${arrival_line_id}`;
    const known = pairs.get(key);
    const { plan_qty, booked_qty, in_qty } = line;
    pairs.set(
      key,
      known
        ? { ...known, qty: known.qty + qty }
        : { purchase_line_id, arrival_line_id, qty, path, plan_qty, booked_qty, in_qty },
    );
  }
  return [...pairs.values()];
}

const nothing = { purchase_line_id: 0, plan_qty: 0, booked_qty: 0, in_qty: 0 };

async function writeArrivalLines(db: Tx, changes: readonly (Held & Change)[]): Promise<void> {
  const own = changes.filter(({ arrival_line_id }) => arrival_line_id !== null);
  if (own.length === 0) return;
  const ids = own.map(({ arrival_line_id }) => arrival_line_id);
  await sql`
    update arrival_order_line v set in_qty = v.in_qty + e.received, booked_qty = v.booked_qty + e.booked
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as e (arrival_line_id bigint, received bigint, booked bigint) where v.id = e.arrival_line_id`.execute(
    db,
  );
  await sql`
    update arrival_order a set in_qty = (select coalesce(sum(in_qty), 0) from arrival_order_line where arrival_order_id = a.id)
    where id in (select arrival_order_id from arrival_order_line where id = any(${ids}::bigint[]))`.execute(db);
}
