import type { Area } from '../../kit/area.ts';
import { bulkCalls } from '../../kit/bulk.ts';
import { keysOf, keysOfCalls, listOf } from '../../kit/menu.ts';
import { operLogCalls } from '../ops/audit.ts';
import { stock } from '../warehouse/stock.ts';
import { attributeCalls, attributeKey, attributeValue } from './attribute.ts';
import { brand, brandCalls } from './brand.ts';
import { category } from './category.ts';
import { categoryProperty, propertyCalls } from './category-property.ts';
import { delSpuCall } from './del-spu.ts';
import { describedStyle } from './described-style.ts';
import { exports } from './exports.ts';
import { goodsLabel, goodsLabelCalls, labelledStyle } from './goods-label.ts';
import { goodsImport, imports } from './imports.ts';
import { initSpuCall } from './init-spu.ts';
import { measureCalls, measuredStyle, sizedStyle } from './measures.ts';
import { pictureCalls, picturedStyle } from './pictures.ts';
import { places } from './places.ts';
import { size, sizeType } from './size.ts';
import { sku } from './sku.ts';
import { spu } from './spu.ts';
import { groupedStyle, spuTag, spuTagCalls } from './spu-tag.ts';
import { unit } from './unit.ts';

/** Styles, pieces, brands, categories, units, sizes, attributes. */
export const goods: Area = {
  name: 'goods',
  label: '商品管理',
  definitions: [
    brand,
    unit,
    category,
    attributeKey,
    attributeValue,
    categoryProperty,
    sizeType,
    size,
    spu,
    sku,
    measuredStyle,
    sizedStyle,
    spuTag,
    groupedStyle,
    goodsLabel,
    labelledStyle,
    picturedStyle,
    describedStyle,
  ],
  places,
  menu: {
    groups: [{ url: '/goods', name: '商品管理', order: 2, style: 'goods' }],
    screens: [
      {
        group: '/goods',
        order: 1,
        route: '/shops/addShop',
        name: '商品列表',
        opens: listOf(spu),
        keys: [...keysOf(spu, sku), goodsImport.access, initSpuCall.access, delSpuCall.access],
      },
      {
        group: '/goods',
        order: 2,
        route: '/commodities/addList',
        name: '货品列表',
        opens: listOf(sku),
        keys: [...keysOf(sku), spuTagCalls.group.access, ...listOf(stock)],
      },
      {
        group: '/goods',
        order: 12,
        route: '/shops/shopGroup',
        name: '商品分组',
        opens: listOf(spuTag),
        keys: [...keysOf(spuTag, groupedStyle), ...keysOfCalls(spuTagCalls)],
      },
      {
        group: '/goods',
        order: 13,
        route: '/shops/doorIdent',
        name: '商品标识',
        opens: listOf(goodsLabel),
        keys: [...keysOf(goodsLabel, labelledStyle), ...keysOfCalls(goodsLabelCalls)],
      },
      {
        group: '/goods',
        order: 17,
        route: '/shops/operLog',
        name: '操作日志',
        opens: keysOfCalls({ search: operLogCalls.search }),
        keys: keysOfCalls({ ...operLogCalls }),
      },
      {
        group: '/goods',
        order: 3,
        route: '/shops/initShop',
        name: '商品初始化',
        opens: listOf(spu),
        keys: [...keysOf(spu), initSpuCall.access, delSpuCall.access],
      },
      {
        group: '/goods',
        order: 4,
        route: '/shops/categaryShop',
        name: '商品分类',
        opens: keysOf(category),
        keys: keysOf(category),
      },
      {
        group: '/goods',
        order: 5,
        route: '/shops/addBrands',
        name: '品牌列表',
        opens: listOf(brand),
        keys: [...keysOf(brand), brandCalls.disable.access],
      },
      { group: '/goods', order: 6, route: '/shops/addUnit', name: '计量单位', opens: listOf(unit), keys: keysOf(unit) },
      ...[
        { order: 7, route: '/shops/addShopAttribute', name: '商品属性' } as const,
        { order: 8, route: '/shops/attrIndividuation', name: '个性化属性' } as const,
        { order: 11, route: '/shops/specifiCations', name: '规格管理' } as const,
      ].map((screen) => ({
        ...screen,
        group: '/goods' as const,
        opens: listOf(attributeKey),
        keys: [...keysOf(attributeKey, attributeValue), ...keysOfCalls(attributeCalls)],
      })),
      {
        group: '/tools',
        order: 2,
        route: '/shopstool/modifyAttribute',
        name: '批量修改属性',
        opens: keysOfCalls({ order: bulkCalls(describedStyle).order }),
        keys: [
          ...new Set([
            ...keysOf(describedStyle, picturedStyle),
            ...keysOfCalls({ ...pictureCalls, ...bulkCalls(describedStyle) }),
          ]),
        ],
      },
      {
        group: '/tools',
        order: 4,
        route: '/shopstool/size_type/size_type',
        name: '尺码组列表',
        opens: listOf(sizeType),
        keys: keysOf(sizeType, size, sizedStyle),
      },
      {
        group: '/tools',
        order: 5,
        route: '/shopstool/product_size/product_size',
        name: '商品尺码表',
        opens: listOf(measuredStyle),
        keys: [...keysOf(measuredStyle, sizedStyle), ...keysOfCalls(measureCalls)],
      },
      {
        group: '/goods',
        order: 9,
        route: '/shops/attrLibrary',
        name: '属性库',
        opens: listOf(attributeValue),
        keys: [...keysOf(attributeValue), ...keysOfCalls(attributeCalls)],
      },
      {
        group: '/goods',
        order: 10,
        route: '/shops/catepropertyList',
        name: '类目属性',
        opens: listOf(categoryProperty),
        keys: [...keysOf(categoryProperty), ...keysOfCalls(propertyCalls)],
      },
    ],
  },
  newForms: [
    { order: 29, route: '/shops/newShop', name: spu.label, access: spu.calls.add?.[1] },
    { order: 30, route: '/shops/brandNew', name: brand.label, access: brand.calls.add?.[1] },
    { order: 31, route: '/commodities/addCommod', name: sku.label, access: sku.calls.add?.[1] },
    { order: 35, route: '/shops/editKey', name: attributeKey.label, access: attributeKey.calls.add?.[1] },
    { order: 40, route: '/shops/categaryAdd', name: category.label, access: category.calls.add?.[1] },
  ],
  exports,
  imports,
  roles: {
    goods: 'category:*; unit:*; brand:*; attribute:*; property:*; spu:*; goods:*; goodsLabel:*; spuTag:*; size:*',
    buyer: 'category:view; brand:view; spu:view; goods:view; size:view',
    whs: 'spu:view; goods:view',
    district: 'goods:view',
    shopMgr: 'goods:view,shelf,export; goodsLabel:view,bind',
    mkt: 'goods:view; spu:view; spuTag:view',
  },
};
