import type { ServerArea } from '#server/area.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { seedPromotions } from '#server/seed/promotions.ts';
import { serveExplain } from './explain.ts';
import { followOrders } from './follow-orders.ts';
import { serveGiftActivity } from './gift-activity.ts';
import { serveGifts } from './gift-stock.ts';
import { servePromotion } from './promotion.ts';
import { serveSimulate } from './simulate.ts';

/** Promotions and gifts. */
export const promotions: ServerArea = {
  name: 'promotions',
  serve(kit: Kit) {
    servePromotion(kit);
    serveGifts(kit);
    serveGiftActivity(kit);
    serveSimulate(kit);
    serveExplain(kit);
    followOrders(kit);
  },
  seed: [{ name: 'promotions and gifts', after: ['negative stock', 'allots', 'sale prices'], run: seedPromotions }],
};
