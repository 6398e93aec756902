import { sql } from 'kysely';
import { sizeType } from '#contract/areas/goods/size.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { refusalOfConstraint } from '#server/kit/refusals.ts';

/** A size that is to be under a run. */
export interface NewSize {
  readonly size_type_id: number;
  readonly name: string;
  readonly code: string;
  readonly order: number;
}

/** Adds sizes to runs that are there, as an import finds them, and says so in the runs' history. Answers their ids in their order. */
export async function addSizes(context: WriteContext, sizes: readonly NewSize[]): Promise<number[]> {
  if (sizes.length === 0) return [];
  const given = rowsOf('e', {
    size_type_id: ['bigint', sizes.map((one) => one.size_type_id)],
    name: ['text', sizes.map((one) => one.name)],
    code: ['text', sizes.map((one) => one.code)],
    order: ['bigint', sizes.map((one) => one.order)],
  });
  try {
    const { rows } = await sql<{ id: number }>`
      insert into size (size_type_id, name, code, "order") select e.size_type_id, e.name, e.code, e."order" from ${given} order by e.place returning id`.execute(
      context.db,
    );
    const runs = [...new Set(sizes.map((one) => one.size_type_id))];
    await sql`
      update size_type set version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()} where id = any(${runs})`.execute(
      context.db,
    );
    await writeAudit(
      context,
      runs.map((id) => ({
        docType: sizeType.name,
        docId: id,
        docNo: null,
        action: 'edit',
        label: '新增尺码',
        changes: {
          sizes: {
            before: null,
            after: sizes
              .filter((one) => one.size_type_id === id)
              .map(({ name }) => name)
              .join('、'),
          },
        },
      })),
    );
    return rows.map(({ id }) => id);
  } catch (error) {
    throw refusalOfConstraint(sizeType, error);
  }
}
