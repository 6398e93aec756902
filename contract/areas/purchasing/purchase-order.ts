import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity, rate } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { sourceFields, sourceLineFields } from '../../kit/source.ts';
import { oneOf, type Plain, withdrawal } from '../../kit/transition.ts';
import { organize } from '../access/organize.ts';
import { contract } from '../contracts/contract.ts';
import { contractState, contractsOf } from '../contracts/contract-enums.ts';
import { purchasePriceSheet } from '../contracts/purchase-price-sheet.ts';
import { coModel, priceState, purchaseType } from '../enums.ts';
import { sku } from '../goods/sku.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { noPriceYet, orderState, purchaseOrderStates } from './purchase-enums.ts';

const sum = { initial: 0, derived: true } as const;
const secret = { mask: 'stock:costView' } as const;
const reason = { required: true, least: limits.reasonLeast, most: limits.reason } as const;

/** Where an order that is not finished stands: something has come in, or nothing. */
const byReceipts = ({ in_qty }: Plain): 3 | 4 => (Number(in_qty) > 0 ? 4 : 3);

/**
 * An order to a supplier, by a contract in force and at the purchase prices of the day (domain.md §3.5, §4.5, amendments G5). What it
 * is booked, what came in and what was closed stands on its lines and is written by arrivals and receipts alone. How far over
 * what was ordered may be booked and received is settled when it is passed.
 */
export const purchaseOrder = document('purchaseOrder', {
  label: '采购单',
  group: '/v1/purchaseOrder',
  number: { prefix: 'CG', field: 'purchase_no' },
  title: 'purchase_no',
  fields: {
    purchase_no: text('采购单号', { required: true, unique: true, derived: true }),
    purchase_type: choice('采购类型', purchaseType, { required: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    contract_id: reference(() => contract, '合同', { required: true, among: contractsOf(contractState.inForce) }),
    co_model: choice('合作模式', coModel, { required: true }),
    purchaser_id: reference(() => purchaser, '采购员', { required: true }),
    department_id: reference(() => organize, '部门'),
    warehouse_id: reference(() => warehouse, '收货仓库', { required: true }),
    expect_date: date('预计到货日', { required: true }),
    total_qty: quantity('采购数量', sum),
    total_amount: money('采购金额(含税)', { ...sum, ...secret }),
    booked_qty: quantity('已预约数量', sum),
    in_qty: quantity('已入库数量', sum),
    in_amount: money('已入库金额', { ...sum, ...secret }),
    over_book_bp: rate('超预约比例', { initial: 0, derived: true }),
    ...sourceFields,
  },
  lines: {
    label: '采购明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      qty: quantity('采购数量', { required: true }),
      purchase_price: money('进价(含税)', { ...sum, ...secret, ...noPriceYet }),
      tax_rate_bp: rate('税率', { initial: 0, derived: true }),
      price_state: choice('进价状态', priceState, { initial: 2, derived: true }),
      price_sheet_id: reference(() => purchasePriceSheet, '采购价单', { derived: true }),
      amount: money('金额', { ...sum, ...secret, ...noPriceYet }),
      booked_qty: quantity('已预约', sum),
      in_qty: quantity('已入库', sum),
      closed_qty: quantity('已关闭数量', sum),
      ...sourceLineFields,
    },
    unique: ['sku_id'],
  },
  states: purchaseOrderStates,
  editable: [0, 2],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 2],
      to: 1,
      segment: 'submit',
      access: 'purchaseOrder:submit',
      submits: true,
      batch: true,
      confirm: '确认提交？',
    },
    withdraw: withdrawal(1, { segment: 'withdraw', access: 'purchaseOrder:submit' }),
    audit: {
      label: '审核',
      from: [1],
      to: { pass: 3, reject: 2 },
      segment: 'audit',
      access: 'purchaseOrder:audit',
      approval: true,
      batch: true,
    },
    partly: { label: '部分到货', from: [3], to: 4, by: 'system' },
    complete: { label: '完成', from: [3, 4], to: 5, by: 'system' },
    takeBack: { label: '回退', from: [4, 5], to: oneOf([3, 4], byReceipts), by: 'system' },
    close: {
      label: '关闭剩余',
      from: [3, 4],
      to: 6,
      segment: 'close',
      access: 'purchaseOrder:close',
      atWill: true,
      confirm: '未到货的数量将全部关闭，确认关闭剩余？',
      asks: { reason: prose('关闭原因', reason) },
    },
    reopen: {
      label: '重新打开',
      from: [6],
      to: oneOf([3, 4], byReceipts),
      segment: 'reopen',
      access: 'purchaseOrder:reopen',
      atWill: true,
      confirm: '关闭的数量将恢复为待到货，确认重新打开？',
      asks: { reason: prose('重新打开原因', reason) },
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3],
      to: -1,
      segment: 'cancel',
      access: 'purchaseOrder:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', reason) },
    },
  },
  calls: {
    list: ['list', 'purchaseOrder:view'],
    detail: ['detail', 'purchaseOrder:view'],
    options: ['options', 'login'],
    add: ['add', 'purchaseOrder:add'],
    edit: ['edit', 'purchaseOrder:edit'],
  },
  list: {
    columns: [
      'purchase_no',
      'purchase_type',
      'co_model',
      'supplier_id',
      'purchaser_id',
      'warehouse_id',
      'total_qty',
      'booked_qty',
      'in_qty',
      'total_amount',
      'expect_date',
      'status',
    ],
    filters: [
      'purchase_no',
      'supplier_id',
      'purchaser_id',
      'department_id',
      'warehouse_id',
      'co_model',
      'purchase_type',
      'status',
      'created_at',
      'expect_date',
    ],
    search: ['purchase_no'],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-created_at', 'expect_date', '-expect_date'],
    sum: ['total_qty', 'total_amount', 'booked_qty', 'in_qty', 'in_amount'],
  },
  scope: { supplier: 'supplier_id', warehouse: 'warehouse_id' },
  attachments: { kinds: { order: '订货单', other: '其他' } },
});

/** States in which goods of an order may be booked and received. */
export const openOrderStates: readonly number[] = [orderState.toArrive, orderState.partly];

/** States of an order that was passed and stands: goods of an appointment of before may still come for one that is finished or closed. */
export const passedOrderStates: readonly number[] = [...openOrderStates, orderState.finished, orderState.closed];
