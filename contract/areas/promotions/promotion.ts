import { document } from '../../kit/definition.ts';
import { choice, choices, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { discount, integer, quantity, rate } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { sku } from '../goods/sku.ts';
import { userLevels } from '../members/member-enums.ts';
import { shop } from '../partners/shop.ts';
import { bearSide, bearSides, promotionType as of, promotionStates, promotionTypes } from './promotion-enums.ts';
import {
  linesSaySomething,
  ofLines,
  ofTypes,
  repeatsOnce,
  sharesAdd,
  stepsRise,
  timesInOrder,
} from './promotion-rules.ts';

const why = (label: string) => prose(label, { required: true, least: limits.reasonLeast, most: limits.reason });
const ofCut = ofTypes(of.cut);
const ofSeveral = ofTypes(of.several);
const sum = { initial: 0, derived: true, most: Number.MAX_SAFE_INTEGER } as const;

/**
 * A promotion (domain.md §3.7, §4.20, decision 0076): what its rule is stands in fields of its type, of three steps at most, and what it is for in
 * its lines. No line takes all goods in. It is for the shops and channels that it names, for everybody where it names none.
 */
export const promotion = document('promotion', {
  label: '促销活动',
  group: '/v1/promotion',
  number: { prefix: 'CX', field: 'promotion_no' },
  title: 'promotion_no',
  hint: 'name',
  fields: {
    promotion_no: text('活动编号', { unique: true, derived: true }),
    name: text('活动名称', { required: true }),
    promotion_type: choice('促销类型', promotionTypes, { required: true, initial: of.price }),
    cut_amount: money('直降金额', { visible: ofTypes(of.price), least: 1 }),
    discount_x10: discount('统一折扣', { visible: ofTypes(of.discount) }),
    step_amount_1: money('满额 1', { visible: ofCut, required: ofCut, least: 1 }),
    step_cut_1: money('减免 1', { visible: ofCut, required: ofCut, least: 1 }),
    step_amount_2: money('满额 2', { visible: ofCut, least: 1 }),
    step_cut_2: money('减免 2', { visible: ofCut, least: 1 }),
    step_amount_3: money('满额 3', { visible: ofCut, least: 1 }),
    step_cut_3: money('减免 3', { visible: ofCut, least: 1 }),
    repeats: flag('每满减(上不封顶)', { visible: ofCut }),
    step_qty_1: quantity('满件 1', { visible: ofSeveral, required: ofSeveral }),
    step_discount_1: discount('折扣 1', { visible: ofSeveral, required: ofSeveral }),
    step_qty_2: quantity('满件 2', { visible: ofSeveral }),
    step_discount_2: discount('折扣 2', { visible: ofSeveral }),
    step_qty_3: quantity('满件 3', { visible: ofSeveral }),
    step_discount_3: discount('折扣 3', { visible: ofSeveral }),
    nth: integer('第几件', { visible: ofTypes(of.nth), required: ofTypes(of.nth), least: 2, most: 20 }),
    nth_discount_x10: discount('该件折扣', { visible: ofTypes(of.nth), required: ofTypes(of.nth) }),
    exchange_amount: money('换购门槛', { visible: ofTypes(of.exchange), required: ofTypes(of.exchange), least: 1 }),
    shop_ids: references(() => shop, '门店'),
    sale_channel_values: texts('线上渠道', { most: 50 }),
    user_level: choices('会员等级', userLevels),
    start_time: time('开始时间', { required: true }),
    end_time: time('结束时间', { required: true }),
    stackable: flag('可与其他促销及优惠券叠加'),
    priority: integer('优先级', { initial: 0, most: 999 }),
    bear_side: choice('承担方', bearSides, { required: true, initial: bearSide.company }),
    supplier_rate_bp: rate('供应商承担比例', {
      visible: ({ bear_side: side }) => side === bearSide.shared,
      required: ({ bear_side: side }) => side === bearSide.shared,
    }),
    goods_count: integer('商品数', { ...sum }),
    order_count: integer('活动订单数', { ...sum }),
    sale_amount: money('活动销售额', { ...sum }),
    discount_amount: money('优惠金额', { ...sum }),
    concerned_shop_ids: references(() => shop, '涉及门店', { derived: true }),
    stop_reason: prose('提前结束原因', { derived: true }),
  },
  lines: {
    label: '促销商品',
    name: 'goods',
    fields: {
      is_exclude: flag('排除'),
      sku_id: reference(() => sku, '货品'),
      category_id: reference(() => category, '分类'),
      brand_id: reference(() => brand, '品牌'),
      promo_price: money('活动价', { visible: ofLines(of.price, of.exchange), least: 1 }),
      discount_x10: discount('折扣', { visible: ofLines(of.discount) }),
      limit_qty: quantity('限购数量', { visible: ofLines(of.price, of.discount, of.exchange) }),
    },
    unique: ['sku_id', 'category_id', 'brand_id'],
  },
  states: promotionStates,
  editable: [0, 6],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 6],
      to: 1,
      segment: 'submit',
      access: 'promotion:submit',
      submits: true,
      confirm: '确认提交？',
    },
    departmentVerify: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 6 },
      segment: 'departmentVerify',
      access: 'promotion:departmentVerify',
      approval: true,
      batch: true,
    },
    financeVerify: {
      label: '财务审核',
      from: [2],
      to: { pass: 3, reject: 6 },
      segment: 'financeVerify',
      access: 'promotion:financeVerify',
      approval: true,
      batch: true,
    },
    start: { label: '开始', from: [3], to: 4, by: 'timer', due: 'start_time' },
    end: { label: '结束', from: [4], to: 5, by: 'timer', due: 'end_time' },
    stop: {
      label: '提前结束',
      from: [4],
      to: 5,
      segment: 'stop',
      access: 'promotion:stop',
      confirm: '活动立即结束，不能恢复。确认提前结束？',
      asks: { reason: why('提前结束原因') },
      atWill: true,
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3, 6],
      to: -1,
      segment: 'cancel',
      access: 'promotion:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: why('作废原因') },
    },
  },
  calls: {
    list: ['list', 'promotion:view'],
    detail: ['detail', 'promotion:view'],
    options: ['options', 'login'],
    add: ['add', 'promotion:add'],
    edit: ['edit', 'promotion:edit'],
  },
  list: {
    columns: [
      'promotion_no',
      'name',
      'promotion_type',
      'start_time',
      'end_time',
      'priority',
      'goods_count',
      'sale_amount',
      'discount_amount',
      'status',
      'created_by',
    ],
    filters: ['promotion_no', 'name', 'promotion_type', 'shop_ids', 'status', 'start_time', 'end_time'],
    search: ['promotion_no', 'name'],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-id', '-start_time', '-end_time'],
    sum: ['sale_amount', 'discount_amount'],
  },
  scope: { shop: 'concerned_shop_ids' },
  rules: [timesInOrder, stepsRise, repeatsOnce, sharesAdd, linesSaySomething],
});
