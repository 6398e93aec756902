import type { LineSheet } from '../tasks/line-sheet.ts';

/** Cells of a batch of allots, a row each. */
export const batchSheet: LineSheet = {
  template: 'batch_allot',
  label: '批量调拨明细',
  columns: [
    {
      key: 'code',
      label: '货品编码',
      aliases: ['SKU编码', '条码', '商品条码', '编码', 'SKU', 'Barcode', 'EAN', 'Code'],
      required: true,
      rule: '货品编码或条码',
      example: 'S0000000001',
    },
    {
      key: 'to',
      label: '调入仓',
      aliases: ['门店', '门店编号', '门店名称', '仓库', '仓库编号', '调入仓编号', 'Store', 'Shop', 'Warehouse', 'To'],
      required: true,
      rule: '仓库或门店的编号、名称；同一货品同一调入仓只写一行',
      example: '001',
    },
    {
      key: 'qty',
      label: '数量',
      aliases: ['调拨数量', '铺货数量', '件数', 'Quantity', 'Qty', 'Pieces'],
      required: true,
      rule: '1 到 999999 的整数',
      example: '12',
    },
  ],
};

/** The sheets of this area. */
export const lineSheets: readonly LineSheet[] = [batchSheet];
