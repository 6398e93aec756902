import { person } from '../../kit/base-fields.ts';
import { choice, choices, word, words } from '../../kit/kinds/choice.ts';
import { references } from '../../kit/kinds/reference.ts';
import { offering, text, texts } from '../../kit/kinds/text.ts';
import { organize } from '../access/organize.ts';
import {
  coModel,
  imperfectType,
  inWareBatchStatus,
  lockType,
  orderSource,
  orderStatus,
  payType,
  purchaseOrderStatus,
  purchaseType,
  saleChannelType,
  seasonName,
  sexName,
} from '../enums.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { viewOrders } from '../orders/order.ts';
import { purchaser } from '../partners/purchaser.ts';
import { shop } from '../partners/shop.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { exportType, type Pair, type Span, someSpan, type TaskForm, taskForm } from './form.ts';
import { type ExportType, taskType } from './task.ts';

/** 全部(无需值), of product_type: it needs no list of goods (specification §5, "except type value 4"). */
export const allProducts = 4;
/** The channel that needs no value (specification §5). */
export const agentChannel = 'agent';
export const afterSales = 3;
export const shoppingBags = 2;
export const stockDetails = 2;

const together = '类型和值需同时传递';
const products = {
  product_type: choice('商品类型', { 1: 'SKU编码', 2: 'SPU编码', 3: '条码', [allProducts]: '全部' }),
  product_value: texts('商品值'),
};
const productPair: Pair = { type: 'product_type', value: 'product_value', words: together, alone: [allProducts] };
const goodsOf = {
  category_ids: references(() => category, '商品分类'),
  brand_ids: references(() => brand, '品牌'),
};
const suppliers = { supplier_ids: references(() => supplier, '供应商') };
const warehouses = { w_ids: references(() => warehouse, '仓库') };

const span = (label: string, from: string, to: string): Span => ({ label, from, to });
const onlineTime = span('上市时间', 'online_start_time', 'online_end_time');
const createTime = span('创建时间', 'create_start_time', 'create_end_time');
const orderTime = span('下单时间', 'start_time', 'end_time');
const shippingTime = span('发货时间', 'deliver_goods_start_time', 'deliver_goods_end_time');
const serviceTime = span('售后时间', 'os_start_time', 'os_end_time');
const batchTime = span('创建时间', 'created_at_start', 'created_at_end');
const intoTime = span('入库时间', 'into_time_start', 'into_time_end');
const purchaseTime = span('采购创建时间', 'start_time', 'end_time');

const goods = taskForm('goodsExport', {
  type: taskType.goods,
  access: 'spu:view',
  spans: [onlineTime, createTime],
  oneSpan: { label: '时间类型', names: [onlineTime.label, createTime.label] },
  pairs: [productPair],
  fields: {
    export_type: exportType('导出类型', { 1: '商品(SPU)明细', 2: '货品(SKU)明细' }, '请选择类型'),
    ...goodsOf,
    sale_channel_value: offering(text('销售渠道'), { [agentChannel]: saleChannelType[agentChannel] }),
    ...products,
  },
  rules: [someSpan([onlineTime, createTime], '请选择时间')],
});

const orderFilters = {
  order_status: choices('订单状态', orderStatus),
  sale_channel_type: word('销售渠道类型', saleChannelType),
  sale_channel_value: text('销售渠道'),
  source: choices('订单来源', orderSource),
  user_type: choice('会员类型', { 1: '手机号', 2: '会员编号', 3: '收货手机' }),
  user_value: text('会员值'),
  pay_type: choices('支付方式', payType),
  admin_ids: references(() => person, '导购/收银员'),
  ...goodsOf,
  shop_ids: references(() => shop, '门店'),
  ...suppliers,
  ...products,
};

const orders = taskForm('ordersExport', {
  type: taskType.orders,
  access: viewOrders,
  spans: [orderTime, shippingTime, serviceTime],
  pairs: [
    {
      type: 'sale_channel_type',
      value: 'sale_channel_value',
      words: '销售渠道类型和销售渠道值需同时传递',
      alone: [agentChannel],
    },
    { type: 'user_type', value: 'user_value', words: together },
    productPair,
  ],
  fields: {
    export_type: exportType(
      '导出类型',
      { 1: '订单明细', [shoppingBags]: '购物袋', [afterSales]: '售后明细' },
      '导出类型不能为空',
    ),
    ...orderFilters,
  },
  rules: [
    someSpan([orderTime, shippingTime], '最少选中一项时间!', (values) => values.export_type === afterSales),
    someSpan([serviceTime], '请选择售后时间!', (values) => values.export_type !== afterSales),
  ],
  hidden: ({ export_type: type }) => {
    if (type === afterSales) return [...Object.keys(orderFilters), ...endsOf(orderTime, shippingTime)];
    const service = endsOf(serviceTime);
    if (type !== shoppingBags) return service;
    return ['order_status', 'source', 'user_type', 'user_value', 'pay_type', 'supplier_ids', 'shop_ids', ...service];
  },
});

const inbound = taskForm('inboundExport', {
  type: taskType.inbound,
  access: 'InWareBatch:view',
  spans: [batchTime, intoTime],
  oneSpan: { label: '时间类型', names: [batchTime.label, intoTime.label] },
  pairs: [productPair, { type: 'purchase_ware_batch_type', value: 'purchase_ware_batch_value', words: together }],
  fields: {
    list_type: exportType('列表类型', { 1: '批次汇总', 2: '入库明细' }, '请选择类型'),
    ...warehouses,
    status_list: choices('入库状态', inWareBatchStatus),
    ...goodsOf,
    admin_ids: references(() => person, '创建人'),
    ...products,
    purchase_ware_batch_type: choice('批次类型', { 1: '批次号', 2: '入库单号', 3: '采购单号', 4: '预约单号' }),
    purchase_ware_batch_value: texts('批次值'),
  },
  rules: [someSpan([batchTime, intoTime], '请选择时间')],
});

const purchase = taskForm('purchaseExport', {
  type: taskType.purchase,
  access: 'purchaseOrder:view',
  spans: [purchaseTime],
  pairs: [productPair],
  fields: {
    status: choices('采购状态', purchaseOrderStatus),
    co_model: choices('合作模式', coModel),
    purchase_type: choices('采购类型', purchaseType),
    purchaser_ids: references(() => purchaser, '采购员'),
    department_ids: references(() => organize, '部门'),
    ...suppliers,
    ...goodsOf,
    ...products,
    purchase_no: texts('采购单号'),
    admin_ids: references(() => person, '创建人'),
  },
  rules: [someSpan([purchaseTime], '请选择时间')],
});

const detailFilters = {
  status: choices('库存状态', { 1: '可用', 2: '锁定', 3: '残次', 4: '在途' }),
  imperfect_type: choices('残次类型', imperfectType),
  is_zt: choice('是否在途', { 0: '全部', 1: '是', 2: '否' }),
  lock_type: choices('锁定类型', lockType),
};

const stock = taskForm('stockExport', {
  type: taskType.stock,
  access: 'stock:view',
  spans: [],
  pairs: [productPair],
  fields: {
    export_type: exportType('导出类型', { 1: '库存汇总', [stockDetails]: '库存明细' }, '请选择类型'),
    ...warehouses,
    ...suppliers,
    ...goodsOf,
    ...products,
    serial_nos: texts('批次流水号'),
    in_stock_nos: texts('入库单号'),
    season_name: words('季节', seasonName),
    sex_name: words('性别', sexName),
    ...detailFilters,
  },
  rules: [],
  hidden: ({ export_type: type }) => (type === stockDetails ? [] : Object.keys(detailFilters)),
});

/** The five forms, by the id of their kind. */
export const taskForms: Readonly<Record<ExportType, TaskForm>> = {
  [taskType.goods]: goods,
  [taskType.orders]: orders,
  [taskType.inbound]: inbound,
  [taskType.purchase]: purchase,
  [taskType.stock]: stock,
};

function endsOf(...spans: readonly Span[]): string[] {
  return spans.flatMap(({ from, to }) => [from, to]);
}
