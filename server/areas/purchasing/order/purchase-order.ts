import { sql } from 'kysely';
import { arrivalState } from '#contract/areas/purchasing/purchase-enums.ts';
import { purchaseApproved, purchaseCancelled, purchaseCancelling } from '#contract/areas/purchasing/purchase-events.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { readSetting } from '#server/kit/read-setting.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { holdContract } from '#server/terms/contract-terms.ts';
import { refuseOverLimit } from './amount-limit.ts';
import { fillOrder, refuseIdle, sumOrders } from './order-lines.ts';

/** Purchase orders: what is special about them (domain.md §4.5, amendments G5). */
export function servePurchaseOrder(kit: Kit): void {
  serveDocument(kit, purchaseOrder, purchaseOrderHooks(kit));
}

const purchaseOrderHooks = ({ registry: { events } }: Pick<Kit, 'registry'>): DocumentHooks<typeof purchaseOrder> => ({
  derive: deriveOrder,
  after: async (context, id, values) => void (await fillOrder(context, id, values)),
  transitions: {
    submit: { guard: guardSubmit },
    audit: { guard: guardAudit, effect: (step) => approve({ events }, step) },
    close: { guard: refuseArriving, effect: closeRest },
    reopen: { guard: guardReopen, effect: openRest },
    cancel: {
      guard: (step) => guardCancel({ events }, step),
      async effect({ context, document }) {
        await events.emit(context, purchaseCancelled, namedOf(document));
        return {};
      },
    },
  },
});

type Ordered = LockedDocument<typeof purchaseOrder> & { supplier_id: number; contract_id: number; co_model: number };

const namedOf = ({ id, purchase_no }: LockedDocument<typeof purchaseOrder>) => ({
  purchase_id: id,
  purchase_no: String(purchase_no),
});

/** Who is switched off gets no new orders; the department is that of the purchaser unless somebody names another. */
async function deriveOrder(context: WriteContext, values: Values): Promise<Values> {
  await refuseIdle(context.db, values, ['supplier_id', 'purchaser_id', 'warehouse_id']);
  if (values.department_id) return {};
  const { rows } = await sql<{ department_id: number }>`
    select department_id from purchaser where id = ${values.purchaser_id}`.execute(context.db);
  return { department_id: rows[0]?.department_id ?? null };
}

/** The prices that are judged are those of the day on which it is submitted: a draft may be older than a price. */
async function guardSubmit({ context, document }: Step<typeof purchaseOrder>): Promise<void> {
  const { db, now } = context;
  if (String(document.expect_date) < businessDay(now))
    throw new Refusal('invalid', '预计到货日已过，请修改后再提交', 'expect_date');
  await refuseIdle(db, document, ['supplier_id', 'purchaser_id', 'warehouse_id']);
  await sql`select 1 from contract where id = ${document.contract_id} for no key update`.execute(db);
  await fillOrder(context, document.id, document);
  const { rows } = await sql<{ total_amount: number }>`
    select total_amount from purchase_order where id = ${document.id}`.execute(db);
  await refuseOverLimit(context, {
    order_id: document.id,
    contract_id: Number(document.contract_id),
    amount: rows[0]?.total_amount ?? 0,
  });
}

async function guardAudit({ context, document, rejects, lines }: Step<typeof purchaseOrder>): Promise<void> {
  if (rejects) return;
  await refuseIdle(context.db, document, ['supplier_id', 'warehouse_id']);
  const skuIds = (await lines()).map(({ sku_id }) => sku_id);
  await holdContract(context.db, { ...(document as Ordered), sku_ids: skuIds });
}

/** How far over an order may be booked is settled as it is passed: what the installation changes later does not change it. */
async function approve({ events }: Pick<Kit['registry'], 'events'>, step: Step<typeof purchaseOrder>): Promise<Values> {
  const { context, document, rejects, lines } = step;
  if (rejects) return {};
  await events.emit(context, purchaseApproved, {
    ...namedOf(document),
    supplier_id: Number(document.supplier_id),
    lines: (await lines()).map(({ sku_id, qty }) => ({ sku_id: sku_id, qty: qty })),
  });
  return { over_book_bp: await readSetting(context.db, 'over_book_bp') };
}

/** Appointments of an order in these states are on their way or at the dock. */
const coming = [arrivalState.waiting, arrivalState.toArrive, arrivalState.arrived, arrivalState.receiving];

async function refuseArriving({ context, document }: Step<typeof purchaseOrder>): Promise<void> {
  const { rows } = await sql<{ arrival_no: string }>`
    select a.arrival_no from arrival_order a where a.status = any(${coming}::int[]) and exists (
      select 1 from arrival_order_line v join purchase_order_line l on l.id = v.purchase_line_id
      where v.arrival_order_id = a.id and l.purchase_order_id = ${document.id})
    order by a.id limit 1`.execute(context.db);
  if (rows[0])
    throw new Refusal('illegalTransition', `预约单 ${rows[0].arrival_no} 还未完成，请先完成或取消后再关闭剩余`);
}

/** What has not come in is closed; what drafts of appointments held of it they hold no longer. */
async function closeRest({ context, document }: Step<typeof purchaseOrder>): Promise<Values> {
  const { db } = context;
  await sql`
    update arrival_order_line v set booked_qty = 0
    where v.booked_qty > 0 and v.purchase_line_id in (select id from purchase_order_line where purchase_order_id = ${document.id})`.execute(
    db,
  );
  await sql`
    update purchase_order_line set booked_qty = 0, closed_qty = greatest(qty - in_qty, 0) where purchase_order_id = ${document.id}`.execute(
    db,
  );
  await sumOrders(db, [document.id]);
  return {};
}

async function guardReopen({ context, document, lines }: Step<typeof purchaseOrder>): Promise<void> {
  const all = await lines();
  await sql`select 1 from contract where id = ${document.contract_id} for no key update`.execute(context.db);
  await holdContract(context.db, { ...(document as Ordered), sku_ids: all.map(({ sku_id }) => sku_id) });
  await refuseOverLimit(context, {
    order_id: document.id,
    contract_id: Number(document.contract_id),
    amount: all.reduce((sum, { qty, purchase_price }) => sum + Number(qty) * Number(purchase_price), 0),
  });
}

async function openRest({ context, document }: Step<typeof purchaseOrder>): Promise<Values> {
  await sql`update purchase_order_line set closed_qty = 0 where purchase_order_id = ${document.id}`.execute(context.db);
  return {};
}

async function guardCancel(
  { events }: Pick<Kit['registry'], 'events'>,
  { context, document }: Step<typeof purchaseOrder>,
): Promise<void> {
  const { booked_qty: booked, in_qty: received } = document;
  if (Number(received) > 0)
    throw new Refusal('illegalTransition', `已入库 ${String(received)} 件，不能作废，请关闭剩余`);
  if (Number(booked) > 0) throw new Refusal('illegalTransition', `已预约 ${String(booked)} 件，请先取消预约单再作废`);
  await events.emit(context, purchaseCancelling, namedOf(document));
}
