import type { ImportColumn } from './import-column.ts';

// What a sheet of any kind may say of a row; each area says which of them its sheets have.

export const code: ImportColumn = {
  key: 'code',
  label: '条码',
  aliases: [
    // Of our own lists, which have the number of the goods as well.
    '主条码',
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
export const name: ImportColumn = {
  key: 'name',
  label: '商品名称',
  // Our own lists call the style 商品 and the piece, colour and size with it, 货品名称.
  aliases: ['品名', '名称', '商品', '货品名称', 'Description', 'Name', 'Product Name'],
  required: false,
  rule: '超过 64 个字符的部分会截去',
  example: '纯棉短袖T恤',
};
export const price: ImportColumn = {
  key: 'price',
  label: '单价',
  aliases: ['售价', '吊牌价', '价格', '成交价', '零售价', 'UnitPrice', 'Unit Price', 'Price'],
  required: true,
  rule: '金额，最多 6 位小数；按汇率换算后四舍五入到分',
  example: '129.00',
};
export const quantity: ImportColumn = {
  key: 'quantity',
  label: '数量',
  aliases: ['件数', '销售数量', '库存数量', 'Quantity', 'Qty', 'Pieces'],
  required: true,
  rule: '整数',
  example: '2',
};
export const invoice: ImportColumn = {
  key: 'invoice',
  label: '单号',
  aliases: ['订单号', '外部订单号', '销售单号', '小票号', 'InvoiceNo', 'Invoice No', 'Invoice', 'Order No'],
  required: true,
  rule: '同一张订单的各行写同一个单号；以 C 开头的是退货',
  example: '536365',
};
export const at: ImportColumn = {
  key: 'time',
  label: '下单时间',
  aliases: ['销售时间', '时间', '日期', '下单日期', 'InvoiceDate', 'Invoice Date', 'Date', 'Order Date'],
  required: true,
  rule: '如 2026-11-21 08:26，按所选时区',
  example: '2026-11-21 08:26:00',
};
export const customer: ImportColumn = {
  key: 'customer',
  label: '客户编号',
  aliases: ['会员编号', '会员', '客户', 'CustomerID', 'Customer ID', 'Customer'],
  required: false,
  rule: '没有会员的行留空',
  example: '17850',
};
/** A column that a sheet may lack. */
export const optional = (column: ImportColumn): ImportColumn => ({ ...column, required: false });
