// @vitest-environment jsdom
import { newScan } from '#tests/factories/new-entry.ts';
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stocktaking } from '#src/areas/handheld/stocktaking/codec.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { useNotices } from '#src/kit/notice.ts';
import { type Local, openLocal, realWorld } from '#src/local/index.ts';
import { saveSession } from '#src/platform/session.ts';
import { newOpId } from '#src/wire/op-id.ts';
import { createServices } from '../services.ts';
import { answerTabs } from '../tab-poll.ts';
import { leave } from './leave.ts';
import { refreshSession } from './sign-in-state.ts';

// The other tab: another channel of the same name, as the browser has one per tab.
let otherIsIdle = true;
answerTabs(() => otherIsIdle);

let local: Local;
let went: number;
const guard = (event: Event) => event.preventDefault();

beforeEach(async () => {
  went = 0;
  otherIsIdle = true;
  saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'whs', nickname: '王' } });
  refreshSession();
  local = await openLocal({
    world: realWorld({ locks: null, visible: () => true, report: fail, newOpId, name: newOpId() }),
    send: () => Promise.resolve({ ok: false, failure: { kind: 'offline' } }),
    codecs: [stocktaking],
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  removeEventListener('beforeunload', guard);
  useNotices.setState({ dialogs: [], toasts: [] });
  localStorage.clear();
  local.close();
});

it('asks nothing where nothing would be lost or left behind', async () => {
  await goOut();
  expect([went, question()]).toEqual([1, undefined]);
});

it.each([
  ['here', '有未保存的修改，退出后会丢失。', () => addEventListener('beforeunload', guard)],
  ['on another tab', '另一个标签页有未保存的修改，退出后会丢失。', () => (otherIsIdle = false)],
])('goes on over what is unsaved %s only when a person agrees', async (_where, words, spoil) => {
  spoil();
  for (const agreed of [false, true]) {
    const going = goOut();
    await expect.poll(question).toBe(words);
    expect(went).toBe(0);
    useNotices.getState().dialogs[0]?.answer(agreed);
    await going;
    expect(went).toBe(agreed ? 1 : 0);
  }
});

it('says that unsent scans stay', async () => {
  await stocktakingOf(local).append(newScan({ uid: 3 }));
  const going = goOut();
  await expect.poll(question).toBe('您有 1 条扫描还没有发送。退出后它们留在本机，等您再次登录时发送。');
  useNotices.getState().dialogs[0]?.answer(false);
  await going;
  expect(went).toBe(0);
});

it('says that there is no way in without the network', async () => {
  vi.stubGlobal('navigator', new Proxy(navigator, { get: (own, name) => name !== 'onLine' && Reflect.get(own, name) }));
  const going = goOut();
  await expect.poll(question).toBe('现在没有网络。退出后要等网络恢复才能再次登录。');
  useNotices.getState().dialogs[0]?.answer(false);
  await going;
  expect(went).toBe(0);
});

function goOut(): Promise<void> {
  const services = createServices({ onActivity: () => {}, onSignedOut: () => {} });
  const signOut = async () => void (went += 1);
  // An answer ends the wait: only a machine that stands still for so long could miss it.
  const patience = otherIsIdle ? 50 : 60_000;
  return leave(
    {
      services: { ...services, local: () => Promise.resolve(local) },
      sessionEnd: { expired: () => {}, signOut },
      rows: [],
    },
    patience,
  );
}

function question(): string | undefined {
  return useNotices.getState().dialogs[0]?.text;
}

function fail(problem: unknown): never {
  throw problem;
}
