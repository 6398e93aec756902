import type { AnyDefinition } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { date } from '../../kit/kinds/time.ts';
import { coModel, imperfectType } from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { sku } from '../goods/sku.ts';
import { spu } from '../goods/spu.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';

const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;
const cost = { ...signed, mask: 'stock:costView' } as const;

const fields = {
  balance_date: date('结存日期', { derived: true }),
  warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
  category_id: reference(() => category, '分类', { derived: true }),
  brand_id: reference(() => brand, '品牌', { derived: true }),
  spu_id: reference(() => spu, '款', { derived: true }),
  sku_id: reference(() => sku, '货品', { derived: true }),
  supplier_id: reference(() => supplier, '供应商', { derived: true }),
  co_model: choice('合作模式', coModel, { derived: true }),
  imperfect_type: choice('品级', imperfectType, { derived: true }),
  begin_qty: quantity('期初数量', signed),
  in_qty: quantity('入库数量', signed),
  out_qty: quantity('出库数量', signed),
  end_qty: quantity('期末数量', signed),
  begin_amount: money('期初金额', cost),
  in_amount: money('入库金额', cost),
  out_amount: money('出库金额', cost),
  adjust_amount: money('成本调整额', cost),
  end_amount: money('期末金额', cost),
  transit_qty: quantity('在途数量', signed),
  transit_amount: money('在途金额', cost),
  purchase_qty: quantity('采购入库数量', signed),
  purchase_amount: money('采购入库金额', cost),
  back_qty: quantity('退返数量', signed),
  back_amount: money('退返金额', cost),
  allot_in_qty: quantity('调入数量', signed),
  allot_in_amount: money('调入金额', cost),
  allot_out_qty: quantity('调出数量', signed),
  allot_out_amount: money('调出金额', cost),
  sale_qty: quantity('销售数量', signed),
  sale_cost: money('销售成本', cost),
  sale_back_qty: quantity('销退数量', signed),
  sale_back_cost: money('销退成本', cost),
  other_qty: quantity('盘点/调整数量', signed),
  other_amount: money('盘点/调整金额', cost),
} as const;

/** What stood, moved and stands of goods over some days (domain.md §3.6 stockBalance, incontReport): the rows of two reports. */
export const standingRows = {
  name: 'standingRows',
  service: 'erp',
  label: '库存结存',
  group: '/v1/StockBalance',
  title: 'sku_id',
  view: true,
  fields,
  calls: {},
  list: {
    columns: [],
    filters: [
      'balance_date',
      'warehouse_id',
      'category_id',
      'brand_id',
      'supplier_id',
      'sku_id',
      'spu_id',
      'co_model',
      'imperfect_type',
    ],
    search: [],
    sort: [],
  },
  scope: { warehouse: 'warehouse_id', brand: 'brand_id', category: 'category_id' },
} satisfies AnyDefinition;
