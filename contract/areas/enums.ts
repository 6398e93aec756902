import type { Choices } from '../kit/field.ts';

/** Enumerations of domain.md §2 that several definitions share. */
export const onOff = { 1: '启用', 0: '停用' } as const satisfies Choices;
export const imperfectType = {
  0: '正品',
  1: '轻残(可折价)',
  2: '重残(不可售)',
  3: '污损待清洗',
  4: '缺吊牌/配件',
} as const satisfies Choices;
export const seasonName = { 春: '春季', 夏: '夏季', 秋: '秋季', 冬: '冬季', 四季: '四季' } as const satisfies Choices;
export const sexName = { 男: '男款', 女: '女款', 中性: '中性', 男童: '男童', 女童: '女童' } as const satisfies Choices;
export const warehouseType = {
  1: '总仓',
  2: '门店仓',
  3: '电商仓',
  4: '残次仓',
  5: '退货仓',
} as const satisfies Choices;
export const shopType = { 1: '直营', 2: '加盟', 3: '联营', 4: '线上店' } as const satisfies Choices;
export const shopStatus = { 1: '营业', 2: '筹备', 3: '停业', 0: '停用' } as const satisfies Choices;
export const spuStatus = { 0: '待初始化', 1: '启用', 2: '停用' } as const satisfies Choices;
export const skuStatus = { 1: '启用', 2: '停用' } as const satisfies Choices;
export const barcodeType = { 1: '国标条码', 2: '供应商条码', 3: '店内码' } as const satisfies Choices;
export const coModel = { 1: '经销(买断)', 2: '代销', 3: '联营' } as const satisfies Choices;
export const supplierType = { 1: '品牌商', 2: '代理商', 3: '工厂', 4: '尾货商', 5: '其他' } as const satisfies Choices;
export const supplierLevel = { 1: '战略', 2: '核心', 3: '一般', 4: '观察' } as const satisfies Choices;
export const settleCycle = { 1: '周结', 2: '半月结', 3: '月结', 4: '货到付款', 5: '预付款' } as const satisfies Choices;
export const invoiceType = {
  1: '增值税专用发票',
  2: '增值税普通发票',
  3: '电子普通发票',
  4: '不开票',
} as const satisfies Choices;
