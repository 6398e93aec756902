import type { LineSheet } from '../tasks/line-sheet.ts';

const goods = {
  key: 'code',
  label: '货品编码',
  aliases: ['SKU编码', '条码', '商品条码', '编码', 'SKU', 'Barcode', 'EAN', 'Code'],
  required: true,
  rule: '货品编码或条码；同一货品只写一行',
  example: 'S0000000001',
};
const quantity = {
  key: 'qty',
  label: '数量',
  aliases: ['采购数量', '预约数量', '订货数量', '件数', 'Quantity', 'Qty', 'Pieces'],
  required: true,
  rule: '1 到 999999 的整数',
  example: '12',
};

/** Lines of a purchase order. */
export const orderSheet: LineSheet = { template: 'purchase_order', label: '采购明细', columns: [goods, quantity] };

/** Lines of an appointment that is entered without its orders. */
export const typedArrivalSheet: LineSheet = {
  template: 'arrival_old',
  label: '预约明细',
  columns: [
    { ...goods, rule: '货品编码或条码；同一货品分属几张采购单时可写几行' },
    quantity,
    {
      key: 'purchase_no',
      label: '采购单号',
      aliases: ['采购单', '订单号', 'PO', 'Purchase No', 'Order No'],
      required: false,
      rule: '不填时按预计到货日从早到晚匹配未到货的采购单',
      example: 'CG26030100001',
    },
  ],
};

/** The sheets of this area. */
export const lineSheets: readonly LineSheet[] = [orderSheet, typedArrivalSheet];
