import { person } from '../../kit/base-fields.ts';
import { document, type Rule } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice, word } from '../../kit/kinds/choice.ts';
import { integer } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { prose, text, texts } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { limits } from '../../kit/limits.ts';
import { codesOf, type States } from '../../kit/states.ts';
import { oneOf } from '../../kit/transition.ts';
import { saleChannelType, shelfStatus } from '../enums.ts';
import { spu } from '../goods/spu.ts';
import { shop } from '../partners/shop.ts';

/** States by name (domain.md §4.1). */
export const goodsPushStates = {
  1: ['待推送', 'waiting', 'waiting'],
  2: ['推送中', 'running', 'moving'],
  3: ['已完成', 'done', 'done'],
  4: ['部分失败', 'partly', 'refused'],
  [-1]: ['已取消', 'cancelled', 'void'],
} as const satisfies States;
export const pushState = codesOf(goodsPushStates);

/** Styles of one push, its channels, and styles times shops times channels: what a person can still look over, and a task does in a few minutes. */
export const pushLimits = { styles: 1000, results: 20_000, channels: 50 } as const;

/** The channel that has no values of its own: its goods carry its name as one (amendments F). */
export const agentType = 'agent';

const yesNo = { 1: '是', 0: '否' } as const;
const sum = { derived: true, initial: 0, most: Number.MAX_SAFE_INTEGER } as const;

// What a line does not say, the push says for all.
const soldOnline = (values: RecordValues, record: RecordValues): boolean => (values.online ?? record.online) === 1;

/** What may be said of the goods in the shop; empty leaves it as it is, and off the shelf where the goods are new. */
const pushed = {
  shelf_status: choice('门店上下架', shelfStatus),
  online: choice('线上销售', yesNo),
  online_shelf_status: choice('线上上下架', shelfStatus, { visible: soldOnline }),
} as const;

/** What a push brings, in words: the goods themselves, and what it or one of its lines says of them. */
export const pushedWords = (record: RecordValues, lines: readonly RecordValues[]): string[] => [
  '加入门店',
  ...Object.entries(pushed)
    .filter(([name]) => [record, ...lines].some((one) => isGiven(one[name])))
    .map(([, { label }]) => label),
];

const hasChannels = ({ sale_channel_type: type }: RecordValues): boolean => type === 'mall' || type === 'platform';

const lengthOf = (list: unknown): number => (Array.isArray(list) ? list.length : 0);

const fewEnough: Rule = ({ shop_ids: shops, lines, sale_channel_values: channels }) => {
  if (lengthOf(shops) === 0) return { field: 'shop_ids', words: '请选择目标门店' };
  if (lengthOf(lines) === 0) return { field: 'lines', words: '请选择商品' };
  if (lengthOf(channels) > pushLimits.channels)
    return { field: 'sale_channel_values', words: `一次最多推送到 ${pushLimits.channels} 个渠道` };
  return lengthOf(shops) * lengthOf(lines) * Math.max(lengthOf(channels), 1) > pushLimits.results
    ? { field: 'lines', words: `门店数 × 渠道数 × 商品数不能超过 ${pushLimits.results}，请分批推送` }
    : undefined;
};

/**
 * Styles brought to shops and channels (domain.md §3.2, §4.1 goodsPush): every piece of a style becomes goods of each shop, as the push
 * says or as a line says of its style. It begins at its time; what became of each style in each shop stands beside it. Edited
 * once it is over, it is pushed again.
 */
export const goodsPush = document('goodsPush', {
  label: '商品推送',
  group: '/v1/tools',
  number: { prefix: 'TS', field: 'push_no' },
  title: 'push_no',
  fields: {
    push_no: text('推送编号', { unique: true, derived: true }),
    shop_ids: references(() => shop, '目标门店', { required: true }),
    sale_channel_type: word('销售渠道类型', saleChannelType, { required: true, initial: 'shop' }),
    sale_channel_values: texts('目标渠道', { visible: hasChannels, required: hasChannels }),
    ...pushed,
    push_at: time('推送时间'),
    push_fields: texts('推送内容', { derived: true }),
    spu_count: integer('商品数', sum),
    ok_count: integer('成功数', sum),
    error_count: integer('失败数', sum),
    runner_id: reference(() => person, '执行人', { derived: true }),
    task_id: integer('工单ID', { derived: true, internal: true, most: Number.MAX_SAFE_INTEGER }),
    finished_at: time('完成时间', { derived: true }),
  },
  lines: {
    label: '推送商品',
    most: pushLimits.styles,
    fields: { spu_id: reference(() => spu, '商品', { required: true }), ...pushed },
    unique: ['spu_id'],
  },
  states: goodsPushStates,
  begins: [pushState.waiting],
  editable: [1, 3, 4],
  transitions: {
    start: { label: '执行', from: [1], to: 2, by: 'timer', due: 'push_at' },
    finish: {
      label: '结束',
      from: [2],
      to: oneOf([3, 4], ({ error_count: refused }) => (Number(refused) > 0 ? pushState.partly : pushState.done)),
      by: 'system',
    },
    again: { label: '修改后重新推送', from: [3, 4], to: 1, by: 'edit' },
    cancel: {
      label: '取消推送',
      from: [1],
      to: -1,
      segment: 'pushCancel',
      access: 'tools:batchPush',
      cancels: true,
      confirm: '尚未推送的内容不再推送，确认取消？',
      atWill: true,
      asks: { reason: prose('取消原因', { required: true, least: limits.reasonLeast, most: limits.reason }) },
    },
  },
  calls: {
    list: ['pushList', 'tools:view'],
    detail: ['pushDetail', 'tools:view'],
    add: ['batchPush', 'tools:batchPush'],
    edit: ['pushEdit', 'tools:batchPush'],
  },
  list: {
    columns: [
      'push_no',
      'shop_ids',
      'sale_channel_type',
      'push_fields',
      'spu_count',
      'ok_count',
      'error_count',
      'push_at',
      'status',
      'created_by',
      'created_at',
      'finished_at',
    ],
    filters: ['push_no', 'shop_ids', 'sale_channel_type', 'status', 'created_at'],
    search: ['push_no'],
    sort: ['-id', '-created_at', '-push_at'],
  },
  scope: { shop: 'shop_ids' },
  rules: [fewEnough],
});
