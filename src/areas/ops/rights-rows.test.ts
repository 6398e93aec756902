import { expect, it } from 'vitest';
import type { PersonRights } from '#contract/areas/access/rights.ts';
import { rightsParts } from './rights-rows.ts';

const one: PersonRights = {
  id: 1,
  username: 'one',
  nickname: '甲',
  roles: ['仓管员'],
  permissions: [
    { key: 'stock:view', name: '库存 · 查看', roles: ['仓管员'] },
    { key: 'spu:view', name: '款式 · 查看', roles: ['仓管员'] },
  ],
  scope: [[{ label: '仓库', names: ['总仓'], total: 3 }]],
  hidden: ['库存 · 成本'],
};
const other: PersonRights = {
  ...one,
  id: 2,
  roles: ['仓管员', '店长'],
  permissions: [{ key: 'stock:view', name: '库存 · 查看', roles: ['仓管员', '店长'] }],
  scope: 'everything',
};
const shown = (people: PersonRights[], differing: boolean) =>
  Object.fromEntries(rightsParts(people, differing).map(({ title, rows }) => [title, rows]));

it('shows what one has and the other has not', () => {
  expect(shown([one, other], true)).toEqual({
    角色: [{ words: '店长', of: ['', '有'] }],
    数据范围: [
      { words: '仓库：总仓 等 3 个', of: ['可见', ''] },
      { words: '全部数据', of: ['', '可见'] },
    ],
    看不到的字段: [],
    权限: [{ words: '款式 · 查看（spu:view）', of: ['仓管员', ''] }],
  });
});

it('shows all of it for the asking, with the roles that give each key', () => {
  expect(shown([one, other], false).权限).toEqual([
    { words: '库存 · 查看（stock:view）', of: ['仓管员', '仓管员、店长'] },
    { words: '款式 · 查看（spu:view）', of: ['仓管员', ''] },
  ]);
});

it('has no line for whoever sees no data', () => {
  expect(shown([{ ...one, scope: [] }], false).数据范围).toEqual([]);
});
