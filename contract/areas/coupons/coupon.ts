import { document, type Rule } from '../../kit/definition.ts';
import { isGiven } from '../../kit/given.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { discount, integer, rate } from '../../kit/kinds/number.ts';
import { references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { sku } from '../goods/sku.ts';
import { shop } from '../partners/shop.ts';
import {
  couponBearer,
  couponBearers,
  couponStates,
  couponTypes,
  couponType as kind,
  validType as valid,
  validTypes,
  where,
} from './coupon-enums.ts';

const cuts = where('coupon_type', kind.cut, kind.cash);
const discounts = where('coupon_type', kind.discount);
const capped = where('coupon_type', kind.discount, kind.exchange);
const dated = where('valid_type', valid.dates);
const counted = where('valid_type', valid.days);
const shared = where('bear_side', couponBearer.shared);
const sum = { derived: true, initial: 0, most: Number.MAX_SAFE_INTEGER } as const;

/** A cut that is no less than what has to be bought would give goods away. */
const cutsLess: Rule = ({ coupon_type: type, threshold_amount: from, discount_amount: off }) =>
  type === kind.cut && isGiven(off) && Number(off) >= Number(from ?? 0)
    ? { field: 'discount_amount', words: '满减金额必须小于使用门槛' }
    : undefined;

const endsLater: Rule = ({ valid_type: type, valid_from: from, valid_to: to }) =>
  type === valid.dates && isGiven(from) && isGiven(to) && Date.parse(String(to)) <= Date.parse(String(from))
    ? { field: 'valid_to', words: '有效结束必须晚于有效开始' }
    : undefined;

const limitWithin: Rule = ({ total_qty: all, per_user_limit: each }) =>
  isGiven(all) && isGiven(each) && Number(each) > Number(all)
    ? { field: 'per_user_limit', words: '每人限领不能大于发行总量' }
    : undefined;

/**
 * A kind of coupon (domain.md §3.7, §4.20): what it takes off, of which goods in which shops, how long it holds, how many there are.
 * An empty scope is everywhere and everything. How many were sent and used are sums that sends and orders keep (I48).
 */
export const coupon = document('coupon', {
  label: '优惠券',
  group: '/v1/coupon',
  number: { prefix: 'YH', field: 'coupon_no' },
  title: 'coupon_no',
  hint: 'name',
  fields: {
    coupon_no: text('优惠券编号', { unique: true, derived: true }),
    name: text('券名称', { required: true }),
    coupon_type: choice('券类型', couponTypes, { required: true, initial: kind.cut }),
    threshold_amount: money('使用门槛', { required: true, initial: 0 }),
    discount_amount: money('减免金额', { visible: cuts, required: cuts, least: 1 }),
    discount_x10: discount('折扣', { visible: discounts, required: discounts }),
    max_amount: money('最高减免', { visible: capped, least: 1 }),
    valid_type: choice('有效期类型', validTypes, { required: true, initial: valid.dates }),
    valid_from: time('有效开始', { visible: dated, required: dated }),
    valid_to: time('有效结束', { visible: dated, required: dated }),
    valid_days: integer('领取后有效天数', { visible: counted, required: counted, least: 1, most: 3650 }),
    scope_shop_ids: references(() => shop, '可用门店'),
    scope_category_ids: references(() => category, '可用分类'),
    scope_brand_ids: references(() => brand, '可用品牌'),
    exclude_sku_ids: references(() => sku, '不可用货品'),
    total_qty: integer('发行总量', { required: true, least: 1, most: 10_000_000 }),
    per_user_limit: integer('每人限领', { required: true, initial: 1, least: 1, most: 100 }),
    bear_side: choice('承担方', couponBearers, { required: true, initial: couponBearer.company }),
    supplier_rate_bp: rate('供应商承担比例', { visible: shared, required: shared, least: 1, most: 9999 }),
    sent_qty: integer('已发数量', sum),
    used_qty: integer('已用数量', sum),
  },
  states: couponStates,
  editable: [0, 4],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 4],
      to: 1,
      segment: 'submit',
      access: 'coupon:submit',
      submits: true,
      confirm: '确认提交？',
    },
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 4 },
      segment: 'departmentAudit',
      access: 'coupon:departmentAudit',
      approval: true,
      batch: true,
    },
    financeAudit: {
      label: '财务审核',
      from: [2],
      to: { pass: 3, reject: 4 },
      segment: 'financeAudit',
      access: 'coupon:financeAudit',
      approval: true,
      batch: true,
    },
    expire: { label: '过期', from: [3], to: 5, by: 'timer', due: 'valid_to' },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3, 4],
      to: -1,
      segment: 'cancel',
      access: 'coupon:cancel',
      cancels: true,
      atWill: true,
      confirm: '会员手中未使用的券一并作废，不能恢复。确认作废？',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['list', 'coupon:view'],
    detail: ['detail', 'coupon:view'],
    options: ['options', 'login'],
    add: ['add', 'coupon:add'],
    edit: ['edit', 'coupon:edit'],
  },
  list: {
    columns: [
      'coupon_no',
      'name',
      'coupon_type',
      'threshold_amount',
      'discount_amount',
      'discount_x10',
      'valid_to',
      'total_qty',
      'sent_qty',
      'used_qty',
      'status',
      'created_at',
    ],
    filters: ['coupon_no', 'name', 'coupon_type', 'status', 'valid_to', 'created_at'],
    search: ['coupon_no', 'name'],
    sort: ['-id', '-created_at', '-sent_qty', '-used_qty'],
    offers: ['status'],
  },
  rules: [cutsLess, endsLater, limitWithin],
});
