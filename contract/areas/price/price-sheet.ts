import { document } from '../../kit/definition.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { discount, integer, rate } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { oneOf, withdrawal } from '../../kit/transition.ts';
import { organize } from '../access/organize.ts';
import { sku } from '../goods/sku.ts';
import { shop } from '../partners/shop.ts';
import {
  limitedPrice,
  passingPrices,
  priceScope,
  priceSheetStates,
  priceSource,
  priceType,
  scopeOf,
} from './price-enums.ts';

/** Below zero is a price under what the goods cost; above the tag is refused unless the installation allows it. */
export const lowestMargin = -1_000_000;

/** A change of sale prices, judged four times, coming into force and ending by the clock (domain.md §3.3, §4.2, amendments G17). */
export const priceSheet = document('priceSheet', {
  label: '调价单',
  group: '/v1/price',
  number: { prefix: 'TJ', field: 'price_no' },
  title: 'price_no',
  fields: {
    price_no: text('调价单号', { unique: true, derived: true }),
    price_type: choice('调价类型', priceType, { required: true, initial: 2 }),
    source: choice('来源', priceSource, { initial: 1 }),
    scope_type: choice('价格范围', priceScope, { required: true, initial: 1 }),
    organize_ids: references(() => organize, '区域'),
    shop_ids: references(() => shop, '门店'),
    sale_channel_value: text('线上渠道'),
    effective_at: time('生效时间', { required: true }),
    expire_at: time('失效时间'),
    reason: prose('调价原因', { required: true, least: limits.reasonLeast, most: limits.reason }),
    sku_count: integer('SKU数', { derived: true, initial: 0 }),
    need_district: flag('需区域审核', { derived: true }),
    districts_left: integer('待审区域数', { derived: true, initial: 0 }),
    concerned_organize_ids: references(() => organize, '涉及区域', { derived: true }),
    concerned_shop_ids: references(() => shop, '涉及门店', { derived: true }),
    approved_at: time('终审时间', { derived: true }),
    in_force_at: time('实际生效时间', { derived: true }),
  },
  lines: {
    label: '调价明细',
    least: 1,
    fields: {
      sku_id: reference(() => sku, '货品', { required: true }),
      tag_price: money('吊牌价', { derived: true }),
      old_price: money('原售价', { derived: true }),
      new_price: money('新售价', { required: true, least: 1 }),
      discount_x10: discount('折扣', { derived: true, least: 0, most: 100_000 }),
      cost_price: money('参考成本', { derived: true, mask: 'stock:costView' }),
      margin_bp: rate('毛利率', { derived: true, least: lowestMargin, mask: 'stock:costView' }),
    },
    unique: ['sku_id'],
  },
  states: priceSheetStates,
  editable: [0, 7],
  transitions: {
    submit: {
      label: '提交',
      from: [0, 7],
      to: 1,
      segment: 'submit',
      access: 'price:submit',
      submits: true,
      confirm: '确认提交？',
    },
    withdraw: withdrawal(1, { segment: 'withdraw', access: 'price:submit' }),
    departmentAudit: {
      label: '部门审核',
      from: [1],
      to: { pass: 2, reject: 7 },
      segment: 'departmentAudit',
      access: 'price:departmentAudit',
      approval: true,
      batch: true,
    },
    financeAudit: {
      label: '财务审核',
      from: [2],
      to: { pass: oneOf([3, 4], ({ need_district }) => (need_district ? 3 : 4)), reject: 7 },
      segment: 'financeAudit',
      access: 'price:financeAudit',
      approval: true,
      batch: true,
    },
    districtAudit: {
      label: '区域审核',
      from: [3],
      // Each district concerned judges once; the last one passes the sheet on (amendments G17).
      to: { pass: oneOf([3, 4], ({ districts_left }) => (Number(districts_left) > 0 ? 3 : 4)), reject: 7 },
      segment: 'districtAudit',
      access: 'price:districtAudit',
      approval: true,
      batch: true,
    },
    commodityAudit: {
      label: '商品审核',
      from: [4],
      to: { pass: 5, reject: 7 },
      segment: 'commodityAudit',
      access: 'price:commodityAudit',
      approval: true,
      batch: true,
    },
    comeIntoForce: { label: '生效', from: [5], to: 6, by: 'timer', due: 'effective_at' },
    end: { label: '失效', from: [6], to: 8, by: 'timer', due: 'expire_at' },
    cancel: {
      label: '作废',
      from: [0, 1, 2, 3, 4, 5, 7],
      to: -1,
      segment: 'cancel',
      access: 'price:cancel',
      cancels: true,
      confirm: '确认作废？此操作不可恢复',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
    cancelInForce: {
      label: '作废已生效',
      from: [6],
      to: -1,
      segment: 'cancel',
      access: 'price:cancel',
      cancels: true,
      confirm: '作废后这些货品立即恢复到此前的售价，确认作废？',
      asks: { reason: prose('作废原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['list', 'price:view'],
    detail: ['detail', 'price:view'],
    options: ['options', 'login'],
    add: ['add', 'price:add'],
    edit: ['modify', 'price:modify'],
  },
  list: {
    columns: [
      'price_no',
      'price_type',
      'source',
      'scope_type',
      'sku_count',
      'effective_at',
      'expire_at',
      'status',
      'created_by',
      'created_at',
    ],
    filters: ['price_no', 'price_type', 'scope_type', 'status', 'source', 'created_at', 'effective_at'],
    search: ['price_no', 'reason'],
    searchThrough: { 'sku_id.sku_no': '货品编码' },
    sort: ['-id', 'price_no', '-effective_at', 'sku_count'],
  },
  scope: { organize: 'concerned_organize_ids', shop: 'concerned_shop_ids' },
  rules: [placeIsNamed, timesFit],
});

/** A sheet names the places it is for, and none of another sort. */
function placeIsNamed(value: Readonly<Record<string, unknown>>): { field: string; words: string } | undefined {
  const given = {
    organize_ids: isGiven(value.organize_ids),
    shop_ids: isGiven(value.shop_ids),
    sale_channel_value: isGiven(value.sale_channel_value),
  };
  const wanted = placeField[value.scope_type as number];
  if (wanted && !given[wanted]) return { field: wanted, words: `请选择${placeWords[wanted]}` };
  const stray = (Object.keys(given) as (keyof typeof given)[]).find((name) => given[name] && name !== wanted);
  return stray && { field: stray, words: `价格范围不是${placeWords[stray]}时不填${placeWords[stray]}` };
}

const placeField: Readonly<Record<number, keyof typeof placeWords | undefined>> = {
  [scopeOf.districts]: 'organize_ids',
  [scopeOf.shops]: 'shop_ids',
  [scopeOf.channel]: 'sale_channel_value',
};
const placeWords = { organize_ids: '区域', shop_ids: '门店', sale_channel_value: '线上渠道' } as const;

const isGiven = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** A limited price ends, a lasting one does not, and no price ends before it begins. */
function timesFit(value: Readonly<Record<string, unknown>>): { field: string; words: string } | undefined {
  const { price_type: type, effective_at: from, expire_at: to } = value;
  if (type === limitedPrice && !to) return { field: 'expire_at', words: '限时特价必须填写失效时间' };
  if (to && !passingPrices.includes(type as number))
    return { field: 'expire_at', words: '首次定价和永久调价不填失效时间' };
  if (to && Date.parse(String(to)) <= Date.parse(String(from)))
    return { field: 'expire_at', words: '失效时间必须晚于生效时间' };
  return undefined;
}
