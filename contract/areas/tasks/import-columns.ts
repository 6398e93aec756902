import type { ColumnKey, ImportColumn } from './import-column.ts';
import { styleColumns } from './style-columns.ts';
import { type ImportType, importType } from './task.ts';

/** What a kind of import reads. */
export interface ImportForm {
  readonly type: ImportType;
  /** The code of its template (specification §7, `/v1/Excel`; `spu_import` is domain.md §11's name, which has none for the other two). */
  readonly template: string;
  readonly columns: readonly ImportColumn[];
}

/** Which column of a sheet, counted from 0, each known column is. */
export type Mapping = Readonly<Partial<Record<ColumnKey, number>>>;

const code: ImportColumn = {
  key: 'code',
  label: '条码',
  aliases: [
    'SKU编码',
    '商品编码',
    '商品条码',
    '国际码',
    '编码',
    'StockCode',
    'Stock Code',
    'SKU',
    'Barcode',
    'EAN',
    // Last: beside a code these are the number of the style.
    '货号',
    '款号',
  ],
  required: true,
  rule: '不超过 32 个字符，不含空格',
  example: '6901234567892',
};
const name: ImportColumn = {
  key: 'name',
  label: '商品名称',
  aliases: ['品名', '名称', '货品名称', '商品', 'Description', 'Name', 'Product Name'],
  required: false,
  rule: '超过 64 个字符的部分会截去',
  example: '纯棉短袖T恤',
};
const price: ImportColumn = {
  key: 'price',
  label: '单价',
  aliases: ['售价', '吊牌价', '价格', '成交价', '零售价', 'UnitPrice', 'Unit Price', 'Price'],
  required: true,
  rule: '金额，最多 6 位小数；按汇率换算后四舍五入到分',
  example: '129.00',
};
const quantity: ImportColumn = {
  key: 'quantity',
  label: '数量',
  aliases: ['件数', '销售数量', '库存数量', 'Quantity', 'Qty', 'Pieces'],
  required: true,
  rule: '整数',
  example: '2',
};
const invoice: ImportColumn = {
  key: 'invoice',
  label: '单号',
  aliases: ['订单号', '外部订单号', '销售单号', '小票号', 'InvoiceNo', 'Invoice No', 'Invoice', 'Order No'],
  required: true,
  rule: '同一张订单的各行写同一个单号；以 C 开头的是退货',
  example: '536365',
};
const at: ImportColumn = {
  key: 'time',
  label: '下单时间',
  aliases: ['销售时间', '时间', '日期', '下单日期', 'InvoiceDate', 'Invoice Date', 'Date', 'Order Date'],
  required: true,
  rule: '如 2026-11-21 08:26，按所选时区',
  example: '2026-11-21 08:26:00',
};
const customer: ImportColumn = {
  key: 'customer',
  label: '客户编号',
  aliases: ['会员编号', '会员', '客户', 'CustomerID', 'Customer ID', 'Customer'],
  required: false,
  rule: '没有会员的行留空',
  example: '17850',
};
const optional = (column: ImportColumn): ImportColumn => ({ ...column, required: false });
/** Of order lines, from which a list can be worked out; who fills in a template has none. */
const ofLines = (column: ImportColumn): ImportColumn => ({ ...optional(column), untold: true });
/** Of goods the tag price is the price, whatever they are sold at. */
const tagPrice: ImportColumn = { ...price, aliases: [...new Set(['吊牌价', ...price.aliases])] };
const several: ImportColumn = {
  ...code,
  rule: '不超过 32 个字符，不含空格；有款号时一格可写几个，用逗号或空格隔开，也可不填',
};

/** The sheets that can be imported: a plain table, or the lines of orders, from which goods and opening stock are worked out. */
export const importForms: Readonly<Record<ImportType, ImportForm>> = {
  [importType.goods]: {
    type: importType.goods,
    template: 'spu_import',
    columns: [several, name, tagPrice, ...styleColumns, ofLines(invoice), ofLines(quantity), ofLines(at)],
  },
  [importType.openingStock]: {
    type: importType.openingStock,
    template: 'opening_stock',
    columns: [
      code,
      { ...quantity, rule: '整数；清单中的不能为负' },
      optional(name),
      optional(invoice),
      optional(at),
      optional(price),
    ],
  },
  [importType.orders]: {
    type: importType.orders,
    template: 'order_history',
    columns: [invoice, at, code, name, quantity, price, customer],
  },
};

/** The columns that a template is made of. */
export const templateColumns = ({ columns }: ImportForm): ImportColumn[] => columns.filter(({ untold }) => !untold);

/** Which columns a sheet has, by its heading: the label first, then the aliases in their order, each column once. */
export function guessColumns(form: ImportForm, heading: readonly string[]): Mapping {
  const plain = heading.map(plainHeading);
  const taken = new Set<number>();
  const found: Partial<Record<ColumnKey, number>> = {};
  for (const column of form.columns) {
    const index = [column.label, ...column.aliases]
      .map((words) => plain.findIndex((one, place) => one === plainHeading(words) && !taken.has(place)))
      .find((place) => place !== -1);
    if (index === undefined) continue;
    taken.add(index);
    found[column.key] = index;
  }
  return styled(form, found, plain);
}

// A style's number stands for the code of a list without colours and sizes; where rows differ by these it cannot.
function styled(form: ImportForm, found: Mapping, plain: readonly string[]): Mapping {
  const { code: place, ...others } = found;
  if (place === undefined || found.style !== undefined) return found;
  if (found.color === undefined && found.size === undefined) return found;
  const style = form.columns.find(({ key }) => key === 'style');
  const names = [style?.label, ...(style?.aliases ?? [])].map((words) => plainHeading(words ?? ''));
  return names.includes(plain[place] ?? '') ? { ...others, style: place } : found;
}

/** Must a sheet with this mapping have the column? Lines of orders need their time and quantity as well; a style needs no code. */
export function isRequired({ key, required }: ImportColumn, mapping: Mapping): boolean {
  if (key === 'code' && mapping.style !== undefined) return false;
  const ofLine = key === 'quantity' || key === 'time' || key === 'price';
  return required || (mapping.invoice !== undefined && ofLine);
}

/** The columns that a mapping lacks and the import cannot do without. */
export function missingColumns(form: ImportForm, mapping: Mapping): ImportColumn[] {
  return form.columns.filter((column) => mapping[column.key] === undefined && isRequired(column, mapping));
}

function plainHeading(words: string): string {
  return words
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s\uFEFF_\-.:*()[\]/\\]+/g, '');
}
