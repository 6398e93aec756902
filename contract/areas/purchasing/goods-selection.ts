import { document } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { flag, word } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { withdrawal } from '../../kit/transition.ts';
import { contract } from '../contracts/contract.ts';
import { contractState, contractsOf } from '../contracts/contract-enums.ts';
import { seasonName } from '../enums.ts';
import { spu } from '../goods/spu.ts';
import { purchaser } from '../partners/purchaser.ts';
import { supplier } from '../partners/supplier.ts';
import { warehouse } from '../partners/warehouse.ts';
import { selectionStates } from './purchase-enums.ts';
import { purchaseOrder } from './purchase-order.ts';

const sum = { initial: 0, derived: true } as const;
const isChosen = ({ is_chosen }: RecordValues): boolean => is_chosen === true;

/**
 * What a supplier offers for a season and what of it is chosen, by style (domain.md §3.5, §4.5). A confirmed selection becomes a draft
 * of a purchase order, whose quantities are then spread over colours and sizes. Pictures of the styles are its attachments.
 */
export const goodsSelection = document('goodsSelection', {
  label: '选品单',
  group: '/v1/purchaseOrder',
  number: { prefix: 'XP', field: 'select_no' },
  title: 'select_no',
  fields: {
    select_no: text('选品单号', { required: true, unique: true, derived: true }),
    supplier_id: reference(() => supplier, '供应商', { required: true }),
    purchaser_id: reference(() => purchaser, '采购员', { required: true }),
    year: integer('年份', { least: 2000, most: 2100 }),
    season_name: word('季节', seasonName),
    total_qty: quantity('选品数量', sum),
    total_amount: money('选品金额', sum),
    purchase_id: reference(() => purchaseOrder, '采购单', { derived: true }),
  },
  lines: {
    label: '选品明细',
    least: 1,
    fields: {
      style_no: text('货号', { required: true, most: 32 }),
      name: text('品名', { required: true }),
      spu_id: reference(() => spu, '商品'),
      tag_price: money('吊牌价'),
      offer_price: money('供货报价', { required: true, least: 1 }),
      offer_qty: quantity('可供数量', { least: 0 }),
      is_chosen: flag('是否选中'),
      choose_qty: quantity('选中数量', { visible: isChosen, required: isChosen }),
      remark: text('备注'),
    },
    unique: ['style_no'],
  },
  states: selectionStates,
  editable: [0, 4],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 4],
      to: 1,
      segment: 'selectSubmit',
      access: 'purchaseOrder:selectSave',
      submits: true,
      confirm: '确认提交？',
    },
    withdraw: withdrawal(1, { segment: 'selectWithdraw', access: 'purchaseOrder:selectSave' }),
    confirm: {
      label: '确认选品',
      from: [1],
      to: { pass: 2, reject: 4 },
      segment: 'selectConfirm',
      access: 'purchaseOrder:selectConfirm',
      approval: true,
    },
    toOrder: {
      label: '转采购单',
      from: [2],
      to: 3,
      segment: 'selectToOrder',
      access: 'purchaseOrder:selectSave',
      asks: {
        contract_id: reference(() => contract, '合同', {
          required: true,
          among: (_asked, selection) => contractsOf(contractState.inForce)(selection ?? {}),
        }),
        warehouse_id: reference(() => warehouse, '收货仓库', { required: true }),
        expect_date: date('预计到货日', { required: true }),
      },
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 4],
      to: -1,
      segment: 'selectCancel',
      access: 'purchaseOrder:selectSave',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['selectList', 'purchaseOrder:selectView'],
    detail: ['selectDetail', 'purchaseOrder:selectView'],
    add: ['selectSave', 'purchaseOrder:selectSave'],
    edit: ['selectSave', 'purchaseOrder:selectSave'],
  },
  list: {
    columns: [
      'select_no',
      'supplier_id',
      'purchaser_id',
      'year',
      'season_name',
      'total_qty',
      'total_amount',
      'purchase_id',
      'status',
      'created_at',
    ],
    filters: ['select_no', 'supplier_id', 'purchaser_id', 'season_name', 'year', 'status', 'created_at'],
    search: ['select_no'],
    searchThrough: { style_no: '货号' },
    sort: ['-id', '-created_at', 'total_qty'],
    sum: ['total_qty', 'total_amount'],
  },
  scope: { supplier: 'supplier_id' },
  attachments: { kinds: { picture: '款式图', quote: '报价单', other: '其他' }, prefix: 'select' },
});
