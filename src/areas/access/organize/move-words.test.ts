import { describe, expect, it } from 'vitest';
import type { OrganizeNode } from '#contract/areas/access/organize.ts';
import { branchesOf } from '../tree/branch.ts';
import { moveWords } from './move-words.ts';

const node = (id: number, name: string, children: OrganizeNode[] = []): OrganizeNode => ({
  id,
  version: 1,
  parent_id: null,
  name,
  code: `C${id}`,
  type: 2,
  leader_id: null,
  leader_id__title: null,
  order: id,
  status: 1,
  path: String(id),
  admin_count: id,
  limited: false,
  children,
});

const roots = branchesOf(
  [node(1, '公司', [node(2, '商品部'), node(3, '采购部', [node(4, '女装'), node(5, '男装')])])],
  {
    key: (one) => String(one.id),
    children: (one) => one.children,
  },
);

describe('a move in words', () => {
  it('names what moves, from where, to where, and what goes along', () => {
    expect(moveWords(roots, '3', { parent: '2', index: 0 })).toEqual({
      what: '采购部',
      from: '“公司”下',
      to: '“商品部”下，作为唯一下级',
      below: 2,
      people: 12,
    });
  });

  it.each([
    ['4', { parent: '1', index: 0 }, '“公司”下，排在最前'],
    ['4', { parent: '1', index: 1 }, '“公司”下，排在“商品部”之后'],
    ['3', { parent: '1', index: 0 }, '“公司”下，排在最前'],
    ['4', { parent: null, index: 1 }, '最上级，排在“公司”之后'],
  ])('%s to %j', (key, place, words) => {
    expect(moveWords(roots, key, place).to).toBe(words);
  });
});
