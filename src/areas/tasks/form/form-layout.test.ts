import { describe, expect, it } from 'vitest';
import {
  afterSales,
  agentChannel,
  allProducts,
  shoppingBags,
  stockDetails,
  taskForms,
} from '#contract/areas/tasks/forms.ts';
import { taskType } from '#contract/areas/tasks/task.ts';
import type { Values } from '#src/engine/row.ts';
import { freshDraft, isTouched, payloadOf } from './draft.ts';
import { changedDraft, layoutOf, namesIn } from './form-layout.ts';

const now = new Date('2026-11-21T20:00:00.000Z');
const draftOf = (kind: keyof typeof taskForms, values: Values = {}) =>
  changedDraft(taskForms[kind], freshDraft(taskForms[kind], now), {
    values: { ...freshDraft(taskForms[kind], now).values, ...values },
  });
const shown = (kind: keyof typeof taskForms, values: Values = {}) =>
  layoutOf(taskForms[kind], draftOf(kind, values)).flatMap(namesIn);

describe('the parts of a form', () => {
  it.each(Object.values(taskForms).map((form) => [form.definition.label, form] as const))(
    '%s: each field once, what must be there first',
    (_label, form) => {
      const names = shown(form.type);
      expect(new Set(names).size).toBe(names.length);
      expect(names.slice(0, 2)).toEqual(['task_name', 'format']);
      const asked = new Set([...names, ...form.hidden({}), ...form.spans.flatMap(({ from, to }) => [from, to])]);
      expect([...asked].sort()).toEqual(Object.keys(form.definition.fields).sort());
    },
  );

  it('of orders after sales are the type and the after-sales time alone', () => {
    expect(shown(taskType.orders, { export_type: afterSales })).toEqual([
      'task_name',
      'format',
      'export_type',
      'os_start_time',
      'os_end_time',
    ]);
  });

  it('of shopping bags lack status, member, supplier and shop', () => {
    const names = shown(taskType.orders, { export_type: shoppingBags });
    for (const name of ['order_status', 'user_type', 'user_value', 'supplier_ids', 'shop_ids', 'os_start_time'])
      expect(names).not.toContain(name);
    expect(names).toContain('brand_ids');
  });

  it('of stock details add the filters of details', () => {
    const details = ['status', 'imperfect_type', 'is_zt', 'lock_type'];
    expect(shown(taskType.stock, { export_type: stockDetails })).toEqual(expect.arrayContaining(details));
    expect(shown(taskType.stock, { export_type: 1 }).filter((name) => details.includes(name))).toEqual([]);
  });

  it('show one of the two spans of goods', () => {
    expect(shown(taskType.goods)).not.toContain('create_start_time');
    const other = changedDraft(taskForms[taskType.goods], draftOf(taskType.goods), { span: '创建时间' });
    expect(layoutOf(taskForms[taskType.goods], other).flatMap(namesIn)).toContain('create_start_time');
  });
});

describe('a change', () => {
  it('empties what it hides', () => {
    const form = taskForms[taskType.orders];
    const before = draftOf(taskType.orders, { export_type: 1, brand_ids: [3], start_time: '2026-11-01T00:00:00.000Z' });
    const after = changedDraft(form, before, { values: { ...before.values, export_type: afterSales } });
    expect(after.values).toMatchObject({ export_type: afterSales, brand_ids: [], start_time: null });
  });

  it('of the span empties the other one', () => {
    const form = taskForms[taskType.goods];
    const before = draftOf(taskType.goods, { online_start_time: '2026-11-01T00:00:00.000Z' });
    expect(changedDraft(form, before, { span: '创建时间' }).values.online_start_time).toBeNull();
  });

  it.each([
    [taskType.goods, { product_type: allProducts, product_value: ['A'] }, 'product_value'],
    [taskType.orders, { sale_channel_type: agentChannel, sale_channel_value: 'x' }, 'sale_channel_value'],
  ] as const)('to a choice that stands alone takes its value away (%i)', (kind, values, gone) => {
    expect(draftOf(kind, values).values[gone]).toBeNull();
  });
});

describe('a draft', () => {
  it('is named after its kind and the business day, and is not touched yet', () => {
    const form = taskForms[taskType.goods];
    const fresh = freshDraft(form, now);
    expect(fresh.values.task_name).toBe('商品导出 2026-11-22');
    expect(isTouched(form, fresh, freshDraft(form, now))).toBe(false);
    expect(isTouched(form, draftOf(taskType.goods, { brand_ids: [1] }), fresh)).toBe(true);
  });

  it('sends what is given and nothing else', () => {
    expect(
      payloadOf(taskForms[taskType.goods], draftOf(taskType.goods, { export_type: 1, product_value: [] })),
    ).toEqual({
      task_name: '商品导出 2026-11-22',
      format: 'csv',
      export_type: 1,
    });
  });
});
