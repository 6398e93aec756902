import { entity, type Rule } from '../../kit/definition.ts';
import type { RecordValues } from '../../kit/field.ts';
import { choice } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { time } from '../../kit/kinds/time.ts';
import { onOff } from '../enums.ts';
import { category } from '../goods/category.ts';
import { warehouse } from '../partners/warehouse.ts';
import { proposes, ruleTypes } from './rule-enums.ts';
import { schedulePattern, scheduleWords } from './schedule.ts';

const visible = ({ rule_type: type }: RecordValues): boolean => proposes(type);
const figure = { derived: true, least: 0, most: Number.MAX_SAFE_INTEGER } as const;
const days = { visible, least: 0, most: 365 } as const;

const bothEnds: Rule = ({ from_warehouse_ids: from, to_warehouse_ids: to }) => {
  if (isNone(from)) return { field: 'from_warehouse_ids', words: '请选择调出仓' };
  if (isNone(to)) return { field: 'to_warehouse_ids', words: '请选择调入仓' };
  const ends = new Set([...(from as number[]), ...(to as number[])]);
  return ends.size < 2 ? { field: 'to_warehouse_ids', words: '调入仓不能与调出仓相同' } : undefined;
};

const leastBelowMost: Rule = ({ min_days, max_days, min_qty, max_qty }) => {
  if (isAbove(min_days, max_days)) return { field: 'max_days', words: '目标可销天数不能小于最低可销天数' };
  return isAbove(min_qty, max_qty) ? { field: 'max_qty', words: '最高数量不能小于最低数量' } : undefined;
};

/**
 * What may go from where to where, and what is proposed to go (domain.md §3.6 allotRule, amendments G11, decision 0061). A new one is off. One
 * that proposes is switched on once its terms, as they stand, have been tried on the last days (`simulated_at`); the figures of that stand
 * beside it.
 */
export const allotRule = entity('allotRule', {
  label: '调拨规则',
  group: '/v1/allotRule',
  title: 'name',
  fields: {
    name: text('规则名称', { required: true, unique: true }),
    rule_type: choice('规则类型', ruleTypes, { required: true }),
    from_warehouse_ids: references(() => warehouse, '调出仓', { required: true }),
    to_warehouse_ids: references(() => warehouse, '调入仓', { required: true }),
    category_ids: references(() => category, '分类'),
    min_days: integer('最低可销天数', days),
    max_days: integer('目标可销天数', days),
    min_qty: quantity('最低数量', { visible, least: 0 }),
    max_qty: quantity('最高数量', { visible }),
    round_to: integer('取整倍数', { visible, least: 1, most: 1000 }),
    keep_source_days: integer('调出仓保留天数', days),
    priority: integer('优先级', { initial: 0, most: 999 }),
    schedule: text('执行周期', { visible, pattern: { regex: schedulePattern, words: scheduleWords } }),
    last_run_at: time('最近执行', { derived: true }),
    status: choice('状态', onOff, { initial: 0, derived: true }),
    simulated_at: time('最近试算', { derived: true }),
    sim_move_qty: quantity('试算调拨件数', figure),
    sim_short_before: integer('试算前缺货天数', figure),
    sim_short_after: integer('试算后缺货天数', figure),
  },
  calls: {
    list: ['list', 'allotRule:view'],
    detail: ['detail', 'allotRule:view'],
    options: ['options', 'login'],
    add: ['add', 'allotRule:add'],
    edit: ['edit', 'allotRule:edit'],
    status: ['status', 'allotRule:edit'],
  },
  list: {
    columns: [
      'name',
      'rule_type',
      'from_warehouse_ids',
      'to_warehouse_ids',
      'min_days',
      'max_days',
      'min_qty',
      'max_qty',
      'priority',
      'schedule',
      'last_run_at',
      'simulated_at',
      'sim_short_before',
      'sim_short_after',
      'status',
    ],
    filters: ['rule_type', 'from_warehouse_ids', 'to_warehouse_ids', 'status'],
    search: ['name'],
    sort: ['priority', 'name', '-last_run_at'],
  },
  // Seen from both ends; who writes one sees all of them.
  scope: { warehouse: ['from_warehouse_ids', 'to_warehouse_ids'] },
  rules: [bothEnds, leastBelowMost],
});

const isNone = (value: unknown): boolean => Array.isArray(value) && value.length === 0;
const isAbove = (least: unknown, most: unknown): boolean =>
  typeof least === 'number' && typeof most === 'number' && least > most;
