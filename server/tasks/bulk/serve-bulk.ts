import { z } from 'zod';
import { lineOutcomes, toolBatch, toolBatchCalls } from '#contract/areas/tasks/tool-batch.ts';
import { type BulkDefinition, type BulkLook, type BulkOrder, bulkCalls, bulkPath } from '#contract/kit/bulk.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { readBatchLines, saveBatchLines } from './batch-lines.ts';
import { inputOf, lookShape, orderShape } from './bulk-schema.ts';
import { type Bulks, everyBulk } from './bulks.ts';
import { rowWriter } from './change-row.ts';
import { lookRows, refuseNothing } from './look-rows.ts';
import { makeBatch } from './make-batch.ts';
import { toolBatchHooks } from './tool-batch.ts';

const lines = {
  id: z.int().min(1),
  line_status: z
    .array(z.literal(Object.keys(lineOutcomes).map(Number)))
    .max(limits.pageSizeMost)
    .optional(),
};

/** Serves batches, and for every definition that may be changed in bulk the look at its rows and the order. */
export function serveBulk(kit: Kit, bulks: Bulks = everyBulk): void {
  const { registry } = kit;
  serveDocument(kit, toolBatch, toolBatchHooks(kit.numbers, bulks));
  registry.read(
    toolBatchCalls.lines,
    z.strictObject({
      ...lines,
      page: z.int().min(1).max(1_000_000).optional(),
      page_size: z.int().min(1).max(limits.pageSizeMost).optional(),
    }),
    async (context, asked) => await readBatchLines(context, bulks, asked),
    toolBatch,
  );
  registry.read(
    toolBatchCalls.download,
    z.strictObject({
      ...lines,
      fileName: z.string().trim().max(limits.name).optional(),
      export: z.int().min(1).max(9).optional(),
    }),
    async (context, asked) => (await saveBatchLines(context, bulks, asked)) as never,
    toolBatch,
  );
  const all = [...bulks.values()];
  for (const path of new Set(all.map(bulkPath)))
    serveOrders(
      kit,
      all.filter((one) => bulkPath(one) === path),
    );
}

/** One look and one order, for all definitions that share their path. */
function serveOrders({ registry, numbers }: Kit, sharing: readonly BulkDefinition[]): void {
  const [first] = sharing;
  if (!first) return;
  const calls = bulkCalls(first);
  const meant = ({ type }: { type?: number }): BulkDefinition =>
    sharing.find(({ bulk }) => bulk.type === type) ?? first;
  registry.read(
    calls.look,
    inputOf(sharing, lookShape),
    async (context: ReadContext, asked: BulkLook) => {
      refuseNothing(
        asked.fields,
        asked.targets.map(({ texts }) => (texts ? { fields: texts } : {})),
      );
      return { rows: await lookRows(context, rowWriter(registry, meant(asked)), asked) };
    },
    first,
  );
  registry.write(
    calls.order,
    inputOf(sharing, orderShape),
    async (context, asked: BulkOrder) => {
      const definition = meant(asked);
      return await makeBatch(context, { definition, writer: rowWriter(registry, definition), numbers }, asked);
    },
    first,
  );
}
