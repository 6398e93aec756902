import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { uniqueCode } from '../codes/unique-code.ts';
import { imperfectType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { imperfectRecord } from './imperfect-record.ts';
import { dealStates, imperfectDeals } from './return-enums.ts';

const given = { required: true, derived: true } as const;

/**
 * What became of some pieces of an imperfect record: one row for each part that was dealt with at once. The price that imperfect goods
 * may be sold at stands here and nowhere else (amendments G17).
 */
export const imperfectDeal = entity('imperfectDeal', {
  label: '残次处理',
  group: '/v1/stock',
  title: 'deal_no',
  fields: {
    imperfect_id: reference(() => imperfectRecord, '残次单', given),
    line_id: integer('残次明细', { ...given, most: Number.MAX_SAFE_INTEGER }),
    sku_id: reference(() => sku, '货品', given),
    imperfect_type: choice('品级', imperfectType, given),
    deal_type: choice('处理方式', imperfectDeals, given),
    qty: quantity('处理数量', given),
    // Of goods that were to go back to their supplier and did not.
    undone_qty: quantity('退回数量', { initial: 0, derived: true, least: 0 }),
    deal_price: money('处理价', { derived: true }),
    status: choice('处理状态', dealStates, { ...given, initial: 2 }),
    deal_no: text('处理单号', { derived: true }),
    // Which pieces were repaired or scrapped, where they have codes.
    code_ids: references(() => uniqueCode, '唯一码', { derived: true }),
    judged_at: time('审核时间', { derived: true }),
  },
  calls: { list: ['imperfectDealList', 'stock:imperfectView'] },
  list: {
    columns: [
      'sku_id',
      'imperfect_type',
      'deal_type',
      'qty',
      'undone_qty',
      'deal_price',
      'status',
      'deal_no',
      'created_by',
      'created_at',
    ],
    filters: ['imperfect_id', 'sku_id', 'deal_type', 'status', 'created_at'],
    search: ['deal_no'],
    sort: ['-id', '-created_at'],
    sum: ['qty', 'undone_qty'],
  },
  scope: {
    warehouse: 'imperfect_id.warehouse_id',
    supplier: 'imperfect_id.supplier_id',
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
