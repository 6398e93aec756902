import { z } from 'zod';
import { batchAllot, matrixLimits } from '#contract/areas/replenishment/batch-allot.ts';
import { batchCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { serveBatchAllot } from './batch-allot.ts';
import { readMatrixView } from './matrix-view.ts';
import { readReceivers } from './read-receivers.ts';
import { readBatchRows } from './read-rows.ts';

/** Batches of allots: the document, and what stands beside its matrix (api.csv /v1/allot/batch*). */
export function serveBatches(kit: Kit): void {
  const { registry } = kit;
  serveBatchAllot(kit);
  registry.read(
    batchCalls.addView,
    z.strictObject({
      out_warehouse_id: id,
      in_warehouse_ids: z.array(id).max(matrixLimits.receivers, tooManyEntries(matrixLimits.receivers)),
      sku_ids: z.array(id).max(limits.pastedEntries, tooManyEntries()),
    }),
    readMatrixView,
    batchAllot,
  );
  registry.read(
    batchCalls.receivers,
    z.strictObject({ out_warehouse_id: id.optional(), district_id: id.optional() }),
    readReceivers,
    batchAllot,
  );
  registry.read(
    batchCalls.import,
    z.strictObject({
      rows: z
        .array(z.strictObject({ code: entry, to: entry, qty: z.string().trim().max(32) }))
        .min(1)
        .max(matrixLimits.cells, tooManyEntries(matrixLimits.cells)),
    }),
    (context, { rows }) => readBatchRows(context, rows),
  );
}

const id = z.int().min(1);
const entry = z.string().trim().max(limits.name);
