import { z } from 'zod';
import { goodsStopped } from '#contract/areas/goods/goods-events.ts';
import { goodsPush } from '#contract/areas/shop-goods/goods-push.ts';
import { goodsPushResult } from '#contract/areas/shop-goods/push-result.ts';
import { shelfCall, shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { onlineShelf, shopShelf } from '#contract/areas/shop-goods/shop-shelf.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveChannelSearch } from './channel-search.ts';
import { goodsPushHooks } from './push/goods-push.ts';
import { moveShelf, shopGoodsHooks } from './shelf.ts';
import { stopGoods } from './stop-goods.ts';

const onOrOff = z.literal([1, 2]).optional();

/** Serves the goods of shops and the pushes that bring them there. */
export function serveShopGoods(kit: Kit): void {
  serveChannelSearch(kit);
  const { registry } = kit;
  serveEntity(kit, shopGoods, shopGoodsHooks);
  serveEntity(kit, shopShelf);
  serveEntity(kit, onlineShelf);
  serveEntity(kit, goodsPushResult);
  serveDocument(kit, goodsPush, goodsPushHooks(kit.numbers));
  registry.events.on(goodsStopped, stopGoods);
  registry.write(
    shelfCall,
    z
      .strictObject({
        ids: z.array(z.int().min(1)).min(1).max(limits.pastedEntries, tooManyEntries()),
        shelf_status: onOrOff,
        is_online: z.literal([0, 1]).optional(),
        online_shelf_status: onOrOff,
      })
      .refine(
        ({ ids: _ids, ...asked }) => Object.values(asked).some((value) => value !== undefined),
        '请选择要修改的内容',
      ),
    moveShelf,
    shopGoods,
  );
}
