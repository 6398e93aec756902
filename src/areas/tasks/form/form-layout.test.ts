import { describe, expect, it } from 'vitest';
import { afterSales, shoppingBags } from '#contract/areas/orders/exports.ts';
import { agentChannel, allProducts } from '#contract/areas/tasks/form-parts.ts';
import { taskForms } from '#contract/areas/tasks/forms.ts';
import { taskType } from '#contract/areas/tasks/task.ts';
import { stockDetails } from '#contract/areas/warehouse/exports.ts';
import { checkForm } from '#src/engine/form/check.ts';
import { noLines } from '#src/engine/form/lines.ts';
import { settableFields } from '#src/engine/form/values.ts';
import type { Values } from '#src/engine/row.ts';
import { freshDraft, isTouched, payloadOf } from './draft.ts';
import { changedDraft, errorsInSight, layoutOf, namesIn } from './form-layout.ts';

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

  it('have every error in sight: of the span that stands for another, of the whole form where nothing does', () => {
    const form = taskForms[taskType.goods];
    const other = changedDraft(form, draftOf(taskType.goods), { span: '创建时间' });
    const errors = { online_end_time: '甲', task_name: '乙', 'brand_ids.3': '丙', lock_type: '丁', '': '戊' };
    expect(errorsInSight(form, other, errors)).toEqual({
      create_start_time: '甲',
      task_name: '乙',
      'brand_ids.3': '丙',
      '': '丁',
    });
    expect(errorsInSight(form, draftOf(taskType.goods), { create_start_time: '甲' })).toEqual({
      online_start_time: '甲',
    });
  });

  it.each(
    Object.values(taskForms).flatMap((form) => (form.oneSpan?.names ?? [null]).map((span) => [form, span] as const)),
  )('$definition.label says in sight what is missing (%#)', async (form, span) => {
    const fresh = freshDraft(form, now);
    const required = Object.keys(settableFields(form.definition)).filter(
      (name) => form.definition.fields[name]?.required,
    );
    const given = Object.fromEntries(required.map((name) => [name, fresh.values[name] ?? 1]));
    const draft = changedDraft(form, { ...fresh, span }, { values: { ...fresh.values, ...given } });
    const found = await checkForm(form.definition, {
      mode: 'add',
      draft: { values: draft.values, lines: noLines },
      record: undefined,
    });
    const shown = layoutOf(form, draft).flatMap(namesIn);
    expect(Object.keys(errorsInSight(form, draft, found)).filter((name) => !shown.includes(name))).toEqual([]);
    expect(Object.keys(found)).toHaveLength(form.spans.length > 0 ? 1 : 0);
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
