// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { PushMessage } from '#contract/areas/shell/push.ts';
import { openPermissionNode, setPermissionKeys, useKeys } from '#src/engine/permissions-store.ts';
import { acknowledgeNotice, forgetNotices, useNoticeQueue } from '#src/live/notice-queue.ts';
import { forgetTaskUpdates, useTaskUpdates } from '#src/live/task-updates.ts';
import { saveSession } from '#src/platform/session.ts';
import type { App } from '../app-context.tsx';
import { askMenu } from '../menu/menu-query.ts';
import { createServices } from '../services.ts';
import { configKey, onPush } from './on-push.ts';

let asked: string[];
let keys: string[];
let ended: string[];
let told: number[];
let app: App;

beforeEach(() => {
  asked = [];
  ended = [];
  told = [];
  keys = ['stock:view'];
  saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'whs', nickname: '王' } });
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path);
    const data = path.endsWith('/menu') ? [] : keys;
    return new Response(JSON.stringify({ code: 200, msg: '', result: { data } }));
  });
  app = {
    services: createServices({ onActivity: () => {}, onSignedOut: () => {} }),
    sessionEnd: { expired: (by) => ended.push(by), signOut: () => Promise.resolve() },
    rows: [],
  };
});

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  forgetNotices();
  forgetTaskUpdates();
});

const say = (message: PushMessage | object) => onPush(app, JSON.stringify(message), (msgId) => told.push(msgId));

it('rights: the menu and all rows are old, and the keys of the open screen are there anew', async () => {
  await askMenu(app.services);
  app.services.queries.setQueryData(['stock', 'list'], []);
  app.services.queries.setQueryData(['brand', 'form', 5], { version: 3 });
  openPermissionNode(5);
  setPermissionKeys(5, keys);
  const held = renderHook(() => useKeys());
  expect([...(held.result.current ?? [])]).toEqual(['stock:view']);
  keys = ['stock:view', 'brand:view'];
  await say({ type: 5, changed: ['access'] });
  const old = (key: readonly unknown[]) => app.services.queries.getQueryState(key)?.isInvalidated;
  expect([old(['menu', 3]), old(['stock', 'list'])]).toEqual([true, true]);
  // Somebody types into it: what they see stays what they began on.
  expect(old(['brand', 'form', 5])).toBe(false);
  await waitFor(() => expect([...(held.result.current ?? [])]).toEqual(['stock:view', 'brand:view']));
  expect(ended).toEqual([]);
});

it('configuration: what shows values is old, and nothing else', async () => {
  app.services.queries.setQueryData([...configKey, 'sku_expire_notice_times'], [2]);
  app.services.queries.setQueryData(['brand', 'list'], []);
  await say({ type: 5, changed: ['config'] });
  const old = (key: readonly string[]) => app.services.queries.getQueryState(key)?.isInvalidated;
  expect([old([...configKey, 'sku_expire_notice_times']), old(['brand', 'list'])]).toEqual([true, false]);
  expect(asked.filter((path) => path.startsWith('/api'))).toEqual([]);
});

it('configuration: a value whose first answer is on its way is asked for anew', async () => {
  const answers: ((value: number) => void)[] = [];
  const queryFn = () => new Promise<number>((resolve) => answers.push(resolve));
  const shown = app.services.queries.fetchQuery({ queryKey: [...configKey, 'x'], queryFn });
  const heard = say({ type: 5, changed: ['config'] });
  answers[0]?.(1);
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.(2);
  await heard;
  expect(await shown).toBe(2);
});

it('a session ended by force takes the way of body code 10000', async () => {
  await say({ type: 5, changed: ['session'] });
  expect(ended).toEqual(['body']);
});

it('tasks: the last update of each, and a count of the times some may have been missed', async () => {
  await say({ type: 1, task: { id: 7, status: 2, progress: 10 } });
  await say({ type: 1, task: { id: 7, status: 2, progress: 60 } });
  await say({ type: 5, changed: ['tasks'] });
  expect(useTaskUpdates.getState()).toMatchObject({ updates: { 7: { progress: 60 } }, missed: 1 });
});

it('a notice waits to be read; one that was acknowledged before is only told again', async () => {
  const notice = { type: 3, msg_id: 9, title: '盘点', content: '周六' };
  await say(notice);
  await say(notice);
  expect(useNoticeQueue.getState().waiting).toEqual([notice]);
  acknowledgeNotice(9);
  await say(notice);
  expect([useNoticeQueue.getState().waiting, told]).toEqual([[], [9]]);
});

it('what is none of ours, and a mere sign of life, change nothing', async () => {
  await say({ type: 9 });
  await say({ type: 5, changed: [] });
  expect([asked, ended, told]).toEqual([[], [], []]);
});

it('a notice that was taken back is shown to nobody any more', async () => {
  await say({ type: 3, msg_id: 4, title: '停电', content: '' });
  await say({ type: 3, msg_id: 5, title: '来电', content: '' });
  await say({ type: 6, msg_id: 4 });
  expect(useNoticeQueue.getState().waiting.map((notice) => notice.msg_id)).toEqual([5]);
});
