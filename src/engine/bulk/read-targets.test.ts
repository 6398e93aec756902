import { describe, expect, it } from 'vitest';
import { spu } from '#contract/areas/goods/spu.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { readTargets } from './read-targets.ts';

const read = (text: string) =>
  readTargets(
    supplier,
    text.split('\n').map((row) => row.split(',')),
  );

describe('the rows of a sheet are refused', () => {
  it('without a column that names the records', () => {
    expect(read('等级,账期(天)\n战略,30')).toEqual({ words: '缺少“供应商编号”或“供应商名称”列' });
  });

  it('with several columns and nothing that says which', () => {
    expect(read('GY1,战略')).toMatchObject({ words: expect.stringContaining('请带标题行') as unknown });
  });
});

it('reads one column of numbers or names, without empty rows, each at its row', () => {
  expect(read('GY1\n\nGY2')).toEqual({
    targets: [
      { row: 1, target: { key: 'GY1' } },
      { row: 3, target: { key: 'GY2' } },
    ],
    names: [],
    ignored: [],
  });
});

it('reads the columns of its heading in any order, and says which mean nothing', () => {
  expect(read('联系人,等级,供应商编号,账期(天)\n老王,战略,GY1,45\n,,GY2,\n小李,一般,,1')).toEqual({
    targets: [
      { row: 2, target: { key: 'GY1', texts: { level: '战略', settle_days: '45' } } },
      { row: 3, target: { key: 'GY2', texts: {} } },
      { row: 4, target: null },
    ],
    names: ['level', 'settle_days'],
    ignored: ['联系人'],
  });
});

it('takes the title for a value where the number or another name stands beside it', () => {
  const [heading, row] = [
    ['商品名称', '货号/款号'],
    ['圆领T恤', 'K1'],
  ];
  expect(readTargets(spu, [heading, row])).toMatchObject({
    targets: [{ row: 2, target: { key: 'K1', texts: { name: '圆领T恤' } } }],
  });
});
