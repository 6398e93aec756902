import { expect, it } from 'vitest';
import { screenTitle } from './screen-title.ts';

it.each([
  ['新增/编辑采购单', '', '新增采购单'],
  ['新增/编辑采购单', '?from=3', '新增采购单'],
  ['新增/编辑采购单', '?id=3', '采购单'],
  ['新增/编辑采购单', '?id=3&edit=1', '编辑采购单'],
  ['采购单', '?id=3', '采购单'],
  ['', '?id=3', ''],
])('a screen called %j is at %j %j', (title, search, shown) => {
  expect(screenTitle(title, search)).toBe(shown);
});
