import { describe, expect, test } from 'vitest';
import { readArguments } from './arguments.ts';

describe('the command line is refused', () => {
  test.each([
    [[], 'say what to import'],
    [['money', 'x'], 'cannot import "money"'],
    [['goods'], 'which file'],
    [['goods', 'a', 'b'], 'one file'],
    [['goods', 'a', '--case', 'upper'], '--case'],
    [['goods', 'a', '--rate', '1e3'], '--rate'],
    [['goods', 'a', '--warehouse', 'W01'], '--warehouse does not go with goods'],
    [['opening-stock', 'a'], '--warehouse is missing'],
    [['opening-stock', 'a', '--warehouse', 'W01', '--month', '2010-13'], '--month'],
    [['goods', 'a', '--force'], '--force'],
    [['goods', 'a', '--strict'], '--strict does not go with goods'],
    [['orders', 'a'], '--warehouse is missing'],
    [['orders', 'a', '--warehouse', 'W01', '--zone', 'Mars/Base'], '--zone'],
    [['orders', 'a', '--warehouse', 'W01', '--skip-errors'], '--skip-errors does not go with orders'],
    [['opening-stock', 'a', '--warehouse', 'W01', '--make-missing'], '--make-missing does not go with opening-stock'],
    [['orders', 'a', '--warehouse', 'W01', '--make-missing'], '--make-missing does not go with orders'],
  ])('%j', (given, words) => {
    expect(() => readArguments(given)).toThrow(words);
  });
});

test('what is not said has its usual value', () => {
  expect(readArguments(['goods', 'a.csv'])).toMatchObject({
    kind: 'goods',
    file: 'a.csv',
    foldCase: true,
    rate: 1_000_000,
    skipErrors: false,
    report: undefined,
  });
  expect(readArguments(['opening-stock', 'a.csv.gz', '--warehouse', 'W01', '--skip-errors'])).toMatchObject({
    warehouse: 'W01',
    approvedBy: 'admin',
    month: undefined,
    skipErrors: true,
  });
});
