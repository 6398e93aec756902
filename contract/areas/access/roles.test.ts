import { describe, expect, it } from 'vitest';
import { definitions } from '../../definitions.ts';
import { calledSteps } from '../../kit/transition.ts';
import { stocktaking } from '../warehouse/stocktaking.ts';
import { menu } from './menu.ts';
import { keysOfRole, roles } from './roles.ts';

const keys = [...new Set(menu.flatMap((group) => group.screens).flatMap((screen) => screen.keys))];

describe('the pattern of a role', () => {
  const sample = [
    'price:view',
    'price:add',
    'Inventory:streamView',
    'stock:export',
    'stock:exportAll',
    'stock:reviews',
    'pricelist:view',
  ];

  it.each([
    ['cashier', []],
    ['goods', ['price:view', 'price:add']],
    ['super', sample],
    ['auditor', ['price:view', 'Inventory:streamView', 'stock:export', 'pricelist:view']],
    ['whs', ['Inventory:streamView']],
  ])('%s', (code, expected) => {
    expect([...keysOfRole(code, sample)]).toEqual(expected);
  });

  it('takes over what its parent has, whole', () => {
    expect([...keysOfRole('whsMgr', keys)]).toEqual(expect.arrayContaining([...keysOfRole('whs', keys)]));
    expect(keysOfRole('whsMgr', keys).has('stocktaking:count')).toBe(true);
    expect(keysOfRole('whs', keys).has('stocktaking:start')).toBe(false);
  });

  it('refuses a code that is no role', () => {
    expect(() => keysOfRole('ops', keys)).toThrow('no role ops');
  });
});

it('a stocktake can be walked by those whose work it is, and by none of them alone but super', () => {
  const steps: Record<string, string[]> = {
    whsMgr: ['stocktaking:add', 'stocktaking:start', 'stocktaking:review', 'stocktaking:post', 'stocktaking:cancel'],
    whs: ['stocktaking:count', 'stocktaking:submit', 'stocktaking:print'],
    finMgr: ['stocktaking:view', 'stocktaking:audit'],
    shopMgr: ['stocktaking:add', 'stocktaking:start', 'stocktaking:count', 'stocktaking:submit'],
    cashier: ['stocktaking:view', 'stocktaking:count'],
  };
  for (const [code, needed] of Object.entries(steps))
    expect([...keysOfRole(code, keys)]).toEqual(expect.arrayContaining(needed));
  const way = calledSteps(stocktaking).map((transition) => transition.access);
  const alone = roles.filter((role) => way.every((key) => keysOfRole(role.code, keys).has(key)));
  expect(alone.map((role) => role.code)).toEqual(['super']);
});

it('every key of a definition is held by some role besides super, and every menu key by someone', () => {
  const all = definitions.flatMap((definition) => [
    ...Object.values(definition.calls).map(([, access]) => access),
    ...calledSteps(definition).map((transition) => transition.access),
  ]);
  const asked = [...new Set([...all, ...keys])].filter((access) => access.includes(':'));
  const held = new Set(
    roles.filter((role) => role.code !== 'super').flatMap((role) => [...keysOfRole(role.code, asked)]),
  );
  expect(asked.filter((key) => !held.has(key))).toEqual([]);
});

it('no screen stands twice in the menu, and each has keys', () => {
  const screens = menu.flatMap((group) => group.screens);
  expect(new Set(screens.map((screen) => screen.route)).size).toBe(screens.length);
  expect(screens.filter((screen) => screen.keys.length === 0)).toEqual([]);
});
