import { outState } from '#contract/areas/orders/order-enums.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import type { OutEntry } from '#contract/areas/orders/out-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inSavepoint } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { TransitionHooks } from '#server/kit/step.ts';
import { takeSteps } from '#server/kit/take-step.ts';
import { pickedOf } from '../delivery/picked-of.ts';
import { closedTo, type Work } from './hold-work.ts';
import { pickedLines } from './write-picked.ts';

interface Asked {
  readonly work: Work;
  readonly entry: OutEntry;
}

/** Takes a step that a tablet asks for; answers why it is refused, undefined where it was taken. */
export async function takeStepOf(kit: Kit, context: WriteContext, asked: Asked): Promise<string | undefined> {
  try {
    await inSavepoint(context.db, async () => await (asked.entry.kind === 'pack' ? pack : send)(kit, context, asked));
    return undefined;
  } catch (problem) {
    if (problem instanceof Refusal) return problem.message;
    throw problem;
  }
}

/** All that will be found was picked. Another tablet or a desk has said so already: then it is so. */
async function pack(_kit: Kit, context: WriteContext, { work }: Asked): Promise<void> {
  if (work.status === outState.toShip) return;
  const closed = closedTo(work);
  if (closed) throw new Refusal('illegalTransition', closed);
  const lines = await pickedLines(context, work.id);
  if (lines.every(({ pick_qty }) => pick_qty === 0)) throw new Refusal('illegalTransition', '还没有拣到货品');
  // As a desk does it, but for saying anew what was picked.
  const pick: TransitionHooks<typeof orderOut> = { effect: pickedOf };
  await takeSteps(context, {
    definition: orderOut,
    names: ['pick'],
    input: {
      id: work.id,
      lines: lines.map(({ line_id, pick_qty }) => ({ line_id, pick_qty })),
      short_confirmed: lines.some(({ qty, pick_qty }) => pick_qty < qty),
    },
    hooks: { transitions: { pick } },
    bySystem: true,
  });
}

async function send(kit: Kit, context: WriteContext, asked: Asked): Promise<void> {
  const { work, entry } = asked;
  await pack(kit, context, asked);
  const { logistics_id = null, waybill_no = null } = entry;
  await runTransition(kit.registry, context, {
    definition: orderOut,
    name: 'ship',
    id: work.id,
    input: { logistics_id, waybill_no },
  });
}
