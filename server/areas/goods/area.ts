import { importType, taskType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { runGoodsTask } from '#server/import/tasks/run-catalogue-tasks.ts';
import { forgetPictures } from '#server/kit/pictures/forget-pictures.ts';
import { seedAttributes } from '#server/seed/attributes.ts';
import { seedCatalogue } from '#server/seed/catalogue.ts';
import { seedGoods } from '#server/seed/goods.ts';
import { seedGroups } from '#server/seed/groups.ts';
import { seedPictures } from '#server/seed/pictures.ts';
import { serveAttribute } from './attribute.ts';
import { serveBrand } from './brand.ts';
import { serveCategory } from './category.ts';
import { serveCategoryProperty } from './category-property.ts';
import { serveDescribedStyle } from './described-style.ts';
import { goodsSource } from './exports/goods.ts';
import { serveGoodsLabel } from './goods-label.ts';
import { serveInitSpu } from './init-spu.ts';
import { serveMeasures } from './measures.ts';
import { servePictures } from './pictures.ts';
import { serveDelSpu } from './remove-style.ts';
import { serveSize } from './size.ts';
import { serveSku } from './sku.ts';
import { serveSpu } from './spu.ts';
import { serveSpuTag } from './spu-tag.ts';
import { serveStyleGrid } from './style-grid.ts';
import { serveStyleOptions } from './style-options.ts';
import { serveUnit } from './unit.ts';

/** Styles, pieces, brands, categories, units, sizes, attributes. */
export const goods: ServerArea = {
  name: 'goods',
  serve(kit) {
    serveBrand(kit);
    serveUnit(kit);
    serveCategory(kit);
    serveAttribute(kit);
    serveCategoryProperty(kit);
    serveSize(kit);
    serveMeasures(kit);
    serveSpu(kit);
    serveSku(kit);
    serveInitSpu(kit);
    serveDelSpu(kit);
    serveStyleGrid(kit);
    serveStyleOptions(kit);
    serveSpuTag(kit);
    serveGoodsLabel(kit);
    servePictures(kit);
    serveDescribedStyle(kit);
  },
  exports: { [taskType.goods]: goodsSource },
  imports: { [importType.goods]: runGoodsTask },
  timers: [
    {
      name: '清理商品图片',
      everyMs: 3_600_000,
      atStart: true,
      run: async ({ db, files, clock }) => void (await forgetPictures({ db, files, now: clock.now() })),
    },
  ],
  seed: [
    { name: 'categories, brands, sizes, colours', after: ['warehouses and shops'], run: seedCatalogue },
    { name: 'attributes', after: ['categories, brands, sizes, colours'], run: seedAttributes },
    { name: 'goods', after: ['categories, brands, sizes, colours', 'purchasers and suppliers'], run: seedGoods },
    { name: 'pictures of goods', after: ['goods', 'attributes'], run: seedPictures },
    { name: 'groups and labels of goods', after: ['goods', 'warehouses and shops'], run: seedGroups },
  ],
};
