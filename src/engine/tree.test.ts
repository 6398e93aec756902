import { describe, expect, it } from 'vitest';
import { organize } from '#contract/areas/access/organize.ts';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { answersTo } from './answers-to.ts';
import { isTree } from './is-tree.ts';
import { forestOf, pathsOf } from './tree.ts';

it('knows a tree by what it is, not by its name', () => {
  expect([category, organize, brand].map(isTree)).toEqual([true, true, false]);
});

describe('a forest', () => {
  const flat = [
    { id: 1, parent_id: null, name: '女装', status: 1 },
    { id: 2, parent_id: 1, name: '上装', status: 1 },
    { id: 3, parent_id: 2, name: 'T恤', status: 1 },
    { id: 4, parent_id: 2, name: '背心', status: 0 },
    { id: 9, parent_id: 8, name: '童鞋', status: 1 },
  ];
  const wanted = [
    {
      id: 1,
      title: '女装',
      children: [{ id: 2, title: '上装', children: [{ id: 3, title: 'T恤', children: [] }] }],
    },
    { id: 9, title: '童鞋', children: [] },
  ];

  it('is the same from flat rows and from rows that hold their children', () => {
    const [women, tops, shirt, vest, shoes] = flat;
    const nested = [{ ...women, children: [{ ...tops, children: [shirt, vest] }] }, { ...shoes }] as never;
    expect(forestOf(category, flat)).toEqual(wanted);
    expect(forestOf(category, nested)).toEqual(wanted);
  });

  it('leaves out what is not in use, and keeps at the top what hangs on something unseen', () => {
    expect([...pathsOf(forestOf(category, flat))]).toEqual([
      [1, [1]],
      [2, [1, 2]],
      [3, [1, 2, 3]],
      [9, [9]],
    ]);
  });
});

it('finds a title by a part of it and by its first letters', () => {
  expect(answersTo('女装', '装')).toBe(true);
  expect(answersTo('女装', 'NZ')).toBe(true);
  expect(answersTo('女装', 'nx')).toBe(false);
});
