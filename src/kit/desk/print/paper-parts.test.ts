import { describe, expect, it } from 'vitest';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { seenWith } from '#contract/kit/mask.ts';
import type { Row } from '#src/engine/row.ts';
import { columnsOf, factsOf, sumsOf } from './paper-parts.ts';

const record: Row = {
  id: 8,
  status: 0,
  adjust_type: adjustType.gain,
  warehouse_id: 2,
  warehouse_id__title: '总仓',
  warehouse_id__hint: 'CK01',
  happened_at: '2026-03-02T02:00:00.000Z',
  posted_at: null,
  remark: null,
  created_by: 5,
  created_by__title: null,
  total_qty: 1200,
};
const lines: Row[] = [
  {
    id: 1,
    sku_id: 1,
    sku_id__title: 'S1',
    sku_id__hint: '短袖 黑 M',
    to_imperfect_type: null,
    qty: 1199,
    unit_cost: 4321,
  },
  { id: 2, sku_id: 2, sku_id__title: 'S2', to_imperfect_type: null, qty: 1, unit_cost: null },
];
const columns = ['sku_id', 'to_imperfect_type', 'qty', 'unit_cost'];
const poor = seenWith(stockAdjustment, () => false);
const named = (things: readonly { name: string }[]) => things.map(({ name }) => name);

describe('the head', () => {
  const head = ['warehouse_id', 'happened_at', 'posted_at', 'remark', 'created_by', 'total_qty'];

  it('says each field under its label as a person reads it, and how the document stands', () => {
    expect(factsOf(stockAdjustment, { head }, record).map(({ label, text }) => [label, text])).toEqual([
      ['仓库', '总仓 CK01'],
      ['发生时间', '2026-03-02 10:00'],
      // Left empty by a person; what the server has not set yet is not there.
      ['备注', '—'],
      ['创建人', '#5'],
      ['调整数量', '1,200'],
      ['状态', '草稿'],
    ]);
  });

  it('leaves out what stands behind a key and what this record does not have', () => {
    const definition = {
      ...stockAdjustment,
      fields: {
        ...stockAdjustment.fields,
        cost: { ...stockAdjustment.fields.total_qty, label: '成本', mask: 'stock:costView' as const },
        never: { ...stockAdjustment.fields.happened_at, label: '从不', visible: () => false },
      },
    };
    const all = { head: ['cost', 'never'] };
    const whole = { ...record, cost: 7, never: null };
    expect(named(factsOf(definition, all, whole))).toEqual(['cost', 'status']);
    expect(
      named(
        factsOf(
          seenWith(definition, () => false),
          all,
          whole,
        ),
      ),
    ).toEqual(['status']);
  });
});

describe('the lines', () => {
  it('have the columns that this person may see', () => {
    const of = { record, lines };
    expect(named(columnsOf(stockAdjustment, { columns }, of))).toEqual(['sku_id', 'qty', 'unit_cost']);
    expect(named(columnsOf(poor, { columns }, of))).toEqual(['sku_id', 'qty']);
  });

  it('have a column that some of them have', () => {
    const regrading = { ...record, adjust_type: adjustType.degrade };
    expect(named(columnsOf(stockAdjustment, { columns }, { record: regrading, lines }))).toContain('to_imperfect_type');
  });

  it('say references by title and hint, figures by their kind, and nothing as nothing', () => {
    const [goods, , cost] = columnsOf(stockAdjustment, { columns }, { record, lines });
    expect(lines.map((line) => goods?.text(line))).toEqual(['S1 短袖 黑 M', 'S2']);
    expect(lines.map((line) => cost?.text(line))).toEqual(['¥43.21', '']);
    expect([goods?.end, cost?.end]).toEqual([false, true]);
  });

  it('are summed as their kind reads, and not where the column is not seen', () => {
    const sums = { sums: ['qty', 'unit_cost'] };
    expect(sumsOf(stockAdjustment, sums, lines)).toEqual({ qty: '1,200', unit_cost: '¥43.21' });
    expect(sumsOf(poor, sums, lines)).toEqual({ qty: '1,200' });
  });
});
