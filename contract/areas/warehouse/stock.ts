import { entity } from '../../kit/definition.ts';
import { choice, flag, word } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType, seasonName, sexName } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

/** biz_type of domain.md §2: why stock moved. */
export const bizTypes = {
  101: '采购入库',
  102: '调拨入库',
  103: '销售退货入库',
  104: '盘盈入库',
  105: '其他入库',
  106: '差异补入',
  107: '期初入库',
  108: '残次转入',
  201: '销售出库',
  202: '调拨出库',
  203: '退返出库',
  204: '盘亏出库',
  205: '其他出库',
  206: '差异核销',
  207: '赠品出库',
  208: '残次转出',
  401: '在途增加',
  402: '在途减少',
  501: '成本调整',
  502: '负库存冲销',
  901: '红冲',
} as const;

export const bizType = {
  purchaseIn: 101,
  allotIn: 102,
  saleReturn: 103,
  countGain: 104,
  otherIn: 105,
  diffIn: 106,
  opening: 107,
  gradeIn: 108,
  sale: 201,
  gift: 207,
  allotOut: 202,
  backOut: 203,
  countLoss: 204,
  otherOut: 205,
  diffOff: 206,
  gradeOut: 208,
  transitIn: 401,
  transitOut: 402,
  negativeOffset: 502,
  reversal: 901,
} as const;

/** lock_type of domain.md §2, by name. */
export const lockType = { order: 1, allot: 2, back: 3, imperfect: 5, manual: 7 } as const;

/** What stands where now: read off the ledger's balances, written by the ledger alone (domain.md §3.6, amendments B). */
export const stock = entity('stock', {
  label: '库存',
  group: '/v1/stock',
  title: 'sku_id',
  view: true,
  fields: {
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    sku_name: text('货品名称', { derived: true }),
    brand_id: reference(() => brand, '品牌', { derived: true }),
    category_id: reference(() => category, '商品分类', { derived: true }),
    imperfect_type: choice('品级', imperfectType, { derived: true }),
    qty_on_hand: quantity('实物库存', signed),
    qty_locked: quantity('锁定库存', signed),
    qty_available: quantity('可用库存', signed),
    qty_in_transit: quantity('在途库存', signed),
    // Pieces that left and were not there, until others take their place.
    qty_negative: quantity('未冲销负库存', signed),
    // By the nearest rules of the goods there (decision 0063).
    min_qty: quantity('最低库存', signed),
    max_qty: quantity('最高库存', signed),
    is_below_min: flag('低于最低库存', { derived: true }),
    is_unsold: flag('滞销', { derived: true }),
    season_name: word('季节', seasonName, { derived: true }),
    sex_name: word('性别', sexName, { derived: true }),
    supplier_id: reference(() => supplier, '主供应商', { derived: true }),
    cost_amount: money('库存成本', { ...signed, mask: 'stock:costView' }),
    last_in_at: time('最近入库', { derived: true }),
    last_out_at: time('最近出库', { derived: true }),
    last_moved_at: time('最近变动', { derived: true }),
  },
  calls: { list: ['list', 'stock:view'] },
  list: {
    columns: [
      'warehouse_id',
      'sku_id',
      'brand_id',
      'imperfect_type',
      'qty_on_hand',
      'qty_locked',
      'qty_available',
      'qty_in_transit',
      'qty_negative',
      'min_qty',
      'max_qty',
      'is_unsold',
      'cost_amount',
      'last_in_at',
      'last_out_at',
    ],
    filters: [
      'warehouse_id',
      'sku_id',
      'brand_id',
      'category_id',
      'imperfect_type',
      'qty_on_hand',
      'qty_available',
      'qty_negative',
      'is_below_min',
      'is_unsold',
      'supplier_id',
      'season_name',
      'sex_name',
      'last_moved_at',
    ],
    search: ['sku_name'],
    searchThrough: {
      'sku_id.sku_no': goodsCodes.sku_no,
      'sku_id.main_barcode': goodsCodes.barcode,
      'sku_id.barcode': goodsCodes.barcode,
    },
    sort: ['sku_id', 'qty_on_hand', 'qty_available', '-last_in_at', '-last_out_at'],
    sum: ['qty_on_hand', 'qty_locked', 'qty_available', 'qty_in_transit', 'qty_negative', 'cost_amount'],
  },
  scope: { warehouse: 'warehouse_id', brand: 'brand_id', category: 'category_id' },
});
