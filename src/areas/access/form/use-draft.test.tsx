// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { admin, staff } from '#contract/areas/access/admin.ts';
import { createBench, renderHookOn } from '#src/engine/test-bench.tsx';
import { changesOf, type Draft, useDraft } from './use-draft.ts';

const person = { username: 'cs', nickname: '秦思雨', main_organize_id: 9, role_ids: [1, 2] };
const also = { role_ids: staff.fields.role_ids };
const draftOf = (version: number) =>
  renderHookOn(() => useDraft({ definition: admin, also, start: person, version }), { bench: createBench() });

describe('a draft', () => {
  it('judges everything of a new record', async () => {
    const view = draftOf(0);
    await act(async () => expect(await view.now.check()).toBe(false));
    expect(view.now.errors.username).toContain('3 到 32 位');
  });

  it('judges what an edit changes, and leaves alone what stood there before the rule', async () => {
    const view = draftOf(3);
    await act(async () => expect(await view.now.check()).toBe(true));
    act(() => view.now.set({ username: 'c' }));
    await act(async () => expect(await view.now.check()).toBe(false));
    expect(view.now.errors.username).toContain('3 到 32 位');
    act(() => view.now.set({ username: 'cs' }));
    expect([view.now.dirty, view.now.errors]).toEqual([false, {}]);
  });

  it('puts a refusal on its input, or on the form where it has none of that name', async () => {
    const view = draftOf(3);
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
    const view = draftOf(3);
    act(() => view.now.set({ role_ids: [2, 1] }));
    expect(view.now.dirty).toBe(false);
    act(() => view.now.set({ role_ids: [2] }));
    expect(view.now.dirty).toBe(true);
  });
});

describe('a record that is read again', () => {
  // Another person has given role 3 and another name.
  const theirs = { ...person, nickname: '秦月', role_ids: [1, 2, 3] };
  const sentOf = ({ start, version, values }: Draft<unknown>) => [
    version,
    changesOf(start, values, Object.keys(person)),
  ];
  const draft = () => {
    let show = (_read: { start: typeof person; version: number }) => {};
    const view = renderHookOn(
      () => {
        const [read, setRead] = useState({ start: person, version: 3 });
        show = setRead;
        return useDraft({ definition: admin, also, ...read });
      },
      { bench: createBench() },
    );
    return { view, readAgain: () => act(() => show({ start: theirs, version: 4 })) };
  };

  it('is the new start of a draft that nobody has typed into', () => {
    const { view, readAgain } = draft();
    readAgain();
    expect([view.now.values['nickname'], view.now.dirty, view.now.version]).toEqual(['秦月', false, 4]);
  });

  it('changes nothing under what somebody types, so that the older version is refused and nothing of theirs undone', () => {
    const { view, readAgain } = draft();
    act(() => view.now.set({ role_ids: [1] }));
    readAgain();
    expect(view.now.values).toEqual({ ...person, role_ids: [1] });
    expect(sentOf(view.now)).toEqual([3, { role_ids: [1] }]);
    act(() => view.now.reset());
    expect([view.now.values, sentOf(view.now)]).toEqual([theirs, [4, {}]]);
  });

  it('goes on from the version of our own write between', () => {
    const { view, readAgain } = draft();
    act(() => view.now.set({ job_no: '7' }));
    act(() => view.now.moveTo(4));
    readAgain();
    expect(sentOf(view.now)).toEqual([4, {}]);
    expect(view.now.values).toEqual({ ...person, job_no: '7' });
  });
});

describe('what an edit sends', () => {
  it('is what differs among the names it is asked for, nothing for empty text', () => {
    const after = { ...person, nickname: ' ', role_ids: [2, 1], main_organize_id: 10, rank_id__title: '经理' };
    expect(changesOf(person, after, ['nickname', 'role_ids', 'rank_id__title'])).toEqual({ nickname: null });
  });
});
