import { order } from '#contract/areas/orders/order.ts';
import { orderState } from '#contract/areas/orders/order-enums.ts';
import type { Values } from '#server/kit/save-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import { paid } from '../intake/pay.ts';
import { cancelOrder, cancelRest, guardRest } from './cancel.ts';
import { finish } from './finish.ts';
import { finishDue } from './finish-due.ts';

/** Orders: what is special about their steps (domain.md §4.21). */
export function serveOrder(kit: Kit): void {
  serveDocument(kit, order, {
    transitions: {
      pay: { effect: (step) => paid(kit, step) },
      ship: {
        prepare: async (_context, document, _rejects, input) => ({
          shipped_qty: Number(document.shipped_qty) + Number(input.shipped ?? 0),
        }),
        effect: shipped,
      },
      cancel: { effect: (step) => cancelOrder(kit, step) },
      expire: { effect: (step) => cancelOrder(kit, step) },
      cancelRest: { guard: guardRest, effect: (step) => cancelRest(kit, step) },
      receive: { effect: (step) => finish(kit, step) },
      autoFinish: { effect: (step) => finish(kit, step) },
    },
  });
}

async function shipped({ context, to }: Step<typeof order>): Promise<Values> {
  return {
    shipped_at: context.now.toISOString(),
    stock_posted: true,
    ...(to === orderState.shipped ? await finishDue(context) : {}),
  };
}
