import { describe, expect, it } from 'vitest';
import type { Upkeep } from '#contract/areas/ops/health.ts';
import { upkeepRows } from './upkeep-words.ts';

const at = '2026-03-02T18:00:00.000Z';
const fine: Upkeep = {
  tasks: { unfinished: 0, age: 0 },
  backup: { at, age: 3600 },
  check: { at, age: 90_000, broken: 0, unfinished: 0 },
};
const rowOf = (change: Partial<Upkeep>, name: string) =>
  upkeepRows({ ...fine, ...change }).find((row) => row.name === name);

describe('what is not well has its tone and says what to do', () => {
  it.each<[string, Partial<Upkeep>, string, string, string]>([
    ['a queue that stands', { tasks: { unfinished: 3, age: 601 } }, '工单队列', 'refused', '积压'],
    ['no backup', { backup: null }, '备份', 'refused', '没有'],
    ['an old backup', { backup: { at, age: 100_001 } }, '备份', 'waiting', '过期'],
    ['books never looked at', { check: null }, '账户核对', 'waiting', '没有'],
    ['books that are wrong', { check: { at, age: 9, broken: 2, unfinished: 1 } }, '账户核对', 'refused', '2 项有差异'],
    [
      'a run that took too long',
      { check: { at, age: 9, broken: 0, unfinished: 1 } },
      '账户核对',
      'waiting',
      '1 项未完成',
    ],
    ['a run of long ago', { check: { at, age: 100_001, broken: 0, unfinished: 0 } }, '账户核对', 'waiting', '过期'],
  ])('%s', (_what, change, name, tone, state) => {
    const row = rowOf(change, name);
    expect(row).toMatchObject({ tone, state });
    expect(row?.advice).not.toBe('');
  });
});

it('what is well asks for nothing', () => {
  for (const rows of [upkeepRows(fine), upkeepRows({ ...fine, tasks: { unfinished: 2, age: 600 } })])
    expect(rows.map(({ tone, advice }) => [tone, advice])).toEqual(Array(3).fill(['done', '']));
});

it('ages are said in what people count in', () => {
  expect(rowOf({ tasks: { unfinished: 1, age: 59 } }, '工单队列')?.value).toBe('1 个，最早的已等 不到 1 分钟');
  expect(rowOf({ tasks: { unfinished: 1, age: 5400 } }, '工单队列')?.value).toBe('1 个，最早的已等 1 小时 30 分钟');
  expect(rowOf({}, '账户核对')?.value).toBe('2026-03-03 02:00（1 天 1 小时前）');
  expect(rowOf({}, '备份')?.value).toBe('2026-03-03 02:00（1 小时前）');
});
