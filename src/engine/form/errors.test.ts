import { expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { areFewer, plainErrors, refusalErrors, schemaErrors, withoutErrors } from './errors.ts';
import { linesFrom, noLines } from './lines.ts';

it('says what is missing in plain words, on lines too', () => {
  expect(plainErrors(brand, { name: '  ' }, noLines)).toEqual({ name: '品牌名称不能为空' });
  const values = { warehouse_id: 1, adjust_type: 1, reason: '盘点' };
  expect(plainErrors(stockAdjustment, values, linesFrom([{ id: 1, sku_id: 4, qty: null }]))).toEqual({
    'lines.l0.qty': '数量不能为空',
  });
});

it('puts a refusal on the input it names', () => {
  expect(refusalErrors(brand, { field: 'name', msg: '品牌名称已存在' }, [])).toEqual({ name: '品牌名称已存在' });
});

it('finds the line of a refusal among the lines that were sent', () => {
  const refused = { field: 'lines.1.sku_id', msg: '货品不存在' };
  expect(refusalErrors(stockAdjustment, refused, ['l4', 'l9'])).toEqual({ 'lines.l9.sku_id': '货品不存在' });
  expect(refusalErrors(stockAdjustment, { ...refused, field: 'line_changes.put.0.qty' }, ['l4'])).toEqual({
    'lines.l4.qty': '货品不存在',
  });
});

it('says on the whole form what no input of it bears', () => {
  expect(refusalErrors(brand, { field: 'id', msg: '数据不存在' }, [])).toEqual({ '': '数据不存在' });
  expect(refusalErrors(brand, { field: null, msg: '系统繁忙' }, [])).toEqual({ '': '系统繁忙' });
});

it('puts issues of the schema on cells', () => {
  const issues = [
    { code: 'invalid_type', path: ['lines', 0, 'qty'], message: 'x' },
    { code: 'custom', path: ['lines', '0', 'to_imperfect_type'], message: '只有品级转换才填写转入品级' },
  ];
  expect(schemaErrors(stockAdjustment, issues, ['l7'])).toEqual({
    'lines.l7.qty': '格式不正确',
    'lines.l7.to_imperfect_type': '只有品级转换才填写转入品级',
  });
});

it('knows mending from a new refusal, and leaves errors alone that no change touches', () => {
  const errors = { name: '不能为空', code: '不能为空' };
  expect(withoutErrors(errors, (path) => path === 'order')).toBe(errors);
  const left = withoutErrors(errors, (path) => path === 'name');
  expect(left).toEqual({ code: '不能为空' });
  expect(areFewer(errors, left)).toBe(true);
  for (const refused of [errors, { code: '已存在' }, { order: '太大' }]) expect(areFewer(errors, refused)).toBe(false);
});
