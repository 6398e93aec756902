import type { AnyDefinition } from '../../kit/definition.ts';
import type { RoleCode } from '../access/roles.ts';
import { orderService, serviceStatus } from '../after-sales/order-service.ts';
import { allot } from '../allocation/allot.ts';
import { allotDiff } from '../allocation/allot-diff.ts';
import { allotState, diffState } from '../allocation/allot-enums.ts';
import { contract } from '../contracts/contract.ts';
import { contractBrandAuth } from '../contracts/contract-brand-auth.ts';
import { contractState } from '../contracts/contract-enums.ts';
import { waitingPrice } from '../costs/waiting-price.ts';
import { draftState, spuDraft } from '../drafts/spu-draft.ts';
import { voucher } from '../finance/voucher.ts';
import { voucherAbnormal } from '../finance/voucher-abnormal.ts';
import { abnormalState, voucherState } from '../finance/voucher-enums.ts';
import { clientDevice } from '../fleet/client-device.ts';
import { spu } from '../goods/spu.ts';
import { order } from '../orders/order.ts';
import { orderState as saleState } from '../orders/order-enums.ts';
import { promotion } from '../promotions/promotion.ts';
import { promotionState } from '../promotions/promotion-enums.ts';
import { arrivalOrder } from '../purchasing/arrival-order.ts';
import { inWareBatch } from '../purchasing/in-ware-batch.ts';
import { batchState } from '../purchasing/inbound-enums.ts';
import { arrivalState, orderState } from '../purchasing/purchase-enums.ts';
import { purchaseOrder } from '../purchasing/purchase-order.ts';
import { checkBill } from '../settlement/check-bill.ts';
import { payment } from '../settlement/payment.ts';
import { checkBillState, paymentState, settleState, statementState } from '../settlement/settle-enums.ts';
import { settleItem } from '../settlement/settle-item.ts';
import { statement } from '../settlement/statement.ts';
import { stock } from '../warehouse/stock.ts';
import { stocktaking, stocktakingState } from '../warehouse/stocktaking.ts';
import { salesDays, sellThroughDays } from './dashboard.ts';

/** What a list is asked: the names of its filters, as its address carries them. */
export type FigureAsked = Readonly<Record<string, string | number | boolean | readonly number[]>>;

/** A figure on a landing page: what a list with these filters has, so that the list shows what was counted. */
export interface FigureMeaning {
  readonly label: string;
  /** What is counted; of a sum of money the number of records is read before it. */
  readonly note: string;
  readonly of: AnyDefinition;
  /** `day(0)` is the business day on which it is asked, `day(7)` the seventh after it. */
  asks(day: (after: number) => string): FigureAsked;
  /** A sum of money of the list, read before the count. */
  readonly sum?: string;
  /** It is bad that there are any. */
  readonly bad?: true;
}

const toCome = [orderState.toArrive, orderState.partly];
const toPay = [statementState.payable, statementState.partlyPaid];

export const figures = {
  dueOrders: {
    label: '应到采购单',
    note: '7 天内到货，含已逾期',
    of: purchaseOrder,
    asks: (day) => ({ status: toCome, expect_date_to: day(7) }),
  },
  lateOrders: {
    label: '逾期未到',
    note: '预计到货日已过的采购单',
    of: purchaseOrder,
    asks: (day) => ({ status: toCome, expect_date_to: day(-1) }),
    bad: true,
  },
  ordersToJudge: {
    label: '待我审核的采购',
    note: '张采购单的金额',
    of: purchaseOrder,
    asks: () => ({ status: orderState.waiting, waiting: 1 }),
    sum: 'total_amount',
  },
  unpriced: { label: '待补价', note: '按暂估价入库的批次', of: waitingPrice, asks: () => ({}) },
  endingContracts: {
    label: '合同将到期',
    note: '30 天内到期的合同',
    of: contract,
    asks: (day) => ({ status: contractState.inForce, end_date_from: day(0), end_date_to: day(30) }),
  },
  endingAuths: {
    label: '授权将到期',
    note: '30 天内到期的品牌授权',
    of: contractBrandAuth,
    asks: (day) => ({ is_valid: true, end_date_from: day(0), end_date_to: day(30) }),
  },
  dockToday: {
    label: '今日预约到货',
    note: '预约单，未完成',
    of: arrivalOrder,
    asks: (day) => ({
      status: [arrivalState.toArrive, arrivalState.arrived, arrivalState.receiving],
      appoint_date_from: day(0),
      appoint_date_to: day(0),
    }),
  },
  toCount: {
    label: '到货待清点',
    note: '入库批次，未清点完',
    of: inWareBatch,
    asks: () => ({ status: [batchState.toCount, batchState.counting, batchState.rejected] }),
  },
  toSend: {
    label: '待拣货发出',
    note: '调拨单，未发出',
    of: allot,
    asks: () => ({ status: allotState.toSend }),
  },
  toSign: {
    label: '调拨在途',
    note: '调拨单，待签收',
    of: allot,
    asks: () => ({ status: [allotState.moving, allotState.arrived] }),
  },
  differences: {
    label: '调拨差异',
    note: '差异单，未结案',
    of: allotDiff,
    asks: () => ({ status: [diffState.open, diffState.waiting, diffState.toDecide, diffState.rejected] }),
    bad: true,
  },
  takes: {
    label: '盘点中',
    note: '盘点单，待清点',
    of: stocktaking,
    asks: () => ({ status: [stocktakingState.counting, stocktakingState.recounting] }),
  },
  negative: {
    label: '负库存',
    note: '货品仓，先卖后到',
    of: stock,
    asks: () => ({ qty_negative_from: 1 }),
    bad: true,
  },
  dueSoon: {
    label: '7 天内应付',
    note: '张结算单到期',
    of: statement,
    asks: (day) => ({ status: toPay, due_date_from: day(0), due_date_to: day(7) }),
    sum: 'unpaid_amount',
  },
  overdue: {
    label: '已逾期应付',
    note: '张结算单过期未付',
    of: statement,
    asks: (day) => ({ status: toPay, due_date_to: day(-1) }),
    sum: 'unpaid_amount',
    bad: true,
  },
  cashOut: {
    label: '30 天内付款',
    note: '张结算单，含已逾期',
    of: statement,
    asks: (day) => ({ status: toPay, due_date_to: day(30) }),
    sum: 'unpaid_amount',
  },
  openItems: {
    label: '待对账',
    note: '条应付明细未进对账单',
    of: settleItem,
    asks: () => ({ status: settleState.open }),
    sum: 'amount',
  },
  openBills: {
    label: '待供应商确认',
    note: '张对账单',
    of: checkBill,
    asks: () => ({ status: [checkBillState.waiting, checkBillState.disputed] }),
    sum: 'total_amount',
  },
  toPay: {
    label: '待付款',
    note: '张付款单已审核',
    of: payment,
    asks: () => ({ status: paymentState.ready }),
    sum: 'amount',
  },
  vouchers: {
    label: '凭证待审核',
    note: '凭证，未审核',
    of: voucher,
    asks: () => ({ status: voucherState.waiting }),
  },
  abnormal: {
    label: '凭证异常',
    note: '业务没有凭证，月结前要处理',
    of: voucherAbnormal,
    asks: () => ({ status: abnormalState.waiting }),
    bad: true,
  },
  newStyles: { label: '商品待初始化', note: '还没有货品的款', of: spu, asks: () => ({ status: 0 }) },
  drafts: { label: '商品草稿', note: '未发布的草稿', of: spuDraft, asks: () => ({ status: draftState.draft }) },
  toShip: {
    label: '订单待发货',
    note: '订单，含部分发货',
    of: order,
    asks: () => ({ status: [saleState.toShip, saleState.partlyShipped] }),
  },
  services: {
    label: '售后待处理',
    note: '售后单，未办完',
    of: orderService,
    asks: () => ({ status: [serviceStatus.toDeal, serviceStatus.toReturn, serviceStatus.returned] }),
  },
  promotions: {
    label: '促销进行中',
    note: '活动，正在进行',
    of: promotion,
    asks: () => ({ status: promotionState.running }),
  },
  devices: {
    label: '设备待处理',
    note: '设备，有被拒的记录',
    of: clientDevice,
    asks: () => ({ attention_from: 1 }),
    bad: true,
  },
  unsent: {
    label: '设备未上传',
    note: '设备，有未上传的记录',
    of: clientDevice,
    asks: () => ({ unsent_from: 1 }),
  },
} as const satisfies Readonly<Record<string, FigureMeaning>>;

export type FigureName = keyof typeof figures;

/** Figures that no list has: worked out by the server, each with the words of its name. */
export const workedOut = {
  openToBuy: { label: '可采购额度', note: '执行中合同上限减已下单' },
  sellThrough: { label: `${sellThroughDays} 天售罄率`, note: '售出件数占售出加现存' },
  salesToday: { label: '今日销售', note: '笔订单，已扣退款' },
  salesRecent: { label: `近 ${salesDays} 天销售`, note: '笔订单，已扣退款' },
} as const;

export type WorkedOut = keyof typeof workedOut;

/** What somebody in a role looks at first, in this order; of several roles, those of the first come first. */
export const figuresOfRole: Readonly<Partial<Record<RoleCode, readonly (FigureName | WorkedOut)[]>>> = {
  super: ['salesToday', 'cashOut', 'abnormal', 'negative'],
  buyMgr: ['ordersToJudge', 'openToBuy', 'lateOrders', 'endingContracts'],
  buyer: ['dueOrders', 'unpriced', 'endingContracts', 'sellThrough'],
  whsMgr: ['dockToday', 'toCount', 'toSend', 'negative'],
  whs: ['takes', 'toCount', 'toSend', 'toSign'],
  finMgr: ['cashOut', 'toPay', 'vouchers', 'abnormal'],
  fin: ['dueSoon', 'overdue', 'openItems', 'openBills'],
  goodsMgr: ['newStyles', 'drafts', 'sellThrough', 'endingAuths'],
  goods: ['newStyles', 'drafts', 'sellThrough'],
  district: ['salesToday', 'salesRecent', 'toSign', 'differences'],
  shopMgr: ['salesToday', 'salesRecent', 'toSign', 'differences'],
  cs: ['services', 'toShip', 'salesToday', 'salesRecent'],
  mkt: ['salesToday', 'salesRecent', 'promotions', 'sellThrough'],
  it: ['devices', 'unsent'],
  auditor: ['abnormal', 'negative', 'lateOrders', 'overdue'],
};

/** What is looked at by people in roles that the company has made itself, as far as their keys go. */
export const figuresOfOthers: readonly (FigureName | WorkedOut)[] = [
  'salesToday',
  'lateOrders',
  'toCount',
  'toSend',
  'toSign',
  'overdue',
  'abnormal',
  'negative',
  'services',
  'newStyles',
];
