import { z } from 'zod';
import type { ColumnKey } from '#contract/areas/tasks/import-column.ts';
import { missingColumns } from '#contract/areas/tasks/import-columns.ts';
import { importKinds } from '#contract/areas/tasks/import-kinds.ts';
import type { ImportKind, ImportOptions, ImportOrder } from '#contract/areas/tasks/imports.ts';
import { entity } from '#contract/kit/definition.ts';
import { text } from '#contract/kit/kinds/text.ts';
import { readRate } from '../money.ts';
import { isTimeZone } from '../orders/order-options.ts';

/** Ids of files and columns, as calls take them. */
export const fileId = z.string().regex(/^[0-9a-f]{32}$/, '文件编号有误');
const column = z.int().min(0).max(499).optional();
const id = z.int().min(1);

const options: { [K in keyof Required<ImportOptions>]: z.ZodType } = {
  rate: z
    .string()
    .refine((text) => readRate(text) !== undefined, '汇率应大于 0，最多 6 位小数')
    .optional(),
  fold_case: z.boolean().optional(),
  skip_errors: z.boolean().optional(),
  make_missing: z.boolean().optional(),
  strict: z.boolean().optional(),
  post_stock: z.boolean().optional(),
  warehouse_id: z.int('请选择仓库').min(1, '请选择仓库'),
  shop_id: id.optional(),
  month: z
    .string()
    .regex(/^\d{4}-(0[1-9]|1[0-2])$/, '月份应如 2010-12')
    .optional(),
  zone: z.string().max(64).refine(isTimeZone, '不认识的时区').optional(),
};

/** Labels of what an order carries, for refusals; it is no table. */
export const orderWords = entity('importOrder', {
  label: '导入',
  service: 'task',
  group: '/v1/task',
  title: 'file_id',
  fields: { file_id: text('文件'), mapping: text('对应列'), options: text('选项') },
  calls: {},
  list: { columns: [], filters: [], search: [], sort: [] },
});

/** What checking and applying one kind of import takes: its own columns, none missing, and its own options. */
export function orderSchema(kind: ImportKind): z.ZodType<ImportOrder> {
  const { form } = kind;
  const columns: Partial<Record<ColumnKey, typeof column>> = {};
  for (const { key } of form.columns) columns[key] = column;
  const taken: Record<string, z.ZodType> = {};
  for (const name of kind.options) taken[name] = options[name];
  const mapping = z.strictObject(columns).superRefine((value, context) => {
    const missing = missingColumns(form, value as ImportOrder['mapping']).map(({ label }) => label);
    if (missing.length > 0) context.addIssue({ code: 'custom', message: `缺少必需的列：${missing.join('、')}` });
    const used = Object.values(value).filter((index) => index !== undefined);
    if (new Set(used).size < used.length) context.addIssue({ code: 'custom', message: '一列不能对应两项' });
  });
  return z.strictObject({
    file_id: fileId,
    mapping,
    options: z.strictObject(taken),
  }) as unknown as z.ZodType<ImportOrder>;
}

/** The kind of a task; undefined for a task that is no import. */
export function kindOf(type: number): ImportKind | undefined {
  return (importKinds as Readonly<Record<number, ImportKind>>)[type];
}

/** What the task's row keeps of an order. */
export interface ImportPayload extends ImportOrder {
  readonly dry_run: boolean;
}

/** The payload of a task, which passed its schema when the task was made. */
export function readPayload(payload: Readonly<Record<string, unknown>>): ImportPayload {
  return payload as unknown as ImportPayload;
}
