import { expect, it } from 'vitest';
import { linesFrom } from '#src/engine/form/lines.ts';
import type { Row } from '#src/engine/row.ts';
import {
  figuresOf,
  filled,
  gridLines,
  otherDate,
  partsOf,
  pastedRows,
  scanned,
  stated,
  toldOf,
} from './count-lines.ts';

const detail = (id: number, more: object = {}): Row => ({
  id,
  split_of_id: null,
  sku_id: 100 + id,
  sku_id__title: `S${id}`,
  sku_id__hint: `货品${id}`,
  imperfect_type: 0,
  plan_qty: 10,
  count_qty: null,
  production_date: null,
  expire_at: null,
  ...more,
});

const rowsOf = (...details: Row[]) => linesFrom(gridLines(details)).rows;

it('shows a planned line once with its grades side by side, and again for each other date', () => {
  const lines = gridLines([
    detail(1, { count_qty: 5, expire_at: '2027-01-31' }),
    detail(2),
    detail(3, { split_of_id: 1, sku_id: 101, plan_qty: 0, imperfect_type: 1, count_qty: 1, expire_at: '2027-01-31' }),
    detail(4, { split_of_id: 1, sku_id: 101, plan_qty: 0, count_qty: 3, expire_at: '2027-02-28' }),
  ]);
  expect(lines).toMatchObject([
    { id: 1, root_id: 1, plan_qty: 10, shared: true, grade_0: 5, grade_1: 1, grade_2: null },
    { id: 4, root_id: 1, plan_qty: null, shared: true, grade_0: 3, grade_1: null },
    { id: 2, root_id: 2, plan_qty: 10, shared: false, grade_0: null },
  ]);
});

it('tells all of a planned line that was touched, and nothing of others', () => {
  const rows = rowsOf(
    detail(1, { count_qty: 5, expire_at: '2027-01-31' }),
    detail(4, { split_of_id: 1, sku_id: 101, plan_qty: 0, count_qty: 3 }),
    detail(2, { count_qty: 7 }),
  ).map((row) => (row.id === 4 ? { ...row, values: { ...row.values, grade_2: 2 }, changed: true } : row));
  const { told, errors } = toldOf(rows, new Set());
  expect(errors).toEqual({});
  expect(told.map(({ answers }) => answers)).toEqual([
    [
      { line_id: 1, imperfect_type: 0, qty: 5, production_date: null, expire_at: '2027-01-31' },
      { line_id: 1, imperfect_type: 0, qty: 3, production_date: null, expire_at: null },
      { line_id: 1, imperfect_type: 2, qty: 2, production_date: null, expire_at: null },
    ],
  ]);
  expect(toldOf(rows, new Set([2])).told).toHaveLength(2);
});

it('takes an emptied line for no count: nothing that came is a 0', () => {
  const [row] = rowsOf(detail(1, { count_qty: 5 }));
  if (!row) throw new Error('no row');
  const emptied = { ...row, values: { ...row.values, grade_0: null }, changed: true };
  expect(Object.values(toldOf([emptied], new Set()).errors)).toEqual(['没有到货请填 0']);
});

it('cuts a long count between planned lines', () => {
  const answers = (count: number) => ({
    answers: Array.from({ length: count }, () => ({ line_id: 1 })),
    keys: Array.from({ length: count }, (_, place) => `l${place}`),
  });
  expect(partsOf([answers(3), answers(2), answers(4), answers(1)], 5).map((part) => part.keys.length)).toEqual([5, 5]);
});

it('counts a scan where its goods still wait for pieces, and the rest on the last of their lines', () => {
  const two = rowsOf(detail(1, { sku_id: 9, plan_qty: 1 }), detail(2, { sku_id: 9, plan_qty: 1 }), detail(3));
  const first = scanned(two, { goods: 9, grade: 0 });
  expect([first?.row.id, first?.change]).toEqual([1, { grade_0: 1 }]);
  const next = two.map((row) => (row.id === 1 ? { ...row, values: { ...row.values, grade_0: 1 } } : row));
  expect(scanned(next, { goods: 9, grade: 1 })).toMatchObject({ row: { id: 2 }, change: { grade_1: 1 } });
  const full = next.map((row) => (row.id === 2 ? { ...row, values: { ...row.values, grade_0: 1 } } : row));
  expect(scanned(full, { goods: 9, grade: 0 })).toMatchObject({ row: { id: 2 }, change: { grade_0: 2 } });
  expect(scanned(two, { goods: 77, grade: 0 })).toBeUndefined();
});

it('lays a written figure over the lines of its goods', () => {
  const two = rowsOf(detail(1, { sku_id: 9, plan_qty: 4 }), detail(2, { sku_id: 9, plan_qty: 3 }));
  expect(stated(two, { goods: 9, grade: 0, qty: 9 }).map(([, change]) => change)).toEqual([
    { grade_0: 4 },
    { grade_0: 5 },
  ]);
  expect(stated(two, { goods: 9, grade: 1, qty: 2 }).map(([, change]) => change)).toEqual([
    { grade_1: 2 },
    { grade_1: 0 },
  ]);
});

it('fills what nobody counted, and says how far it is', () => {
  const rows = rowsOf(detail(1, { count_qty: 4 }), detail(2), detail(3));
  expect([...filled(rows, ({ plan_qty }) => Number(plan_qty)).values()]).toEqual([{ grade_0: 10 }, { grade_0: 10 }]);
  expect(figuresOf(rows)).toEqual({ lines: 3, uncounted: 2, plan: 30, counted: 4 });
});

it('reads a pasted list of codes, quantities and grades, and names the rows that it cannot read', () => {
  const gradeIn = (text: string) => ({ 正品: 0, 重残: 2 })[text];
  const block = [
    ['A', '3'],
    ['B', '2', '重残'],
    ['', ''],
    ['C', 'x'],
    ['D', '1', '好'],
  ];
  expect(pastedRows(block, { grade: 1, gradeIn })).toEqual({
    rows: [
      { code: 'A', qty: 3, grade: 1 },
      { code: 'B', qty: 2, grade: 2 },
    ],
    wrong: [4, 5],
  });
});

it('starts another date of the same goods without a plan', () => {
  const [row] = rowsOf(detail(1));
  expect(otherDate(row?.values ?? {})).toMatchObject({ root_id: 1, goods_id: 101, plan_qty: null, shared: true });
});
