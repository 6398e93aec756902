import { z } from 'zod';
import { tagCalls } from '#contract/areas/price-tags/tag-calls.ts';
import { tagLimits } from '#contract/areas/price-tags/tag-enums.ts';
import { tagTemplate } from '#contract/areas/price-tags/tag-template.ts';
import { limits } from '#contract/kit/limits.ts';
import type { ServerArea } from '#server/area.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { seedHangTags } from '#server/seed/hang-tags.ts';
import { seedPriceTags } from '#server/seed/price-tags.ts';
import { serveHangTags } from './hang/serve-hang-tags.ts';
import { changedToday, printTags } from './print-tags.ts';
import { readTags } from './read-tags.ts';

/** Tags with prices and hang tags: how they look, and their printing. */
export const priceTags: ServerArea = {
  name: 'price-tags',
  serve: servePriceTags,
  seed: [
    { name: 'price tags', after: ['warehouses and shops'], run: seedPriceTags },
    { name: 'hang tags', after: ['unique codes', 'price tags'], run: seedHangTags },
  ],
};

const id = z.int().min(1);
const most = `一次最多 ${limits.pageSizeMost} 个货品`;

function servePriceTags(kit: Kit): void {
  const { registry } = kit;
  serveEntity(kit, tagTemplate);
  registry.read(
    tagCalls.preview,
    z.strictObject({ sku_ids: z.array(id).min(1).max(limits.pageSizeMost, most), shop_id: id.optional() }),
    async (context, asked) => ({
      pages: (await readTags(context, asked)).map(({ price: _price, ...page }) => page),
    }),
  );
  registry.write(
    tagCalls.print,
    z.strictObject({
      template_id: id,
      shop_id: id,
      items: z
        .array(z.strictObject({ sku_id: id, copies: z.int().min(1).max(tagLimits.copies) }))
        .min(1)
        .max(limits.pageSizeMost, most),
    }),
    printTags,
    tagTemplate,
  );
  serveHangTags(kit);
  registry.read(tagCalls.changed, z.strictObject({ shop_id: id }), changedToday);
}
