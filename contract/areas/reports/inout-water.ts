import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date, time } from '../../kit/kinds/time.ts';
import { coModel, imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { bizTypes } from '../warehouse/stock.ts';

const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const cost = { ...signed, mask: 'stock:costView' } as const;

/** Movements as finance reads them: whose goods, what they cost, the tax on it and the voucher (domain.md §3.6 inoutWater). */
export const inoutWater = entity('inoutWater', {
  label: '出入库财务流水',
  group: '/v1/Inventory',
  title: 'source_no',
  view: true,
  fields: {
    happened_at: time('发生时间', { derived: true }),
    business_date: date('业务日期', { derived: true }),
    biz_type: choice('业务类型', bizTypes, { derived: true }),
    source_no: text('来源单号', { derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    supplier_id: reference(() => supplier, '供应商', { derived: true }),
    co_model: choice('合作模式', coModel, { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    imperfect_type: choice('品级', imperfectType, { derived: true }),
    qty: quantity('数量', signed),
    cost_price: money('单位成本', cost),
    untaxed_amount: money('不含税金额', cost),
    tax_amount: money('税额', cost),
    settle_amount: money('含税金额', cost),
    voucher_no: text('凭证号', { derived: true }),
  },
  calls: { list: ['inoutWater', 'Inventory:inoutView'] },
  list: {
    columns: [
      'happened_at',
      'business_date',
      'biz_type',
      'source_no',
      'warehouse_id',
      'supplier_id',
      'co_model',
      'sku_id',
      'imperfect_type',
      'qty',
      'cost_price',
      'untaxed_amount',
      'tax_amount',
      'settle_amount',
      'voucher_no',
    ],
    filters: [
      'business_date',
      'biz_type',
      'warehouse_id',
      'supplier_id',
      'co_model',
      'sku_id',
      'source_no',
      'happened_at',
    ],
    search: ['source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no, 'sku_id.main_barcode': goodsCodes.barcode },
    sort: ['-happened_at', '-business_date', '-id'],
    sum: ['qty', 'untaxed_amount', 'tax_amount', 'settle_amount'],
    timeout: 'stream',
  },
  scope: {
    warehouse: 'warehouse_id',
    supplier: 'supplier_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
