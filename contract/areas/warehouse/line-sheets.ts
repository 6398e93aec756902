import type { LineSheet } from '../tasks/line-sheet.ts';

/** What was counted of goods, a row each. */
export const countSheet: LineSheet = {
  template: 'stocktaking',
  label: '盘点数',
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
      key: 'qty',
      label: '数量',
      aliases: ['实盘数量', '盘点数量', '实盘', '件数', 'Quantity', 'Qty', 'Pieces'],
      required: true,
      rule: '0 到 999999 的整数；同一库区同一货品同一品级只写一行',
      example: '12',
    },
    {
      key: 'zone',
      label: '库区',
      aliases: ['库区编号', '库区名称', 'Zone'],
      required: false,
      rule: '库区编号或名称；盘点单只有一个未关闭的库区时可不填',
      example: 'A',
    },
    {
      key: 'grade',
      label: '品级',
      aliases: ['残次类型', 'Grade'],
      required: false,
      rule: '品级名称；不填为正品',
      example: '正品',
    },
  ],
};

/** The sheets of this area. */
export const lineSheets: readonly LineSheet[] = [countSheet];
