import { styleWithdrawn } from '#contract/areas/goods/goods-events.ts';
import { importType, taskType } from '#contract/areas/tasks/task.ts';
import type { ServerArea } from '#server/area.ts';
import { runGoodsTask } from '#server/import/tasks/run-catalogue-tasks.ts';
import { seedAttributes } from '#server/seed/attributes.ts';
import { seedCatalogue } from '#server/seed/catalogue.ts';
import { seedGoods } from '#server/seed/goods.ts';
import { serveAttribute } from './attribute.ts';
import { serveBrand } from './brand.ts';
import { serveCategory } from './category.ts';
import { serveCategoryProperty } from './category-property.ts';
import { goodsSource } from './exports/goods.ts';
import { serveMeasures } from './measures.ts';
import { removeStyle } from './remove-style.ts';
import { serveSize } from './size.ts';
import { serveSku } from './sku.ts';
import { serveSpu } from './spu.ts';
import { serveStyleGrid } from './style-grid.ts';
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
    serveStyleGrid(kit);
    kit.registry.events.on(styleWithdrawn, removeStyle);
  },
  exports: { [taskType.goods]: goodsSource },
  imports: { [importType.goods]: runGoodsTask },
  seed: [
    { name: 'categories, brands, sizes, colours', after: ['warehouses and shops'], run: seedCatalogue },
    { name: 'attributes', after: ['categories, brands, sizes, colours'], run: seedAttributes },
    { name: 'goods', after: ['categories, brands, sizes, colours', 'purchasers and suppliers'], run: seedGoods },
  ],
};
