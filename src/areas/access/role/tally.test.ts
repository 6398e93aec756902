import { describe, expect, it } from 'vitest';
import { branchesOf } from '../tree/branch.ts';
import { checkedOf, difference, keysUnder, tallies, toggled } from './tally.ts';

interface Node {
  name: string;
  permission?: string;
  below?: Node[];
}

/** Two screens share `stock:view`. */
const roots = branchesOf<Node>(
  [
    {
      name: '仓储',
      below: [
        {
          name: '库存列表',
          below: [
            { name: '列表/查看', permission: 'stock:view' },
            { name: '列表/导出', permission: 'stock:export' },
          ],
        },
        { name: '库存流水', below: [{ name: '流水/查看', permission: 'stock:view' }] },
      ],
    },
  ],
  { key: (node) => node.name, children: (node) => node.below ?? [] },
);
const keyOf = (node: Node) => node.permission ?? null;
const [storage] = roots;
const states = (...given: string[]) =>
  Object.fromEntries([...tallies(roots, keyOf, new Set(given))].map(([key, tally]) => [key, checkedOf(tally)]));

describe('tri-state', () => {
  it('is none, some or all, on every floor', () => {
    expect(states()).toMatchObject({ 仓储: 'none', 库存列表: 'none', 库存流水: 'none' });
    expect(states('stock:export')).toMatchObject({ 仓储: 'some', 库存列表: 'some', 库存流水: 'none' });
    expect(states('stock:export', 'stock:view')).toMatchObject({ 仓储: 'all', 库存列表: 'all', 库存流水: 'all' });
  });

  it('shows a permission that stands in two places in both, and counts it once', () => {
    expect(states('stock:view')).toMatchObject({ 库存流水: 'all', '列表/查看': 'all', 仓储: 'some' });
    expect(tallies(roots, keyOf, new Set(['stock:view'])).get('仓储')).toEqual({ have: 1, of: 2 });
  });

  it('does not count what is not in the tree', () => {
    expect(states('brand:view')).toMatchObject({ 仓储: 'none' });
  });
});

describe('a box that is pressed', () => {
  const keys = storage ? keysUnder(storage, keyOf) : new Set<string>();
  const anything = () => true;

  it('gives all, then none', () => {
    expect(toggled(new Set(['brand:view']), keys, anything)).toEqual(
      new Set(['brand:view', 'stock:view', 'stock:export']),
    );
    expect(toggled(new Set(['stock:view']), keys, anything)).toEqual(new Set(['stock:view', 'stock:export']));
    expect(toggled(new Set(['brand:view', ...keys]), keys, anything)).toEqual(new Set(['brand:view']));
  });

  it('never touches what this person may not give', () => {
    const mayGive = (key: string) => key !== 'stock:export';
    expect(toggled(new Set(), keys, mayGive)).toEqual(new Set(['stock:view']));
    expect(toggled(new Set(['stock:view', 'stock:export']), keys, mayGive)).toEqual(new Set(['stock:export']));
    expect(toggled(new Set(['stock:export']), keys, () => false)).toEqual(new Set(['stock:export']));
  });
});

describe('the difference of an edit', () => {
  it('is nothing when nothing changed', () => {
    expect(difference(new Set(['a']), new Set(['a']), [])).toEqual({ added: [], removed: [] });
  });

  it('is in the order of the tree, unknown ones last', () => {
    const all = ['stock:view', 'stock:export', 'brand:view'];
    expect(difference(new Set(['gone:view', 'brand:view']), new Set(['stock:export', 'stock:view']), all)).toEqual({
      added: ['stock:view', 'stock:export'],
      removed: ['brand:view', 'gone:view'],
    });
  });
});
