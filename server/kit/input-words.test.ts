import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { contract } from '#contract/areas/contracts/contract.ts';
import { labelOf, refusalOfInput } from './input-refusal.ts';

describe('a refusal of what a call was sent names the field and says what it may be, in a plain sentence', () => {
  const app = z.strictObject({ app_type: z.literal('erp'), state: z.union([z.literal(1), z.literal(2)]).optional() });
  it.each<[z.ZodType, unknown, string]>([
    [app, { app_type: 'x' }, '应用：只能是 erp'],
    [app, {}, '应用：只能是 erp'],
    [app, { app_type: 'erp', state: 3 }, '状态：只能是 1、2'],
    [z.strictObject({ op: z.enum(['lt', 'gt']) }), { op: 1 }, '比较方式：只能是 lt、gt'],
    [z.strictObject({ sort: z.enum('abcdefghij'.split('')) }), { sort: 'z' }, '排序：不在可选范围内'],
    [z.strictObject({ ids: z.array(z.int()).min(1) }), { ids: [] }, 'ID：至少 1 项'],
    [z.strictObject({ ids: z.array(z.int()).max(1) }), { ids: [1, 2] }, 'ID：最多 1 项'],
    [z.strictObject({ key: z.string().regex(/^a$/) }), { key: 'b' }, '配置项：格式不正确'],
    [z.strictObject({ at_from: z.iso.datetime() }), { at_from: 'gestern' }, '开始时间：格式不正确'],
    [z.strictObject({ page: z.int() }), { page: 1.5 }, '页码：应为整数'],
    [z.strictObject({ asked: z.record(z.string(), z.int()) }), { asked: 1 }, '筛选条件：格式不正确'],
    [z.strictObject({}), [], '请求：格式不正确'],
  ])('%#', (schema, sent, words) => {
    const { error } = schema.safeParse(sent);
    expect(error && refusalOfInput(error, undefined).message).toBe(words);
  });
});

describe('what a step asks', () => {
  const labelled = (call: string) => labelOf(contract, ['reason'], call);

  it('is named as that step asks it, and by a word of every call where steps differ', () => {
    expect(labelled('/v1/contract/cancel')).toBe('作废原因');
    expect(labelled('/v1/contract/terminate')).toBe('终止原因');
    expect(labelled('/v1/contract/other')).toBe('原因');
    expect(labelOf(contract, ['terminate_date'], '/v1/contract/list')).toBe('终止日期');
  });
});
