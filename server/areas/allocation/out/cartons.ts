import { sql } from 'kysely';
import { allotCarton } from '#contract/areas/allocation/allot-carton.ts';
import { cartonState } from '#contract/areas/allocation/allot-enums.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';
import { takeSteps } from '#server/kit/take-step.ts';

/** In which state a carton takes which step. */
const before = { send: cartonState.packed, arrive: cartonState.sent, unpack: cartonState.packed } as const;

interface Moving {
  readonly allotId: number;
  readonly step: keyof typeof before;
  /** Those of them with these numbers; all of them by default. */
  readonly numbers?: readonly string[];
}

/** Takes a step with the cartons of an allot, all of them in a few statements; answers how many there were. */
export async function moveCartons(
  { documents }: Pick<Registry, 'documents'>,
  context: WriteContext,
  { allotId, step, numbers }: Moving,
): Promise<number> {
  const named = numbers ? sql`and carton_no = any(${numbers})` : sql``;
  const { rows } = await sql<{ id: number }>`
    select id from allot_carton where allot_id = ${allotId} and status = ${before[step]} ${named} order by id for update`.execute(
    context.db,
  );
  if (rows.length === 0) return 0;
  const { hooks } = documents.of(allotCarton);
  const ids = rows.map(({ id }) => id);
  await takeSteps(context, { definition: allotCarton, names: [step], input: { ids }, hooks, bySystem: true });
  return ids.length;
}
