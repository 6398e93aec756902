// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import type { MenuNode } from '#contract/areas/access/calls.ts';
import { menu as groups } from '#contract/areas/access/menu.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { icons } from './icons.ts';
import { buildMenu, groupOf, litEntry, pathOf } from './menu-tree.ts';

describe('an entry that leads elsewhere', () => {
  it.each([
    '',
    '/',
    '/#',
    '/#shops',
    '/#//evil.example',
    '/#/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
  ])('with the url %j is left out', (url) => {
    expect(pathOf(url)).toBeNull();
    expect(names(buildMenu([node({ id: 1, name: '坏', url, style: 'ev2' })]))).toEqual(['首页']);
  });

  it('and a group without entries are left out', () => {
    expect(names(buildMenu([node({ id: 1, name: '空', childNode: [node({ id: 2, url: 'x' })] })]))).toEqual(['首页']);
  });
});

it('prepends 首页 unless the server sends it', () => {
  expect(names(buildMenu([node({ id: 3, name: '商品' })]))).toEqual(['首页', '商品']);
  expect(names(buildMenu([node({ id: 3, name: '首页', url: '/#/dashboard/index' })]))).toEqual(['首页']);
  expect(names(buildMenu([node({ id: 3, name: '总览', url: '/#/dashboard/index' })]))).toEqual(['总览']);
});

it('follows the order that the server gives, at every depth', () => {
  const second = node({
    id: 1,
    name: '二',
    order: 2,
    childNode: [node({ id: 4, name: '乙', order: 2 }), node({ id: 5, name: '甲', order: 1 })],
  });
  const menu = buildMenu([second, node({ id: 2, name: '一', order: 1 })]);
  expect(names(menu)).toEqual(['首页', '一', '二']);
  expect(names(menu[2]?.children ?? [])).toEqual(['甲', '乙']);
});

it('gives neighbours different marks where their names allow it', () => {
  const menu = buildMenu(['商品管理', '商品工具', '品', '品'].map((name, at) => node({ id: at + 1, name, order: at })));
  expect(menu.map((entry) => entry.mark)).toEqual(['首', '商', '工', '品', '品']);
});

it('carries the icon that the server names', () => {
  const menu = buildMenu([node({ id: 1, style: 'goods' }), node({ id: 2 })]);
  expect(menu.map((entry) => entry.icon)).toEqual(['home', 'goods', null]);
});

it('has a drawing for each group of the menu', () => {
  expect(groups.map(({ style }) => style).filter((style) => !Object.hasOwn(icons, style ?? ''))).toEqual([]);
});

it('opens the second-generation entry by a full jump', () => {
  const [, entry] = buildMenu([node({ id: 1, url: '/#/second/app', style: 'ev2' })]);
  expect(entry).toMatchObject({ path: '/second/app', jump: true });
});

describe('the lit entry', () => {
  const brands = node({ id: 7, name: '品牌列表', url: '/#/shops/addBrands' });
  const menu = buildMenu([node({ id: 6, name: '商品', url: '/goods', childNode: [brands] })]);
  const rows = [
    row('/shops/addBrands'),
    row('/shops/brandEdit', '/shops/brandNew'),
    row('/shops/brandNew', '/shops/addBrands'),
    row('/a', '/b'),
    row('/b', '/a'),
  ];

  it('is that of the path, else of its parent, or its parent', () => {
    for (const path of ['/shops/addBrands', '/shops/brandNew', '/shops/brandEdit'])
      expect(litEntry(path, { rows, menu })?.id).toBe(7);
    expect(groupOf(litEntry('/shops/brandEdit', { rows, menu }), menu)?.id).toBe(6);
  });

  it('is 首页 for both of its addresses, and none where parents run in a circle', () => {
    expect(litEntry('/', { rows, menu })?.name).toBe('首页');
    expect(litEntry('/dashboard/index', { rows, menu })?.name).toBe('首页');
    expect(litEntry('/a', { rows, menu })).toBeNull();
  });
});

function node(given: Partial<MenuNode>): MenuNode {
  return {
    id: 1,
    parent_id: null,
    url: '/#/shops/addShop',
    name: '商品列表',
    order: 1,
    style: null,
    childNode: [],
    ...given,
  };
}

function row(path: `/${string}`, parent?: `/${string}`): RouteRow {
  const screen = () => Promise.reject(new Error('not drawn here'));
  return { path, title: path, needLogin: true, keepAlive: false, screen, ...(parent ? { parent } : {}) };
}

function names(entries: readonly { name: string }[]): string[] {
  return entries.map((entry) => entry.name);
}
