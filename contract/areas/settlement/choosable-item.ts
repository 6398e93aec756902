import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { coModel } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { settleItemTypes } from './settle-enums.ts';

const secret = { mask: 'stock:costView' } as const;
const signed = { derived: true, least: -Number.MAX_SAFE_INTEGER, most: Number.MAX_SAFE_INTEGER } as const;

/**
 * Settle items that nobody has taken yet (api.csv /v1/checkBill/chooseList): those of goods for a check bill, the others for a
 * statement. Its id is that of the item.
 */
export const choosableItem = entity('choosableItem', {
  label: '可选结算明细',
  group: '/v1/checkBill',
  title: 'source_no',
  view: true,
  fields: {
    source_no: text('来源单号', { derived: true }),
    supplier_id: reference(() => supplier, '供应商', { derived: true }),
    co_model: choice('合作模式', coModel, { derived: true }),
    item_type: choice('项目类型', settleItemTypes, { derived: true }),
    occur_date: date('发生日期', { derived: true }),
    warehouse_id: reference(() => warehouse, '仓库', { derived: true }),
    sku_id: reference(() => sku, '货品', { derived: true }),
    sku_name: text('货品名称', { derived: true }),
    qty: quantity('数量', signed),
    price: money('单价', { derived: true, ...secret }),
    amount: money('金额', { ...signed, ...secret }),
    tax_amount: money('税额', { ...signed, ...secret }),
  },
  calls: { list: ['chooseList', 'checkBill:view'] },
  list: {
    columns: [
      'source_no',
      'item_type',
      'occur_date',
      'warehouse_id',
      'sku_id',
      'sku_name',
      'qty',
      'price',
      'amount',
      'tax_amount',
    ],
    filters: ['supplier_id', 'co_model', 'item_type', 'source_no', 'occur_date', 'warehouse_id', 'sku_id', 'amount'],
    search: ['source_no', 'sku_name'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['occur_date', '-occur_date', 'source_no', '-amount'],
    sum: ['qty', 'amount', 'tax_amount'],
  },
  scope: {
    supplier: 'supplier_id',
    warehouse: 'warehouse_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
