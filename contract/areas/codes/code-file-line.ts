import { entity } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { codeFile } from './code-file.ts';

const shown = { derived: true } as const;

/** What became of a row of a file. */
export const lineStates = { 1: '待处理', 2: '有误', 3: '已处理', 4: '已略过' } as const;
export const lineState = { ready: 1, wrong: 2, done: 3, skipped: 4 } as const;

/** The rows of a file of codes, each with what is wrong with it. */
export const codeFileLine = entity('codeFileLine', {
  label: '码文件明细',
  group: '/v1/stock',
  title: 'unique_code',
  view: true,
  fields: {
    file_id: reference(() => codeFile, '码文件', shown),
    row_no: integer('行号', { ...shown, most: 1_000_000 }),
    unique_code: text('唯一码', shown),
    epc: text('EPC码', shown),
    sku_no: text('SKU编码', shown),
    status: choice('结果', lineStates, shown),
    error: prose('错误', shown),
  },
  calls: { list: ['codeFileLines', 'stock:codeView'] },
  list: {
    columns: ['row_no', 'unique_code', 'epc', 'sku_no', 'status', 'error'],
    filters: ['file_id', 'status'],
    search: ['unique_code'],
    sort: ['row_no'],
  },
  scope: { warehouse: 'file_id.warehouse_id' },
});
