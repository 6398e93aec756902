import { person } from '../../kit/base-fields.ts';
import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { offering, prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { goodsCodes } from '../goods/codes.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { codeEvents, codeStatuses } from './code-enums.ts';
import { codeSourceLabels } from './code-source-labels.ts';
import { uniqueCode } from './unique-code.ts';

const shown = { derived: true } as const;

/** What happened to codes, each row written once and never again (domain.md §3.6 codeRecord, I14). */
export const codeRecord = entity('codeRecord', {
  label: '唯一码记录',
  group: '/v1/stock',
  title: 'unique_code',
  view: true,
  fields: {
    code_id: reference(() => uniqueCode, '唯一码ID', shown),
    unique_code: text('唯一码', shown),
    sku_id: reference(() => sku, '货品', shown),
    event_type: choice('事件', codeEvents, shown),
    from_status: choice('原状态', codeStatuses, shown),
    to_status: choice('新状态', codeStatuses, shown),
    from_warehouse_id: reference(() => warehouse, '原仓库', shown),
    to_warehouse_id: reference(() => warehouse, '新仓库', shown),
    epc: text('EPC码', shown),
    position: text('货位', shown),
    source_type: offering(text('来源单据', shown), codeSourceLabels),
    source_id: integer('来源单据ID', shown),
    source_no: text('来源单号', shown),
    remark: prose('说明', shown),
    admin_id: reference(() => person, '操作人', shown),
    at: time('时间', shown),
  },
  calls: { list: ['codeRecord', 'stock:codeView'] },
  list: {
    columns: [
      'unique_code',
      'sku_id',
      'event_type',
      'from_status',
      'to_status',
      'from_warehouse_id',
      'to_warehouse_id',
      'source_type',
      'source_no',
      'remark',
      'admin_id',
      'at',
    ],
    filters: ['unique_code', 'event_type', 'sku_id', 'to_status', 'source_type', 'source_no', 'admin_id', 'at'],
    search: ['unique_code', 'source_no'],
    searchThrough: { 'sku_id.sku_no': goodsCodes.sku_no },
    sort: ['-id', '-at'],
  },
  scope: {
    warehouse: ['from_warehouse_id', 'to_warehouse_id'],
    brand: 'sku_id.brand_id',
    category: 'sku_id.category_id',
  },
});
