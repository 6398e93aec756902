import { describe, expect, it } from 'vitest';
import { branchesOf, rowsOf, searched, wayTo } from './branch.ts';
import { treeMove } from './tree-keys.ts';

interface Node {
  name: string;
  below?: Node[];
}

const roots = branchesOf<Node>(
  [
    { name: '仓储', below: [{ name: '库存', below: [{ name: '查看' }, { name: '导出' }] }, { name: '盘点' }] },
    { name: '商品' },
  ],
  { key: (node) => node.name, children: (node) => node.below ?? [] },
);
const all = new Set(['仓储', '库存']);
const shown = (open: ReadonlySet<string>) => rowsOf(roots, open).map((row) => row.branch.key);

describe('lines', () => {
  it('are those under open branches', () => {
    expect(shown(new Set())).toEqual(['仓储', '商品']);
    expect(shown(new Set(['库存']))).toEqual(['仓储', '商品']);
    expect(shown(all)).toEqual(['仓储', '库存', '查看', '导出', '盘点', '商品']);
  });

  it('know their depth, their place and whether they are open', () => {
    expect(rowsOf(roots, new Set(['仓储']))[1]).toMatchObject({
      depth: 1,
      parent: '仓储',
      place: 1,
      of: 2,
      open: false,
    });
    expect(rowsOf(roots, all).at(-1)).toMatchObject({ depth: 0, parent: null, place: 2, of: 2, open: null });
  });

  it('stand on a way from the root', () => {
    expect(wayTo(roots, '导出').map((branch) => branch.key)).toEqual(['仓储', '库存', '导出']);
    expect(wayTo(roots, '没有')).toEqual([]);
  });
});

describe('a search', () => {
  const found = (words: string) => searched(roots, (node) => node.name.includes(words));

  it('finds nothing plainly', () => {
    expect(found('没有')).toEqual({ roots: [], open: new Set(), count: 0 });
  });

  it('keeps the way to what it found, and nothing beside it', () => {
    const { roots: left, open, count } = found('导出');
    expect(rowsOf(left, open).map((row) => row.branch.key)).toEqual(['仓储', '库存', '导出']);
    expect(count).toBe(1);
  });

  it('keeps all below what it found', () => {
    const { roots: left, open } = found('库存');
    expect(rowsOf(left, open).map((row) => row.branch.key)).toEqual(['仓储', '库存']);
    expect(wayTo(left, '查看')).toHaveLength(3);
  });
});

describe('keys', () => {
  const rows = rowsOf(roots, all);
  it.each([
    ['ArrowDown', '仓储', { to: '库存' }],
    ['ArrowUp', '仓储', { to: '仓储' }],
    ['ArrowDown', '商品', { to: '商品' }],
    ['End', '仓储', { to: '商品' }],
    ['Home', '盘点', { to: '仓储' }],
    ['PageDown', '仓储', { to: '商品' }],
    ['ArrowRight', '库存', { to: '查看' }],
    ['ArrowLeft', '库存', { fold: '库存', open: false }],
    ['ArrowLeft', '查看', { to: '库存' }],
    ['ArrowLeft', '商品', null],
    ['ArrowRight', '查看', null],
    [' ', '查看', { act: 'check', on: '查看' }],
    ['Enter', '查看', { act: 'select', on: '查看' }],
    ['a', '查看', null],
  ])('%s on %s', (key, at, move) => {
    expect(treeMove(rows, at, key)).toEqual(move);
  });

  it('open what is closed, and do nothing in an empty tree', () => {
    expect(treeMove(rowsOf(roots, new Set()), '仓储', 'ArrowRight')).toEqual({ fold: '仓储', open: true });
    expect(treeMove([], null, 'ArrowDown')).toBeNull();
  });
});
