import { sql } from 'kysely';
import { openBatchStates } from '#contract/areas/purchasing/inbound-enums.ts';
import { arrivalState } from '#contract/areas/purchasing/purchase-enums.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { finishArrival, reopenArrival } from '../receive.ts';

type AppKit = Pick<Kit, 'registry'>;

/**
 * Finishes an appointment once this batch is posted, if it was the last: no other batch of it is on its way, and each of its lines is in
 * one. Lines of batches that were voided are nobody's and keep it open: they are counted again, be it as nothing.
 */
export async function finishIfCovered(
  house: AppKit,
  context: WriteContext,
  { arrivalId, batchId }: { arrivalId: number; batchId: number },
): Promise<void> {
  const { rows } = await sql`
    select 1 from in_ware_batch b where b.arrival_id = ${arrivalId} and b.id <> ${batchId} and b.status = any(${[...openBatchStates]}::int[])
    union all
    select 1 from arrival_order_line v where v.arrival_order_id = ${arrivalId} and not exists (
      select 1 from in_ware_batch_detail d join in_ware_batch b on b.id = d.in_ware_batch_id where d.arrival_line_id = v.id and b.status <> -1)
    limit 1`.execute(context.db);
  if (rows.length === 0) await finishArrival(house, context, arrivalId);
}

/** Goods of a finished appointment are taken back: it is being received again. It is held. */
export async function reopenIfFinished(house: AppKit, context: WriteContext, arrivalId: number): Promise<void> {
  const { rows } = await sql<{ status: number }>`
    select status from arrival_order where id = ${arrivalId} for no key update`.execute(context.db);
  if (rows[0]?.status === arrivalState.finished) await reopenArrival(house, context, arrivalId);
}
