import type { orderOut } from '#contract/areas/orders/order-out.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Step } from '#server/kit/step.ts';

/** What is picked of a delivery by a step that says it of its lines. */
export async function pickedOf({ lines }: Pick<Step<typeof orderOut>, 'lines'>): Promise<Values> {
  return { pick_qty: (await lines()).reduce((sum, line) => sum + Number(line.pick_qty ?? 0), 0) };
}
