import { command } from '../../kit/call.ts';
import { entity } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { isGiven } from '../../kit/given.ts';
import { choice, choices, flag } from '../../kit/kinds/choice.ts';
import { money } from '../../kit/kinds/money.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference, references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { onOff } from '../enums.ts';
import { shop } from '../partners/shop.ts';
import { userLevels } from './member-enums.ts';

/** Labels of members stand in groups; in an exclusive one a member has one label at most (I50). */
export const userLabelGroup = entity('userLabelGroup', {
  label: '标签组',
  group: '/v1/userLabelGroup',
  title: 'name',
  fields: {
    name: text('标签组名称', { required: true, unique: true }),
    is_exclusive: flag('组内互斥'),
    label_count: quantity('标签数', { initial: 0, derived: true }),
    order: integer('排序', { initial: 0 }),
    status: choice('状态', onOff, { initial: 1 }),
  },
  calls: {
    list: ['list', 'userLabelGroup:view'],
    detail: ['detail', 'userLabelGroup:view'],
    options: ['options', 'login'],
    add: ['add', 'userLabelGroup:add'],
    edit: ['edit', 'userLabelGroup:edit'],
    remove: ['delete', 'userLabelGroup:delete'],
  },
  list: {
    columns: ['name', 'is_exclusive', 'label_count', 'order', 'status', 'updated_at'],
    filters: ['is_exclusive', 'status'],
    search: ['name'],
    sort: ['order', 'name', '-updated_at'],
    offers: ['status'],
  },
});

/** label_type of domain.md §2: put by hand, or by a rule. */
const labelTypes = { 1: '手工标签', 2: '规则标签' } as const;
export const labelType = { byHand: 1, byRule: 2 } as const;

const ofRule = { visible: ({ label_type }: RecordValues) => label_type === labelType.byRule } as const;
const days = { ...ofRule, least: 1, most: 3650 } as const;

/** What a rule may ask of a member; all that is given must hold. */
const rule = {
  rule_levels: choices('会员等级', userLevels, ofRule),
  rule_shop_ids: references(() => shop, '注册门店', ofRule),
  rule_orders_from: integer('订单数不少于', { ...ofRule, least: 1 }),
  rule_orders_to: integer('订单数不多于', ofRule),
  rule_amount_from: money('累计消费不少于', ofRule),
  rule_amount_to: money('累计消费不多于', ofRule),
  rule_active_days: integer('最近几天内消费过', days),
  rule_idle_days: integer('最近几天内没有消费', days),
  rule_registered_days: integer('最近几天内注册', days),
} as const;

/** A label of members (domain.md §3.9): put by hand, or kept by a rule that is asked every day. */
export const userLabel = entity('userLabel', {
  label: '会员标签',
  group: '/v1/userLabel',
  title: 'name',
  fields: {
    group_id: reference(() => userLabelGroup, '标签组', { required: true }),
    name: text('标签名称', { required: true, most: 32 }),
    label_type: choice('标签类型', labelTypes, { initial: labelType.byHand }),
    ...rule,
    user_count: quantity('会员数', { initial: 0, derived: true }),
    refreshed_at: time('计算时间', { derived: true }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: {
    list: ['list', 'userLabel:view'],
    detail: ['detail', 'userLabel:view'],
    options: ['options', 'login'],
    add: ['add', 'userLabel:add'],
    edit: ['edit', 'userLabel:edit'],
    status: ['status', 'userLabel:edit'],
    remove: ['delete', 'userLabel:delete'],
  },
  list: {
    columns: ['name', 'group_id', 'label_type', 'user_count', 'refreshed_at', 'status', 'updated_at'],
    filters: ['group_id', 'label_type', 'status'],
    search: ['name'],
    sort: ['name', '-user_count', '-updated_at'],
    offers: ['label_type', 'status'],
  },
  unique: [['group_id', 'name']],
  rules: [
    (value) =>
      value.label_type === labelType.byRule && !Object.keys(rule).some((name) => isGiven(value[name]))
        ? { field: 'rule_levels', words: '规则标签至少需要一个条件' }
        : undefined,
    upTo('rule_orders_from', 'rule_orders_to'),
    upTo('rule_amount_from', 'rule_amount_to'),
  ],
});

function upTo(from: keyof typeof rule, to: keyof typeof rule) {
  return (value: RecordValues) =>
    isGiven(value[from]) && isGiven(value[to]) && Number(value[from]) > Number(value[to])
      ? { field: to, words: `不能小于“${rule[from].label}”` }
      : undefined;
}

/** Asks a rule again; answers how many members have the label now. */
export const refreshLabelCall = command<{ id: number }, { user_count: number }>({
  service: 'erp',
  path: '/v1/userLabel/refresh',
  access: 'userLabel:edit',
  timeout: 'export',
});
