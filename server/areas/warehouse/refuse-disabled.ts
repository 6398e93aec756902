import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

/** How long what was read of the warehouse stays true: for this moment, or until the transaction ends, beside others or alone. */
const holds = { moment: sql``, shared: sql`for share`, alone: sql`for no key update` } as const;

/** Refuses with `illegalTransition`, on `warehouse_id`, what would bring goods into a warehouse that is switched off (domain.md §4.27). */
export async function refuseDisabled(
  context: WriteContext,
  { warehouse_id, hold }: { warehouse_id: number; hold: keyof typeof holds },
): Promise<void> {
  const { rows } = await sql<{ name: string; status: number }>`
    select name, status from warehouse where id = ${warehouse_id} ${holds[hold]}`.execute(context.db);
  const [found] = rows;
  if (!found) throw new Error(`warehouse ${warehouse_id} is not there`);
  if (found.status !== 1) throw new Refusal('illegalTransition', `仓库“${found.name}”已停用`, 'warehouse_id');
}
