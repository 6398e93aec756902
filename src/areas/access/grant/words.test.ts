import { describe, expect, it } from 'vitest';
import { itemsByKind } from './words.ts';

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
