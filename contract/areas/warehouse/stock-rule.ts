import { entity, type Rule } from '../../kit/definition.ts';
import type { OfRecord } from '../../kit/field.ts';
import { choice, flag } from '../../kit/kinds/choice.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { references } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { onOff } from '../enums.ts';
import { category } from '../goods/category.ts';
import { sku } from '../goods/sku.ts';
import { warehouse } from '../partners/warehouse.ts';

/** stock_rule_type of domain.md §2, by name. */
export const stockRuleType = { safety: 1, negative: 2, outOrder: 3, unsold: 4 } as const;

export const stockRuleTypes = { 1: '安全库存', 2: '负库存允许', 3: '出库顺序', 4: '滞销预警' } as const;

/** out_order of domain.md §2: what came first, what expires first, or only what a document names. */
export const outOrder = { oldest: 1, expiring: 2, named: 3 } as const;

export const outOrders = { 1: '先进先出', 2: '效期先出', 3: '指定批次' } as const;

const isOf =
  (type: number): OfRecord<boolean> =>
  ({ rule_type }) =>
    rule_type === type;
const [safety, unsold] = [isOf(stockRuleType.safety), isOf(stockRuleType.unsold)];
const ordering = isOf(stockRuleType.outOrder);

/** A rule holds somewhere, and says what it is for. */
const saysSomething: Rule = (value) => {
  const { rule_type, warehouse_ids, min_qty, max_qty } = value;
  if (!Array.isArray(warehouse_ids) || warehouse_ids.length === 0)
    return { field: 'warehouse_ids', words: '请至少选择 1 个仓库' };
  if (rule_type !== stockRuleType.safety) return undefined;
  const [least, most] = [min_qty ?? null, max_qty ?? null] as (number | null)[];
  if (least === null && most === null) return { field: 'min_qty', words: '请填写最低库存或最高库存' };
  return least !== null && most !== null && most !== undefined && least !== undefined && most < least
    ? { field: 'max_qty', words: '最高库存不能小于最低库存' }
    : undefined;
};

/**
 * What holds for stock in warehouses, of all goods, of categories or of single goods (domain.md §3.6, §5.2). Of several rules of one type
 * the nearest holds: one that names the goods, else the nearest category above them, else one for the whole warehouse; of equally near ones
 * that with the smaller `priority` (decision 0063).
 */
export const stockRule = entity('stockRule', {
  label: '库存规则',
  group: '/v1/stock',
  number: { prefix: 'KG', field: 'rule_no', digits: 6 },
  title: 'rule_no',
  fields: {
    rule_no: text('规则编号', { unique: true, derived: true }),
    rule_type: choice('规则类型', stockRuleTypes, { required: true }),
    warehouse_ids: references(() => warehouse, '仓库'),
    category_ids: references(() => category, '分类'),
    sku_ids: references(() => sku, '货品'),
    min_qty: quantity('最低库存', { visible: safety }),
    max_qty: quantity('最高库存', { visible: safety }),
    allow_negative: flag('允许负库存', { visible: isOf(stockRuleType.negative) }),
    out_order: choice('出库顺序', outOrders, { visible: ordering, required: ordering }),
    unsale_days: integer('滞销天数', { least: 1, most: 3650, visible: unsold, required: unsold }),
    priority: integer('优先级', { initial: 100, least: 1, most: 9999 }),
    status: choice('状态', onOff, { initial: 1, derived: true }),
  },
  calls: {
    list: ['ruleList', 'stock:ruleView'],
    detail: ['ruleDetail', 'stock:ruleView'],
    add: ['ruleAdd', 'stock:ruleSave'],
    edit: ['ruleEdit', 'stock:ruleSave'],
    status: ['ruleStatus', 'stock:ruleSave'],
  },
  list: {
    columns: [
      'rule_no',
      'rule_type',
      'warehouse_ids',
      'category_ids',
      'sku_ids',
      'min_qty',
      'max_qty',
      'allow_negative',
      'out_order',
      'unsale_days',
      'priority',
      'status',
      'updated_at',
    ],
    filters: ['rule_type', 'warehouse_ids', 'category_ids', 'sku_ids', 'status'],
    search: ['rule_no'],
    sort: ['-id', 'rule_type', 'priority'],
  },
  scope: { warehouse: 'warehouse_ids' },
  rules: [saysSomething],
});
