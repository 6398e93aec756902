import { describe, expect, it } from 'vitest';
import { limitFields } from '#contract/areas/access/data-limits.ts';
import { limitItems, limitValues } from './limit-fields.ts';

describe('limits of an organisation as form values', () => {
  it('are empty lists where nothing is limited', () => {
    expect(Object.values(limitValues([]))).toEqual([[], [], [], [], [], []]);
    expect(limitItems(limitValues([]))).toEqual([]);
    expect(limitItems({})).toEqual([]);
  });

  it('go there and back', () => {
    const limits = [
      { dimension: 2, value_ids: [7, 8] },
      { dimension: 5, value_ids: [1] },
    ] as const;
    const values = limitValues(limits.map((limit) => ({ ...limit, value_ids: [...limit.value_ids] })));
    expect(values).toMatchObject({ warehouse_ids: [7, 8], brand_ids: [1], shop_ids: [] });
    expect(limitItems(values)).toEqual(limits);
  });

  it('have a field for each of the six dimensions', () => {
    expect(Object.values(limitFields).map((field) => field.label)).toEqual([
      '组织',
      '仓库',
      '门店',
      '供应商',
      '品牌',
      '分类',
    ]);
  });
});
