import type { LineSheet } from '../tasks/line-sheet.ts';
import { purchasePriceSheet } from './purchase-price-sheet.ts';

const { new_price, tax_rate_bp } = purchasePriceSheet.lines.fields;

/** Lines of a purchase price sheet. */
export const purchasePriceLineSheet: LineSheet = {
  template: 'purchase_price',
  label: purchasePriceSheet.lines.label,
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
      label: new_price.label,
      aliases: ['新进价', '进价', '采购价', '含税进价', '价格', 'Price', 'New Price'],
      required: true,
      rule: '元，大于 0，最多两位小数',
      example: '59.00',
    },
    {
      key: 'tax',
      label: tax_rate_bp.label,
      aliases: ['税率(%)', 'Tax', 'Tax Rate'],
      required: false,
      rule: '百分数，如 13 或 13%；不填时取合同或商品的税率',
      example: '13%',
    },
  ],
};

/** The sheets of this area. */
export const lineSheets: readonly LineSheet[] = [purchasePriceLineSheet];
