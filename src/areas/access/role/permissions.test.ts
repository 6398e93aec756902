import { describe, expect, it } from 'vitest';
import type { PermissionNode } from '#contract/areas/access/role.ts';
import { branchesOf } from '../tree/branch.ts';
import { allPermissions, byScreen, isFound } from './permissions.ts';

const node = (name: string, rest: Partial<PermissionNode> = {}): PermissionNode => ({
  node: name,
  id: null,
  permission_key: null,
  name,
  grantable: true,
  children: [],
  ...rest,
});
const view = (name: string) => node('查看', { node: `${name}/view`, id: 1, permission_key: 'stock:view' });
const exported = node('导出', { id: 2, permission_key: 'stock:export' });

const roots = branchesOf(
  [
    node('仓储管理', {
      children: [
        node('库存列表', { children: [view('list'), exported] }),
        node('库存流水', { children: [view('stream')] }),
      ],
    }),
  ],
  { key: (one) => one.node, children: (one) => one.children },
);

describe('permissions in words', () => {
  it('stand under their screens, each once', () => {
    expect(allPermissions(roots)).toEqual(['1', '2']);
    expect(byScreen(roots, ['2', '1'])).toEqual([{ screen: '库存列表', names: ['查看', '导出'] }]);
  });

  it('are not lost when the tree does not know them', () => {
    expect(byScreen(roots, ['2', '99'])).toEqual([
      { screen: '库存列表', names: ['导出'] },
      { screen: '其他', names: ['#99'] },
    ]);
    expect(byScreen(roots, [])).toEqual([]);
  });

  it('are found by name and by key', () => {
    expect(isFound(exported, ' 导 ')).toBe(true);
    expect(isFound(exported, 'STOCK:E')).toBe(true);
    expect(isFound(exported, '查看')).toBe(false);
    expect(isFound(node('库存列表'), 'stock')).toBe(false);
  });
});
