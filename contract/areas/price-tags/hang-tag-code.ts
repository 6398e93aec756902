import { entity } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { codeStatuses } from '../codes/code-enums.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';
import { hangTagJob } from './hang-tag-job.ts';

const shown = { derived: true } as const;

/** The unique codes that a job makes tags for, each printed so often and its tag written or not. */
export const hangTagCode = entity('hangTagCode', {
  label: '制作单唯一码',
  group: '/v1/tag',
  title: 'unique_code',
  view: true,
  fields: {
    job_id: reference(() => hangTagJob, '吊牌制作单', shown),
    code_id: integer('唯一码ID', { ...shown, internal: true, most: Number.MAX_SAFE_INTEGER }),
    unique_code: text('唯一码', shown),
    sku_id: reference(() => sku, '货品', shown),
    barcode: text('条码', { ...shown, internal: true }),
    status: choice('唯一码状态', codeStatuses, shown),
    warehouse_id: reference(() => warehouse, '所在仓库', shown),
    is_printed: flag('已打印', shown),
    is_written: flag('已写EPC', shown),
    print_count: integer('打印次数', shown),
    printed_at: time('打印时间', shown),
    epc: text('EPC码', shown),
    written_at: time('写入时间', shown),
  },
  calls: { list: ['jobCodes', 'tag:view'] },
  list: {
    columns: ['unique_code', 'sku_id', 'status', 'print_count', 'printed_at', 'epc', 'written_at'],
    filters: ['job_id', 'sku_id', 'is_printed', 'is_written', 'unique_code'],
    search: ['unique_code', 'epc'],
    sort: ['id', 'unique_code', '-printed_at'],
  },
  scope: { warehouse: 'warehouse_id', brand: 'sku_id.brand_id', category: 'sku_id.category_id' },
});
