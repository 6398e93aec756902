import type { LineSheet } from '../tasks/line-sheet.ts';

/** Lines of an allot. */
export const allotSheet: LineSheet = {
  template: 'allot',
  label: '调拨明细',
  columns: [
    {
      key: 'code',
      label: '货品编码',
      aliases: ['SKU编码', '条码', '商品条码', '编码', 'SKU', 'Barcode', 'EAN', 'Code'],
      required: true,
      rule: '货品编码或条码；同一货品只写一行',
      example: 'S0000000001',
    },
    {
      key: 'qty',
      label: '数量',
      aliases: ['申请数量', '调拨数量', '件数', 'Quantity', 'Qty', 'Pieces'],
      required: true,
      rule: '1 到 999999 的整数',
      example: '12',
    },
  ],
};

/** The sheets of this area. */
export const lineSheets: readonly LineSheet[] = [allotSheet];
