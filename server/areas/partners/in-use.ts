import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** Something that records stand under, which must be in use when it is chosen. */
interface Place {
  readonly table: string;
  readonly label: string;
  /** The field that names it. */
  readonly field: string;
}

/**
 * Refuses what is switched off. Locks all of them in the order of their ids: whoever switches one off meanwhile waits, then finds
 * the record.
 */
export async function refuseOff(
  context: WriteContext,
  { table, label, field }: Place,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ name: string; status: number }>`
    select name, status from ${sql.table(table)} where id = any(${ids}) order by id for share`.execute(context.db);
  const off = rows.find(({ status }) => status !== 1);
  if (off) throw new Refusal('invalid', `${label}“${off.name}”已停用`, field);
}
