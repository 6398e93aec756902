import { document } from '../../kit/definition.ts';
import { money } from '../../kit/kinds/money.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { limits } from '../../kit/limits.ts';
import { shop } from '../partners/shop.ts';
import { order } from './order.ts';
import { changeState, changeStates, orderState } from './order-enums.ts';

/** Who holds it passes changes beyond `change_price_limit_bp`. */
export const passLargeChange = 'order:changePriceOver';

/**
 * A lower price for an order that is not paid (domain.md §4.21): a new sum to pay, which the lines share by the largest remainder once
 * somebody else has passed it. One at a time for each order.
 */
export const changePrice = document('changePrice', {
  label: '改价单',
  group: '/v1/order',
  number: { prefix: 'GJ', field: 'change_no' },
  title: 'change_no',
  fields: {
    change_no: text('改价单号', { unique: true, derived: true }),
    order_id: reference(() => order, '订单', { required: true, among: () => ({ status: [orderState.toPay] }) }),
    shop_id: reference(() => shop, '门店', { derived: true }),
    old_amount: money('原金额', { required: true, derived: true }),
    new_amount: money('改后金额', { required: true, least: 1 }),
    diff_amount: money('优惠金额', { required: true, derived: true }),
    reason: prose('改价原因', { required: true, least: limits.reasonLeast, most: limits.reason }),
  },
  states: changeStates,
  begins: [1],
  editable: [],
  transitions: {
    audit: {
      label: '审核',
      from: [1],
      to: { pass: changeState.passed, reject: changeState.rejected },
      segment: 'changePriceAudit',
      access: 'order:changePriceAudit',
      approval: true,
      batch: true,
    },
    cancel: {
      label: '撤销',
      from: [1],
      to: changeState.withdrawn,
      segment: 'changePriceCancel',
      access: 'order:changePriceAdd',
      atWill: true,
      confirm: '确认撤销改价申请？',
    },
    /** The order was paid or cancelled before anybody judged it. */
    lapse: { label: '失效', from: [1], to: changeState.withdrawn, by: 'system' },
  },
  calls: {
    list: ['changePriceList', 'order:changePriceView'],
    detail: ['changePriceDetail', 'order:changePriceView'],
    add: ['changePriceAdd', 'order:changePriceAdd'],
  },
  list: {
    columns: [
      'change_no',
      'order_id',
      'shop_id',
      'old_amount',
      'new_amount',
      'diff_amount',
      'reason',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['change_no', 'order_id', 'shop_id', 'status', 'created_at'],
    search: ['change_no'],
    searchThrough: { 'order_id.order_no': order.fields.order_no.label },
    sort: ['-id', '-diff_amount'],
    sum: ['diff_amount'],
  },
  scope: { shop: 'shop_id' },
});
