import { describe, expect, it } from 'vitest';
import { type Branch, branchesOf, everyBranch } from './branch.ts';
import { changed, dropPlace, movedTo, placeOf, siblingsAt, stepPlace } from './moves.ts';

interface Node {
  key: string;
  below?: Node[];
}

const tree = (nodes: Node[]): Branch<Node>[] =>
  branchesOf(nodes, { key: (node) => node.key, children: (node) => node.below ?? [] });

/** company ─ goods, buying ─ (women, men), finance */
const company = tree([
  {
    key: 'company',
    below: [{ key: 'goods' }, { key: 'buying', below: [{ key: 'women' }, { key: 'men' }] }, { key: 'finance' }],
  },
]);
const names = (roots: readonly Branch<Node>[]) => [...everyBranch(roots)].map((branch) => branch.key).join(' ');
const at = (parent: string | null, index: number) => ({ parent, index });

describe('where a branch may go', () => {
  it('is not itself, nor below itself', () => {
    for (const drop of ['before', 'inside', 'after'] as const) {
      expect(dropPlace(company, { source: 'buying', target: 'buying', drop })).toBeNull();
      expect(dropPlace(company, { source: 'buying', target: 'women', drop })).toBeNull();
    }
  });

  it('is not the place it has', () => {
    expect(dropPlace(company, { source: 'goods', target: 'buying', drop: 'before' })).toBeNull();
    expect(dropPlace(company, { source: 'buying', target: 'goods', drop: 'after' })).toBeNull();
    expect(dropPlace(company, { source: 'finance', target: 'company', drop: 'inside' })).toBeNull();
    expect(changed(company, 'men', at('buying', 1))).toBeNull();
  });

  it('is beside a line, or last below it', () => {
    expect(dropPlace(company, { source: 'finance', target: 'goods', drop: 'before' })).toEqual(at('company', 0));
    expect(dropPlace(company, { source: 'finance', target: 'women', drop: 'after' })).toEqual(at('buying', 1));
    expect(dropPlace(company, { source: 'goods', target: 'finance', drop: 'after' })).toEqual(at('company', 2));
    expect(dropPlace(company, { source: 'goods', target: 'buying', drop: 'inside' })).toEqual(at('buying', 2));
    expect(dropPlace(company, { source: 'men', target: 'company', drop: 'after' })).toEqual(at(null, 1));
  });

  it('is nowhere when either is not there', () => {
    expect(dropPlace(company, { source: 'nobody', target: 'goods', drop: 'inside' })).toBeNull();
    expect(dropPlace(company, { source: 'goods', target: 'nobody', drop: 'inside' })).toBeNull();
    expect(placeOf(company, 'nobody')).toBeUndefined();
    expect(stepPlace(company, 'nobody', 1)).toBeNull();
  });
});

describe('a step', () => {
  it('ends where the siblings end', () => {
    expect(stepPlace(company, 'goods', -1)).toBeNull();
    expect(stepPlace(company, 'finance', 1)).toBeNull();
    expect(stepPlace(company, 'company', 1)).toBeNull();
  });

  it('goes past one sibling', () => {
    expect(stepPlace(company, 'goods', 1)).toEqual(at('company', 1));
    expect(stepPlace(company, 'men', -1)).toEqual(at('buying', 0));
  });
});

describe('a move', () => {
  it('takes everything below along', () => {
    expect(names(movedTo(company, 'buying', at('finance', 0)))).toBe('company goods finance buying women men');
    expect(names(movedTo(company, 'buying', at(null, 0)))).toBe('buying women men company goods finance');
  });

  it('changes the order among siblings, and shares what it did not touch', () => {
    const moved = movedTo(company, 'goods', at('company', 1));
    expect(names(moved)).toBe('company buying women men goods finance');
    expect(siblingsAt(moved, 'company')[0]).toBe(siblingsAt(company, 'company')[1]);
  });

  it('is undone by the place it had', () => {
    for (const branch of everyBranch(company)) {
      for (const target of everyBranch(company)) {
        for (const drop of ['before', 'inside', 'after'] as const) {
          const place = dropPlace(company, { source: branch.key, target: target.key, drop });
          const before = placeOf(company, branch.key);
          if (!place || !before) continue;
          const moved = movedTo(company, branch.key, place);
          expect(placeOf(moved, branch.key)).toEqual(place);
          expect(names(movedTo(moved, branch.key, before))).toBe(names(company));
        }
      }
    }
  });

  it('leaves the tree alone when the place is not there', () => {
    expect(movedTo(company, 'goods', at('nobody', 0))).toBe(company);
    expect(movedTo(company, 'nobody', at('company', 0))).toBe(company);
  });
});
