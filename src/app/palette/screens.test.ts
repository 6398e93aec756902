import Pinyin from 'pinyin-match';
import { describe, expect, it } from 'vitest';
import type { RouteRow } from '#src/engine/route-row.ts';
import type { MenuEntry } from '../menu/menu-tree.ts';
import { mayBeNumber, rankScreens, screensOf, singleHit } from './screens.ts';

const menu: MenuEntry[] = [
  entry('首页', '/dashboard/index'),
  {
    ...entry('仓储管理', null),
    children: [entry('库存列表', '/storage/stockList'), entry('盘点单', '/storage/stocktakingList')],
  },
  { ...entry('商品管理', null), children: [entry('品牌列表', '/shops/addBrands'), entry('调整盘点', '/x/adjust')] },
];
const rows = [
  row('/hand', '仓库模式'),
  row('/hand/count', '盘点'),
  row('/me', '我的账号'),
  row('/me/security', '安全设置'),
  row('/mechanic', '别的'),
  row('/storage/stockList', '库存列表'),
];
const screens = screensOf(menu, rows);

const find = (text: string, recent: readonly string[] = []) =>
  rankScreens(screens, { text, recent, match: Pinyin.match }).map(({ screen }) => screen.name);

it('knows every screen of the menu once, and a person’s own pages', () => {
  expect(screens.map((screen) => [screen.group, screen.name])).toEqual([
    ['', '首页'],
    ['仓储管理', '库存列表'],
    ['仓储管理', '盘点单'],
    ['商品管理', '品牌列表'],
    ['商品管理', '调整盘点'],
    ['', '仓库模式'],
    ['', '我的账号'],
    ['', '安全设置'],
  ]);
});

describe('a screen is found', () => {
  it.each([
    ['Chinese', '盘点', ['盘点单', '调整盘点']],
    ['pinyin', 'pandian', ['盘点单', '调整盘点']],
    ['initials', 'pd', ['盘点单', '调整盘点']],
    ['capitals', 'KCLB', ['库存列表']],
    ['part of a word in pinyin', 'kucunlie', ['库存列表']],
    ['nothing there is', 'zzz', []],
  ])('by %s', (_what, text, names) => {
    expect(find(text)).toEqual(names);
  });

  it('those opened last first, also among equals', () => {
    expect(find('', ['/shops/addBrands', '/hand']).slice(0, 3)).toEqual(['品牌列表', '仓库模式', '首页']);
    expect(find('列表', ['/shops/addBrands'])).toEqual(['品牌列表', '库存列表']);
  });
});

it('tells a number from a word', () => {
  expect(['TZ26112100001', '6901234567892', 'A-1'].map(mayBeNumber)).toEqual([true, true, true]);
  expect(['pandian', '盘点1', '12', 'a b1', 'x'.repeat(64) + '1'].map(mayBeNumber)).toEqual(Array(5).fill(false));
});

it('a scan opens the very number, else the only hit, else nothing', () => {
  const [near, very, far] = [{ exact: false }, { exact: true }, { exact: false }];
  expect(singleHit([very, near])).toBe(very);
  expect(singleHit([near])).toBe(near);
  expect(singleHit([near, far])).toBeUndefined();
  expect(singleHit([])).toBeUndefined();
});

function entry(name: string, path: string | null): MenuEntry {
  return { id: 1, name, mark: '', icon: null, path, jump: false, children: [] };
}

function row(path: `/${string}`, title: string): RouteRow {
  return { path, title, needLogin: true, keepAlive: false, screen: () => Promise.reject(new Error('not drawn here')) };
}
