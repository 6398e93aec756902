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
export const shelfStatus = { 1: '上架', 2: '下架' } as const satisfies Choices;
export const barcodeType = { 1: '国标条码', 2: '供应商条码', 3: '店内码' } as const satisfies Choices;
export const coModel = { 1: '经销(买断)', 2: '代销', 3: '联营' } as const satisfies Choices;
export const coModelCode = { bought: 1, consigned: 2, jointVenture: 3 } as const;
export const supplierType = { 1: '品牌商', 2: '代理商', 3: '工厂', 4: '尾货商', 5: '其他' } as const satisfies Choices;
export const supplierLevel = { 1: '战略', 2: '核心', 3: '一般', 4: '观察' } as const satisfies Choices;
/** Domain.md §2 ends at 8; masters besides goods join behind. */
export const toolType = {
  1: '修改商品',
  2: '修改货品',
  3: '修改门店商品',
  4: '图片导入',
  5: '属性导入',
  6: '草稿发布',
  7: '尺码表导入',
  8: '商品导入',
  9: '修改供应商',
  10: '修改供应商账户',
} as const satisfies Choices;
export const settleCycle = { 1: '周结', 2: '半月结', 3: '月结', 4: '货到付款', 5: '预付款' } as const satisfies Choices;
export const invoiceType = {
  1: '增值税专用发票',
  2: '增值税普通发票',
  3: '电子普通发票',
  4: '不开票',
} as const satisfies Choices;
export const purchaseType = { 1: '期货订货', 2: '现货采购', 3: '追单补货', 4: '样品' } as const satisfies Choices;
export const priceState = { 1: '已定价', 2: '暂估待补价' } as const satisfies Choices;
export const priceStateCode = { priced: 1, estimated: 2 } as const;
export const inType = {
  1: '采购入库',
  2: '调拨入库',
  3: '销售退货入库',
  4: '盘盈入库',
  5: '其他入库',
  6: '期初入库',
} as const satisfies Choices;
export const lockType = {
  1: '订单锁定',
  2: '调拨锁定',
  3: '退返锁定',
  4: '盘点冻结',
  5: '残次锁定',
  6: '赠品预留',
  7: '手工锁定',
} as const satisfies Choices;
export const orderSource = {
  1: '门店POS',
  2: '小程序商城',
  3: 'H5/App',
  4: '第三方平台',
  5: '代理下单',
} as const satisfies Choices;
export const saleChannelType = {
  shop: '门店',
  mall: '自营商城',
  platform: '第三方平台',
  agent: '代理',
} as const satisfies Choices;
export const payType = {
  1: '微信',
  2: '支付宝',
  3: '现金',
  4: '银行卡',
  5: '储值卡',
  6: '外部券',
  7: '积分抵扣',
  8: '组合支付',
  9: '换货抵款',
} as const satisfies Choices;
export const serviceType = { 1: '仅退款', 2: '退货退款', 3: '换货' } as const satisfies Choices;
export const titleType = { 1: '个人', 2: '企业' } as const satisfies Choices;
export const refundWay = { 1: '原路退回', 2: '现金', 3: '退储值' } as const satisfies Choices;
