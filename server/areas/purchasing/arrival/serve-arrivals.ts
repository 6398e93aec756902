import { z } from 'zod';
import { arrivalCalls, type TypedArrival, type TypedRow } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { arrivalOrderPrinting } from '#contract/areas/purchasing/arrival-order-printing.ts';
import { bookable, purchaseLine } from '#contract/areas/purchasing/purchase-line.ts';
import { documentFields } from '#contract/kit/base-fields.ts';
import { callsOf, type ListRequest } from '#contract/kit/calls.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { listSchema, schemaOfField } from '#contract/kit/schema.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { exportRows } from '#server/kit/export-list.ts';
import { listRows } from '#server/kit/list-query.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import { seenSchema } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { readQuantityRows } from '../read-rows.ts';
import { arrivalOrderHooks, serveArrivalOrder } from './arrival-order.ts';
import { readBoard, readCalendar } from './board.ts';
import { addTyped } from './typed-entry.ts';

/** Appointments: the document, the lines that wait for one, the dock, the entry without orders, paper (api.csv /v1/arrivalOrder/*). */
export function serveArrivals(kit: Kit): void {
  const { registry, numbers } = kit;
  serveArrivalOrder(kit);
  const { list: _list, ...others } = purchaseLine.calls;
  serveEntity(kit, { ...purchaseLine, calls: others });
  registry.read(callsOf(purchaseLine).list, seenSchema(purchaseLine, listSchema), readWaiting, purchaseLine);
  registry.read(
    arrivalCalls.calendar,
    z.strictObject({ warehouse_id: id, date_from: z.iso.date(), date_to: z.iso.date() }),
    readCalendar,
  );
  registry.read(arrivalCalls.board, z.strictObject({ warehouse_id: id, date: z.iso.date() }), readBoard);
  registry.read(
    arrivalCalls.importOld,
    z.strictObject({
      rows: z
        .array(
          z.strictObject({
            code: z.string().trim().max(limits.name),
            qty: z.string().trim().max(32),
            purchase_no: z.string().trim().max(limits.name).optional(),
          }),
        )
        .min(1)
        .max(limits.documentLines, tooManyEntries(limits.documentLines)),
    }),
    readTypedRows,
  );
  servePrinting(kit, arrivalOrderPrinting);
  const hooks = arrivalOrderHooks(registry);
  registry.write(
    arrivalCalls.addOld,
    typedSchema,
    (context, input) => addTyped(context, { numbers, hooks }, input),
    arrivalOrder,
  );
}

/** Lines that wait for an appointment: what can be booked, unless somebody asks for others. */
async function readWaiting(context: ReadContext, asked: ListRequest): Promise<never> {
  const seen = seenBy(purchaseLine, context.actor);
  const question = { status: bookable.yes, ...asked };
  if (asked.export) return (await exportRows(context, seen, { asked: question })) as never;
  return (await listRows(context.db, seen, { actor: context.actor, asked: question })) as never;
}

const id = z.int().min(1);

const { supplier_id, warehouse_id, appoint_date, appoint_slot, waybill_no, truck_no, carton_qty } = arrivalOrder.fields;
const typedSchema = z.strictObject({
  supplier_id: schemaOfField(supplier_id),
  warehouse_id: schemaOfField(warehouse_id),
  appoint_date: schemaOfField(appoint_date),
  appoint_slot: schemaOfField(appoint_slot),
  waybill_no: schemaOfField(waybill_no),
  truck_no: schemaOfField(truck_no),
  carton_qty: schemaOfField(carton_qty),
  remark: schemaOfField(documentFields.remark),
  lines: z
    .array(
      z.strictObject({
        sku_id: id,
        plan_qty: schemaOfField(arrivalOrder.lines.fields.plan_qty),
        purchase_no: z.string().trim().max(limits.name).nullish(),
      }),
    )
    .min(1)
    .max(limits.documentLines, tooManyEntries(limits.documentLines)),
}) as unknown as z.ZodType<TypedArrival>;

async function readTypedRows(context: ReadContext, asked: { rows: TypedRow[] }) {
  const sameOrder = (skuId: number, { purchase_no = '' }: TypedRow): string => `${skuId} ${purchase_no}`;
  const { read, errors } = await readQuantityRows(context, asked.rows, sameOrder);
  return {
    lines: read.map(({ row, given, sku_id, sku_no, name, qty }) => ({
      row,
      sku_id,
      sku_no,
      name,
      qty,
      purchase_no: given.purchase_no || null,
    })),
    errors,
  };
}
