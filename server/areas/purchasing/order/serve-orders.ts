import { z } from 'zod';
import { purchaseCalls, type QuantityRow, type ReadRows } from '#contract/areas/purchasing/purchase-calls.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { linesFile } from '#server/kit/lines-file.ts';
import { readQuantityRows } from '#server/kit/read-quantity-rows.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { followContracts } from './follow-contracts.ts';
import { readProgress } from './progress.ts';
import { servePurchaseOrder } from './purchase-order.ts';
import { readOrderView } from './write-view.ts';

/** Purchase orders: the document, what stands beside it, and what contracts ask of it (api.csv /v1/purchaseOrder/*). */
export function serveOrders(kit: Kit): void {
  const { registry } = kit;
  servePurchaseOrder(kit);
  followContracts(kit);
  registry.read(
    purchaseCalls.addView,
    z.strictObject({
      id: id.optional(),
      contract_id: id,
      sku_ids: z.array(id).max(limits.pastedEntries, tooManyEntries()),
    }),
    readOrderView,
    purchaseOrder,
  );
  registry.read(purchaseCalls.import, z.strictObject({ rows }), readOrderRows);
  registry.read(purchaseCalls.progress, z.strictObject({ id }), readProgress);
  registry.read(
    purchaseCalls.export,
    z.strictObject({
      id,
      fileName: z.string().trim().max(limits.name).optional(),
      export: z.int().min(1).max(9).optional(),
    }),
    (context, asked) => linesFile(context, purchaseOrder, { ...asked, names: saved }),
  );
}

/** Fields of the lines that a file has. */
const saved = [
  'sku_id',
  'qty',
  'purchase_price',
  'tax_rate_bp',
  'price_state',
  'amount',
  'booked_qty',
  'in_qty',
  'closed_qty',
];

const id = z.int().min(1);
const rows = z
  .array(z.strictObject({ code: z.string().trim().max(limits.name), qty: z.string().trim().max(32) }))
  .min(1)
  .max(limits.documentLines, tooManyEntries(limits.documentLines));

async function readOrderRows(context: ReadContext, asked: { rows: QuantityRow[] }): Promise<ReadRows> {
  const { read, errors } = await readQuantityRows(context, asked.rows);
  return { lines: read.map(({ row, sku_id, sku_no, name, qty }) => ({ row, sku_id, sku_no, name, qty })), errors };
}
