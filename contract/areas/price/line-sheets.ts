import type { LineSheet } from '../tasks/line-sheet.ts';

/** Lines of a price sheet. */
export const priceLineSheet: LineSheet = {
  template: 'price_sheet',
  label: '调价明细',
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
      key: 'price',
      label: '新售价',
      aliases: ['售价', '价格', '调后价', 'Price', 'New Price'],
      required: true,
      rule: '元，大于 0，最多两位小数',
      example: '129.00',
    },
  ],
};

/** The sheets of this area. */
export const lineSheets: readonly LineSheet[] = [priceLineSheet];
