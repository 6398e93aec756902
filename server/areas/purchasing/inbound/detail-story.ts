import { sql } from 'kysely';
import { inWareDetail } from '#contract/areas/purchasing/in-ware-detail.ts';
import { type DetailStory, movementsTold } from '#contract/areas/purchasing/inbound-calls.ts';
import { inventoryStream } from '#contract/areas/warehouse/inventory-stream.ts';
import { stockBatch } from '#contract/areas/warehouse/stock-batch.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { seenBy } from '#server/identity/field-mask.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { listRows } from '#server/kit/list-query.ts';
import { readRecord } from '#server/kit/read-record.ts';

/**
 * One line of a batch: what it is, where its pieces stand now and how they moved, each as its own list would show it to this caller: of
 * warehouses and goods that they see, with costs for those who may see them.
 */
export async function readDetailStory({ db, actor }: ReadContext, { id }: { id: number }): Promise<DetailStory> {
  const detail = await readRecord(db, seenBy(inWareDetail, actor), { actor, id });
  if (!detail) throw new Refusal('notFound');
  const where = [sql<boolean>`r.in_ware_detail_id = ${id}`];
  const batches = await listRows(db, seenBy(stockBatch, actor), {
    actor,
    asked: { sort: 'id', page_size: limits.pageSizeMost },
    where,
  });
  const movements = await listRows(db, seenBy(inventoryStream, actor), {
    actor,
    asked: { sort: 'id', page_size: movementsTold },
    where,
  });
  return {
    detail,
    batches: batches.list as DetailStory['batches'],
    movements: movements.list as DetailStory['movements'],
    movement_count: movements.total,
  };
}
