import { z } from 'zod';
import { inWareBatchPrinting } from '#contract/areas/purchasing/in-ware-batch-printing.ts';
import { inWareDetail } from '#contract/areas/purchasing/in-ware-detail.ts';
import { inWareDetailCalls } from '#contract/areas/purchasing/inbound-calls.ts';
import { listSchema } from '#contract/kit/schema.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import { exportRows } from '#server/kit/export-list.ts';
import { servePrinting } from '#server/kit/register-print.ts';
import { seenSchema } from '#server/kit/seen-schema.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveDifferenceOrder } from '../difference/difference-order.ts';
import { readDetailStory } from './detail-story.ts';
import { serveInWareBatch } from './in-ware-batch.ts';
import { serveEntries } from './serve-entries.ts';

/** Goods that come in: batches, their lines, their differences (api.csv /v1/InWareBatch/*, /v1/InWareDetail/*, /v1/differenceOrder/*). */
export function serveInbound(kit: Kit): void {
  const { registry } = kit;
  serveInWareBatch(kit);
  serveEntries(registry);
  serveDifferenceOrder(kit);
  serveEntity(kit, inWareDetail);
  servePrinting(kit, inWareBatchPrinting);
  registry.read(inWareDetailCalls.detail, z.strictObject({ id }), readDetailStory);
  registry.read(
    inWareDetailCalls.export,
    seenSchema(inWareDetail, (seen) => listSchema(seen).extend({ export: z.int().min(1).max(9) })),
    (context, asked) => exportRows(context, seenBy(inWareDetail, context.actor), { asked }),
    inWareDetail,
  );
}

const id = z.int().min(1);
