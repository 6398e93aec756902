import { z } from 'zod';
import { afterSalesCalls } from '#contract/areas/after-sales/after-sales-calls.ts';
import { orderService } from '#contract/areas/after-sales/order-service.ts';
import { order } from '#contract/areas/orders/order.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { itemsLeft } from '../order-standing.ts';
import { deriveService, nameGoods } from './apply.ts';
import { deal, guardDeal, toldOfDeal } from './deal.ts';
import { exchange, finishExchanges, guardExchange } from './exchange.ts';
import { guardReturn, returnGoods, toldOfReturn } from './return-goods.ts';
import { guardClose, sendBack } from './send-back.ts';

/** After-sales: what is special about them (domain.md §4.22, amendments D, E). */
export function serveOrderService(kit: Kit): void {
  serveDocument(kit, orderService, {
    derive: deriveService,
    after: nameGoods,
    transitions: {
      deal: { prepare: toldOfDeal, guard: guardDeal, effect: (step) => deal(kit, step) },
      return: { prepare: toldOfReturn, guard: guardReturn, effect: (step) => returnGoods(kit, step) },
      exchange: { guard: guardExchange, effect: (step) => exchange(kit, step) },
      close: { guard: guardClose, effect: (step) => sendBack(kit, step) },
    },
  });
  finishExchanges(kit);
  kit.registry.read(
    afterSalesCalls.addView,
    z.strictObject({ order_id: z.int().min(1) }),
    async ({ db, actor }, { order_id: id }) => {
      const found = await readRecord(db, order, { actor, id });
      if (!found) throw new Refusal('notFound');
      const items = await itemsLeft(db as never, id);
      return {
        order_id: id,
        order_no: String(found.order_no),
        paid_amount: Number(found.paid_amount),
        refund_amount: Number(found.refund_amount),
        items: items.map(({ id: order_item_id, tax_rate_bp: _rate, ...item }) => ({ order_item_id, ...item })),
      };
    },
  );
}
