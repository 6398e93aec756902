import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { coModel } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

const shown = { derived: true } as const;
const pieces = { derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;

/** Bought goods that came in at an estimated price and wait for theirs (api.csv /v1/PurchasePrice/waitPriceList). */
export const waitingPrice = entity('waitingPrice', {
  label: '待补价批次',
  group: '/v1/PurchasePrice',
  title: 'batch_no',
  view: true,
  fields: {
    batch_no: text('批次号', shown),
    purchase_no: text('采购单号', shown),
    supplier_id: reference(() => supplier, '供应商', shown),
    co_model: choice('合作模式', coModel, shown),
    warehouse_id: reference(() => warehouse, '入库仓库', shown),
    sku_id: reference(() => sku, '货品', shown),
    sku_name: text('货品名称', shown),
    brand_id: reference(() => brand, '品牌', shown),
    category_id: reference(() => category, '商品分类', shown),
    in_qty: quantity('入库数量', pieces),
    remain_qty: quantity('剩余数量', pieces),
    purchase_price: money('暂估进价(含税)', { derived: true, mask: 'stock:costView' }),
    tax_rate_bp: rate('税率', shown),
    sheet_no: text('补价单号', shown),
    into_time: time('入库时间', shown),
  },
  calls: { list: ['waitPriceList', 'PurchasePrice:view'] },
  list: {
    columns: [
      'batch_no',
      'purchase_no',
      'supplier_id',
      'co_model',
      'warehouse_id',
      'sku_id',
      'sku_name',
      'in_qty',
      'remain_qty',
      'purchase_price',
      'tax_rate_bp',
      'sheet_no',
      'into_time',
    ],
    filters: [
      'supplier_id',
      'sku_id',
      'batch_no',
      'purchase_no',
      'co_model',
      'warehouse_id',
      'brand_id',
      'category_id',
      'into_time',
    ],
    search: ['batch_no', 'purchase_no', 'sku_name'],
    searchThrough: {
      'sku_id.sku_no': goodsCodes.sku_no,
      'sku_id.main_barcode': goodsCodes.barcode,
      'sku_id.barcode': goodsCodes.barcode,
    },
    sort: ['into_time', '-into_time', 'batch_no'],
    sum: ['in_qty', 'remain_qty'],
  },
  scope: { warehouse: 'warehouse_id', supplier: 'supplier_id', brand: 'brand_id', category: 'category_id' },
});
