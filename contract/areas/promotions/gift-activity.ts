import { document } from '../../kit/definition.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { brand } from '../goods/brand.ts';
import { category } from '../goods/category.ts';
import { sku } from '../goods/sku.ts';
import { shop } from '../partners/shop.ts';
import { gift } from './gift.ts';
import { activityStates, giftTriggers, giftTrigger as of } from './promotion-enums.ts';
import { timesInOrder } from './promotion-rules.ts';

const why = (label: string) => prose(label, { required: true, least: limits.reasonLeast, most: limits.reason });
const sum = { initial: 0, derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const is = (trigger: number) => (values: Readonly<Record<string, unknown>>) => values.trigger_type === trigger;

/**
 * Gifts for who buys enough (domain.md §3.7, §4.20). What an order was given is counted as it comes in; what goes beyond a limit was given
 * all the same, and stands beside it (`over_qty`, decision 0076).
 */
export const giftActivity = document('giftActivity', {
  label: '赠品活动',
  group: '/v1/promotion',
  number: { prefix: 'ZP', field: 'activity_no' },
  title: 'activity_no',
  hint: 'name',
  fields: {
    activity_no: text('活动编号', { unique: true, derived: true }),
    name: text('活动名称', { required: true }),
    trigger_type: choice('赠品触发', giftTriggers, { required: true, initial: of.amount }),
    threshold_amount: money('满额', { visible: is(of.amount), required: is(of.amount), least: 1 }),
    threshold_qty: quantity('满件', { visible: is(of.pieces), required: is(of.pieces) }),
    scope_sku_ids: references(() => sku, '适用货品', { required: is(of.goods) }),
    scope_category_ids: references(() => category, '适用分类'),
    scope_brand_ids: references(() => brand, '适用品牌'),
    shop_ids: references(() => shop, '门店'),
    start_time: time('开始时间', { required: true }),
    end_time: time('结束时间', { required: true }),
    given_qty: quantity('已赠数量', sum),
    concerned_shop_ids: references(() => shop, '涉及门店', { derived: true }),
    stop_reason: prose('提前结束原因', { derived: true }),
  },
  lines: {
    label: '活动赠品',
    least: 1,
    most: 100,
    fields: {
      gift_id: reference(() => gift, '赠品', { required: true }),
      qty: quantity('每次赠送', { required: true, most: 99 }),
      limit_qty: quantity('赠送上限', { required: true }),
      given_qty: quantity('已赠数量', sum),
      over_qty: quantity('超赠数量', sum),
    },
    unique: ['gift_id'],
  },
  states: activityStates,
  editable: [0, 5],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 5],
      to: 1,
      segment: 'activitySubmit',
      access: 'promotion:activityAdd',
      submits: true,
      confirm: '确认提交？',
    },
    audit: {
      label: '审核',
      from: [1],
      to: { pass: 2, reject: 5 },
      segment: 'activityAudit',
      access: 'promotion:activityAudit',
      approval: true,
      batch: true,
    },
    start: { label: '开始', from: [2], to: 3, by: 'timer', due: 'start_time' },
    end: { label: '结束', from: [3], to: 4, by: 'timer', due: 'end_time' },
    useUp: { label: '赠完结束', from: [3], to: 4, by: 'system' },
    stop: {
      label: '提前结束',
      from: [3],
      to: 4,
      segment: 'activityStop',
      access: 'promotion:activityAudit',
      confirm: '活动立即结束，不能恢复。确认提前结束？',
      asks: { reason: why('提前结束原因') },
      atWill: true,
    },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 5],
      to: -1,
      segment: 'activityCancel',
      access: 'promotion:activityAdd',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: why('作废原因') },
    },
  },
  calls: {
    list: ['activityList', 'promotion:activityView'],
    detail: ['activityDetail', 'promotion:activityView'],
    add: ['activityAdd', 'promotion:activityAdd'],
    edit: ['activityEdit', 'promotion:activityAdd'],
  },
  list: {
    columns: ['activity_no', 'name', 'trigger_type', 'start_time', 'end_time', 'given_qty', 'status', 'created_by'],
    filters: ['activity_no', 'name', 'trigger_type', 'shop_ids', 'status', 'start_time', 'end_time'],
    search: ['activity_no', 'name'],
    sort: ['-id', '-start_time', '-end_time'],
    sum: ['given_qty'],
  },
  scope: { shop: 'concerned_shop_ids' },
  rules: [timesInOrder],
});
