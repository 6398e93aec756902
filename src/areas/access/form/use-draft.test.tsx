// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { admin } from '#contract/areas/access/admin.ts';
import { createBench, renderHookOn } from '#src/engine/test-bench.tsx';
import { changesOf, useDraft } from './use-draft.ts';

const person = { username: 'cs', nickname: '秦思雨', main_organize_id: 9, role_ids: [1, 2] };
const draftOf = (edits: boolean) =>
  renderHookOn(() => useDraft({ definition: admin, start: person, edits }), { bench: createBench() });

describe('a draft', () => {
  it('judges everything of a new record', async () => {
    const view = draftOf(false);
    await act(async () => expect(await view.now.check()).toBe(false));
    expect(view.now.errors.username).toContain('3 到 32 位');
  });

  it('judges what an edit changes, and leaves alone what stood there before the rule', async () => {
    const view = draftOf(true);
    await act(async () => expect(await view.now.check()).toBe(true));
    act(() => view.now.set({ username: 'c' }));
    await act(async () => expect(await view.now.check()).toBe(false));
    expect(view.now.errors.username).toContain('3 到 32 位');
    act(() => view.now.set({ username: 'cs' }));
    expect([view.now.dirty, view.now.errors]).toEqual([false, {}]);
  });

  it('puts a refusal on its input, or on the form where it has none of that name', async () => {
    const view = draftOf(true);
    const refuse = (field: string | null) =>
      act(() => {
        const failure = { kind: 'refused', refusal: 'duplicate', code: 4013, msg: '账号已存在', field } as const;
        expect(view.now.settle({ ok: false, failure })).toBeUndefined();
      });
    refuse('username');
    expect(view.now.errors).toEqual({ username: '账号已存在' });
    refuse('role_ids.0');
    expect(view.now.errors).toEqual({ role_ids: '账号已存在' });
    refuse('elsewhere');
    expect(view.now.errors).toEqual({ '': '账号已存在' });
  });

  it('is clean when a list holds the same in another order', () => {
    const view = draftOf(true);
    act(() => view.now.set({ role_ids: [2, 1] }));
    expect(view.now.dirty).toBe(false);
    act(() => view.now.set({ role_ids: [2] }));
    expect(view.now.dirty).toBe(true);
  });
});

describe('what an edit sends', () => {
  it('is what differs among the names it is asked for, nothing for empty text', () => {
    const after = { ...person, nickname: ' ', role_ids: [2, 1], main_organize_id: 10, rank_id__title: '经理' };
    expect(changesOf(person, after, ['nickname', 'role_ids', 'rank_id__title'])).toEqual({ nickname: null });
  });
});
