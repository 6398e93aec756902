import { sql } from 'kysely';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { countSteps } from '#contract/areas/purchasing/inbound-enums.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Participant } from '#server/kit/participants.ts';

/** Who counted these batches, in their order: nobody audits, reverses or decides on figures of their own (amendments E). */
export async function countersOf(
  { db }: Pick<ReadContext, 'db'>,
  batchIds: readonly number[],
): Promise<Participant[][]> {
  const { rows } = await sql<{ doc_id: number; admin_id: number; action: keyof typeof countSteps }>`
    select distinct doc_id, admin_id, action from audit_log
    where doc_type = ${inWareBatch.name} and doc_id = any(${[...batchIds]}::bigint[]) and action = any(${Object.keys(countSteps)})`.execute(
    db,
  );
  const { rows: scanned } = await sql<{ doc_id: number; admin_id: number }>`
    select in_ware_batch_id as doc_id, counter_id as admin_id from in_ware_batch_entry
    where outcome = 'accepted' and kind <> 'done' and in_ware_batch_id = any(${[...batchIds]}::bigint[])
    union
    select e.in_ware_batch_id, p.admin_id from in_ware_batch_entry_decision d
    join in_ware_batch_entry e on e.op_id = d.op_id cross join lateral (values (e.counter_id), (d.decided_by)) as p (admin_id)
    where d.sku_id is not null and e.in_ware_batch_id = any(${[...batchIds]}::bigint[])`.execute(db);
  return batchIds.map((id) => [
    ...rows.filter(({ doc_id }) => doc_id === id).map((row) => ({ id: row.admin_id, part: countSteps[row.action] })),
    ...scanned.filter(({ doc_id }) => doc_id === id).map((row) => ({ id: row.admin_id, part: countSteps.count })),
  ]);
}
