import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { imperfectType } from '../enums.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { inWareDetail } from '../purchasing/in-ware-detail.ts';
import { codeEvents, codeStatuses } from './code-enums.ts';
import { codeOrder } from './code-order.ts';

const shown = { derived: true } as const;

/**
 * A unique code: one number for one piece, from its issue on (domain.md §3.6). Read off the ledger of codes; events alone change it. The warehouse
 * of a piece that is gone is the one it left.
 */
export const uniqueCode = entity('uniqueCode', {
  label: '唯一码',
  group: '/v1/stock',
  title: 'unique_code',
  hint: 'epc',
  view: true,
  fields: {
    unique_code: text('唯一码', shown),
    epc: text('EPC码', shown),
    sku_id: reference(() => sku, '货品', shown),
    code_order_id: reference(() => codeOrder, '制码单', shown),
    status: choice('状态', codeStatuses, shown),
    warehouse_id: reference(() => warehouse, '所在仓库', shown),
    position: text('货位', shown),
    imperfect_type: choice('品级', imperfectType, shown),
    in_ware_detail_id: reference(() => inWareDetail, '入库批次', shown),
    order_no: text('销售订单', shown),
    doc_no: text('占用单据', shown),
    into_time: time('入库时间', shown),
    print_count: integer('打印次数', shown),
    last_event: choice('最近事件', codeEvents, shown),
    last_time: time('最近时间', shown),
  },
  calls: { list: ['codeList', 'stock:codeView'], options: ['codeOptions', 'login'] },
  list: {
    columns: [
      'unique_code',
      'epc',
      'sku_id',
      'status',
      'warehouse_id',
      'position',
      'imperfect_type',
      'in_ware_detail_id',
      'into_time',
      'doc_no',
    ],
    filters: [
      'unique_code',
      'epc',
      'sku_id',
      'warehouse_id',
      'status',
      'imperfect_type',
      'code_order_id',
      'in_ware_detail_id',
      'into_time',
    ],
    search: ['unique_code', 'epc'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    offers: ['status', 'warehouse_id', 'sku_id', 'imperfect_type'],
    sort: ['-id', 'unique_code', '-into_time', '-last_time'],
  },
  scope: { warehouse: 'warehouse_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
