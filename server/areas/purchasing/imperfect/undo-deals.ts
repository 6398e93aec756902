import { sql } from 'kysely';
import type { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { LockedDocument } from '#server/kit/step.ts';

/** Lines of a return, each with how many of its pieces do not go back after all. */
export interface Unreturned {
  readonly line: LineRow<typeof backOrder>;
  readonly qty: number;
}

/** Locks the imperfect record that a return was made from, if it was: before any stock, as whoever deals with the record does. */
export async function lockRecordOf(
  { db }: Pick<WriteContext, 'db'>,
  { source_type, source_id }: LockedDocument<typeof backOrder>,
): Promise<void> {
  if (source_type !== imperfectRecord.name) return;
  await sql`select 1 from imperfect_record where id = ${source_id} for no key update`.execute(db);
}

/** Gives pieces of a return that do not go to the supplier back to its imperfect record, which is locked: they are to be dealt with again. */
export async function undoDeals(
  registry: Pick<Registry, 'documents'>,
  context: WriteContext,
  { source_type, source_id, back_no }: LockedDocument<typeof backOrder>,
  parts: readonly Unreturned[],
): Promise<void> {
  if (source_type !== imperfectRecord.name || typeof source_id !== 'number') return;
  const undone = parts.filter(({ line, qty }) => typeof line.source_line_id === 'number' && qty > 0);
  if (undone.length === 0) return;
  const entries = rowsOf('e', {
    line_id: ['bigint', undone.map(({ line }) => line.source_line_id)],
    qty: ['bigint', undone.map(({ qty }) => qty)],
  });
  await sql`
    with undone as (select line_id, sum(qty)::bigint as qty from ${entries} group by 1), deal as (
      update imperfect_deal d set undone_qty = d.undone_qty + u.qty, version = d.version + 1, updated_by = ${context.actor.id},
        updated_at = ${context.now.toISOString()}
      from undone u where d.imperfect_id = ${source_id} and d.deal_no = ${back_no} and d.line_id = u.line_id
    )
    update imperfect_record_line l set deal_qty = l.deal_qty - u.qty from undone u where l.id = u.line_id and l.imperfect_record_id = ${source_id}`.execute(
    context.db,
  );
  await runTransition(registry, context, {
    definition: imperfectRecord,
    name: 'giveBack',
    id: source_id,
    remark: back_no,
  });
}

/** What of a record is dealt with, once some of it was given back. */
export async function tellGivenBack(
  { db }: WriteContext,
  { id }: LockedDocument<typeof imperfectRecord>,
): Promise<{ dealt_qty: number }> {
  const { rows } = await sql<{ dealt_qty: number }>`
    select coalesce(sum(deal_qty), 0)::bigint as dealt_qty from imperfect_record_line where imperfect_record_id = ${id}`.execute(
    db,
  );
  return { dealt_qty: rows[0]?.dealt_qty ?? 0 };
}
