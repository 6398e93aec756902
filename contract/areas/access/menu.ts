import type { AnyDefinition } from '../../kit/definition.ts';
import { brand, brandCalls } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { sku } from '../goods/sku.ts';
import { spu } from '../goods/spu.ts';
import { unit } from '../goods/unit.ts';
import { shop } from '../partners/shop.ts';
import { warehouse } from '../partners/warehouse.ts';
import { inventoryStream, stock } from '../warehouse/stock.ts';
import { stockAdjustment } from '../warehouse/stock-adjustment.ts';
import { stocktaking } from '../warehouse/stocktaking.ts';

/** A leaf of the menu: a screen with everything that hangs on it (forms, details, audits, prints). */
export interface MenuScreen {
  readonly route: `/${string}`;
  readonly name: string;
  /** Permission keys of the screen and of the routes below it; who holds none of them does not see the entry. */
  readonly keys: readonly string[];
}

export interface MenuGroup {
  /** Not an address: groups only open and close. `/data` also decides over the button 新建 (specification §2). */
  readonly url: `/${string}`;
  readonly name: string;
  /** Place among the groups of domain.md §10.2, so that later groups find theirs free. */
  readonly order: number;
  /** Name of an icon. */
  readonly style: string;
  readonly screens: readonly MenuScreen[];
}

/** The menu of the screens that exist (domain.md §10.2); 首页 is prepended by the browser (specification §1). */
export const menu: readonly MenuGroup[] = [
  {
    url: '/goods',
    name: '商品管理',
    order: 2,
    style: 'goods',
    screens: [
      { route: '/shops/addShop', name: '商品列表', keys: keysOf(spu, sku) },
      { route: '/shops/categaryShop', name: '商品分类', keys: keysOf(category) },
      { route: '/shops/addBrands', name: '品牌列表', keys: [...keysOf(brand), brandCalls.disable.access] },
      { route: '/shops/addUnit', name: '计量单位', keys: keysOf(unit) },
    ],
  },
  {
    url: '/storage',
    name: '仓储管理',
    order: 7,
    style: 'storage',
    screens: [
      { route: '/storage/stockList', name: '库存列表', keys: keysOf(stock) },
      { route: '/storage/stockListwater', name: '库存流水', keys: keysOf(inventoryStream) },
      // Counting and printing are calls of their own, beside those of the document.
      {
        route: '/storage/stocktakingList',
        name: '盘点单',
        keys: [...keysOf(stocktaking), 'stocktaking:count', 'stocktaking:print'],
      },
      { route: '/storage/stockAdjustmentList', name: '库存调整单', keys: keysOf(stockAdjustment) },
    ],
  },
  {
    url: '/basic',
    name: '基础资料',
    order: 12,
    style: 'basic',
    screens: [
      { route: '/basicbox/mdList', name: '门店列表', keys: keysOf(shop) },
      { route: '/basicbox/ckList', name: '仓库列表', keys: keysOf(warehouse) },
    ],
  },
];

/** The address of a leaf: two leading characters that the browser removes, then the route (specification §2). */
export const urlOf = (screen: MenuScreen): string => `/#${screen.route}`;

function keysOf(...definitions: AnyDefinition[]): string[] {
  const accesses = definitions.flatMap((definition) => [
    ...Object.values(definition.calls).map(([, access]) => access),
    ...Object.values(definition.transitions ?? {}).map((transition) => transition.access),
  ]);
  return [...new Set(accesses)].filter((access) => access.includes(':'));
}
