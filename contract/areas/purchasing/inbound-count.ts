import { entity } from '../../kit/definition.ts';
import type { Field, Fields, RecordValues } from '../../kit/field.ts';
import { integer, quantity } from '../../kit/kinds/number.ts';
import { reference } from '../../kit/kinds/reference.ts';
import { text } from '../../kit/kinds/text.ts';
import { date } from '../../kit/kinds/time.ts';
import { imperfectType } from '../enums.ts';
import { sku } from '../goods/sku.ts';

/** The grades in which goods are counted, the good ones first, each with the column of the grid that holds its pieces. */
export const gradeColumns: readonly { readonly grade: number; readonly name: string; readonly label: string }[] =
  Object.entries(imperfectType).map(([code, label]) => ({
    grade: Number(code),
    name: `grade_${code}`,
    // What it is for stands in brackets: a column needs its first word alone.
    label: label.replace(/\(.*\)$/, ''),
  }));

/** Pieces of a line of the grid, of all grades; undefined where nothing was entered. */
export function countedOf(line: RecordValues): number | undefined {
  const entered = gradeColumns.flatMap(({ name }) => {
    const qty = line[name];
    return typeof qty === 'number' ? [qty] : [];
  });
  return entered.length === 0 ? undefined : entered.reduce((sum, qty) => sum + qty, 0);
}

const id = { most: Number.MAX_SAFE_INTEGER } as const;

/**
 * The grid in which a batch is counted at a desk: a line for each planned line and expiry date, its pieces by grade. `root_id` is the
 * line of the batch that it counts, `goods_id` what it is; goods, plan and difference are shown and not typed.
 */
export function inboundCount() {
  const grades: Fields = Object.fromEntries(
    gradeColumns.map(({ name, label }): [string, Field] => [name, quantity(label, { least: 0 })]),
  );
  const fields: Fields = {
    sku_id: reference(() => sku, '货品', { derived: true, compute: (line) => line.goods_id }),
    plan_qty: quantity('应收', { derived: true, compute: (line) => line.plan_qty }),
    ...grades,
    diff_qty: quantity('差异', { derived: true, compute: differenceOf }),
    production_date: date('生产日期'),
    expire_at: date('到期日期'),
    root_id: integer('入库明细', id),
    goods_id: integer('货品ID', id),
  };
  return entity('inboundCount', {
    label: '清点',
    group: '/v1/InWareBatch',
    title: 'batch_no',
    fields: { batch_no: text('批次号', { derived: true }) },
    lines: { label: '清点明细', fields },
    calls: {},
    list: { columns: [], filters: [], search: [], sort: ['-id'] },
  });
}

/** The columns that the grid shows. */
export const countColumns: readonly string[] = [
  'sku_id',
  'plan_qty',
  ...gradeColumns.map(({ name }) => name),
  'diff_qty',
  'production_date',
  'expire_at',
];

/** Above zero is more than planned. Of goods that came with several dates no one line tells it. */
const differenceOf = (line: RecordValues): number | null => {
  const counted = countedOf(line);
  if (counted === undefined || line.shared === true || typeof line.plan_qty !== 'number') return null;
  return counted - line.plan_qty;
};
