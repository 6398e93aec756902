import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { outOf } from './find-out.ts';

/** Ends the sender's part of an allot: it is sent, or comes to nothing. */
export async function endOut(
  registry: Pick<Registry, 'documents'>,
  context: WriteContext,
  { allotId, step }: { allotId: number; step: 'send' | 'cancel' },
): Promise<void> {
  const { id } = await outOf(context.db, allotId);
  await runTransition(registry, context, { definition: allotOut, name: step, id });
}
