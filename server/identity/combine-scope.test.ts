import { describe, expect, it } from 'vitest';
import { combineScope, covers } from './combine-scope.ts';

const warehouses = (...ids: number[]) => ({ warehouse: ids });
const limit = (dimension: 'warehouse' | 'shop', ...ids: number[]) => ({ dimension, ids });

describe('a person’s data scope', () => {
  it.each([
    ['no data role and no key', { permissions: [], data_roles: 0, rules: [], limits: [[]] }, []],
    [
      'no data role and no key, in an organisation with limits',
      { permissions: [], data_roles: 0, rules: [], limits: [[limit('warehouse', 1)]] },
      [],
    ],
    [
      'a data role and no key',
      { permissions: [], data_roles: 1, rules: [warehouses(1)], limits: [] },
      [{ warehouse: [1] }],
    ],
    ['no data role, no limit', { data_roles: 0, rules: [], limits: [] }, 'everything'],
    ['no data role, an organisation without limits', { data_roles: 0, rules: [], limits: [[]] }, 'everything'],
    ['every data role switched off', { data_roles: 2, rules: [], limits: [[]] }, []],
    ['a data role without dimensions', { data_roles: 2, rules: [{}, warehouses(1)], limits: [[]] }, 'everything'],
    [
      'two data roles',
      { data_roles: 2, rules: [warehouses(1), warehouses(2)], limits: [] },
      [{ warehouse: [1] }, { warehouse: [2] }],
    ],
    [
      'a limit and no data role',
      { data_roles: 0, rules: [], limits: [[limit('warehouse', 1, 2)]] },
      [{ warehouse: [1, 2] }],
    ],
    [
      'a limit cuts a data role',
      { data_roles: 1, rules: [warehouses(2, 3)], limits: [[limit('warehouse', 1, 2)]] },
      [{ warehouse: [2] }],
    ],
    [
      'a limit cuts one that sees everything',
      { data_roles: 1, rules: [{}], limits: [[limit('shop', 5)]] },
      [{ shop: [5] }],
    ],
    [
      'limits along the way up are intersected',
      { data_roles: 0, rules: [], limits: [[limit('warehouse', 1, 2), limit('warehouse', 2, 3), limit('shop', 9)]] },
      [{ warehouse: [2], shop: [9] }],
    ],
    [
      'limits that share nothing leave nothing',
      { data_roles: 0, rules: [], limits: [[limit('warehouse', 1), limit('warehouse', 2)]] },
      [{ warehouse: [] }],
    ],
    [
      'two organisations are united',
      { data_roles: 0, rules: [], limits: [[limit('warehouse', 1)], [limit('warehouse', 2)]] },
      [{ warehouse: [1] }, { warehouse: [2] }],
    ],
    [
      'one of two organisations without limits',
      { data_roles: 1, rules: [warehouses(1)], limits: [[limit('warehouse', 2)], []] },
      [{ warehouse: [] }, { warehouse: [1] }],
    ],
  ] as const)('%s', (_name, parts, expected) => {
    expect(combineScope({ permissions: ['stock:view'], ...parts })).toEqual(expected);
  });
});

describe('one scope covers another', () => {
  it.each([
    ['everything covers everything', 'everything', 'everything', true],
    ['a part does not cover everything', [warehouses(1)], 'everything', false],
    ['everything covers a part', 'everything', [warehouses(1)], true],
    ['a wider list', [warehouses(1, 2)], [warehouses(2)], true],
    ['a narrower list', [warehouses(1)], [warehouses(1, 2)], false],
    ['a rule with one dimension more is narrower', [warehouses(1)], [{ warehouse: [1], shop: [7] }], true],
    ['a rule with one dimension less is wider', [{ warehouse: [1], shop: [7] }], [warehouses(1)], false],
    ['each rule by one of ours', [warehouses(1), { shop: [7] }], [{ shop: [7] }, warehouses(1)], true],
    ['one rule that is nobody’s', [warehouses(1)], [warehouses(1), { shop: [7] }], false],
    ['nothing is covered by anything', [warehouses(1)], [], true],
    ['nothing covers only nothing', [], [warehouses(1)], false],
  ] as const)('%s: %j %j', (_name, wide, narrow, expected) => {
    expect(covers(wide, narrow)).toBe(expected);
  });
});
