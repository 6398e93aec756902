import { command } from '../../kit/call.ts';
import type { ImportColumn } from '../tasks/import-column.ts';
import { type ImportKind, importKind } from '../tasks/imports.ts';
import { at, code, invoice, name, optional, price, quantity } from '../tasks/known-columns.ts';
import { importType } from '../tasks/task.ts';
import { styleColumns } from './style-columns.ts';

/** Of order lines, from which a list can be worked out; who fills in a template has none. */
const ofLines = (column: ImportColumn): ImportColumn => ({ ...optional(column), untold: true });
/** Of goods the tag price is the price, whatever they are sold at. */
const tagPrice: ImportColumn = { ...price, aliases: [...new Set(['吊牌价', ...price.aliases])] };
const several: ImportColumn = {
  ...code,
  rule: '不超过 32 个字符，不含空格；有款号时一格可写几个，用逗号或空格隔开，也可不填',
};

/** A plain list of goods, a catalogue of styles, or the lines of orders from which goods are worked out. */
export const goodsImport = importKind(importType.goods, 'Goods', {
  access: 'spu:importSpu',
  form: {
    template: 'spu_import',
    columns: [several, name, tagPrice, ...styleColumns, ofLines(invoice), ofLines(quantity), ofLines(at)],
  },
  options: ['rate', 'fold_case', 'skip_errors', 'make_missing'],
});

/** An uploaded sheet of goods taken in as its heading says, as a task: by whoever has no screen to map its columns (api.csv). */
export const importSpuCall = command<
  { file_key: string; skip_errors?: 0 | 1 },
  { batch_id: number; serial_no: string }
>({
  service: 'erp',
  path: '/v1/spu/importSpu',
  access: goodsImport.access,
});

/** The imports of this area. */
export const imports: readonly ImportKind[] = [goodsImport];
