import { describe, expect, it } from 'vitest';
import type { GrantRequest } from '#contract/areas/access/grant.ts';
import { approverWords, itemsByKind } from './words.ts';

const items = [
  { kind: 'role', id: 1, name: '财务专员' },
  { kind: 'permission', id: 2, name: '库存 · 查看' },
  { kind: 'role', id: 3, name: '客服' },
] as const;

describe('what is gained or lost', () => {
  it('may be nothing', () => {
    expect(itemsByKind([])).toEqual([]);
  });

  it('stands under its kind once', () => {
    expect(itemsByKind(items)).toEqual([
      { kind: 'role', names: ['财务专员', '客服'] },
      { kind: 'permission', names: ['库存 · 查看'] },
    ]);
  });
});

describe('who may approve a waiting request', () => {
  const words = (approvers: string[], withdraw = false) =>
    approverWords({ approvers, subject: 'role', allowed: { decide: false, withdraw } } as GrantRequest);

  it('is nobody: then what is missing is said', () => {
    expect(words([])).toContain('目前没有人可以批准：要有审批角色授权的权限');
  });

  it('is told by name, more than three as more', () => {
    expect(words(['甲'], true)).toBe('提交人不能批准自己的申请；可由 甲 批准');
    expect(words(['甲', '乙', '丙'])).toBe('可由 甲、乙、丙 批准');
    expect(words(['甲', '乙', '丙', '丁'])).toBe('可由 甲、乙、丙 等 批准');
  });
});
