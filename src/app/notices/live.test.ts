// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pushTicket } from '#contract/areas/shell/push.ts';
import type { App } from '../app-context.tsx';

// What a page reads again when its live connection opens, and what it has to be told then. Each test is a page of its own.

class Line {
  static readonly all: Line[] = [];
  readyState = 0;
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  readonly sent: string[] = [];

  constructor() {
    Line.all.push(this);
  }

  send(text: string): void {
    this.sent.push(text);
  }

  close(): void {
    this.readyState = 3;
  }

  says(message: object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

let end: () => void;

async function page({ hidden = false } = {}) {
  show(!hidden);
  const [live, updates, queue, services, session, state] = await Promise.all([
    import('./live.ts'),
    import('#src/live/task-updates.ts'),
    import('#src/live/notice-queue.ts'),
    import('../services.ts'),
    import('#src/platform/session.ts'),
    import('../session/sign-in-state.ts'),
  ]);
  const signIn = (token: string): void => {
    session.saveSession({ token, exp: 0, userInfo: { uid: 3, username: 'whs', nickname: '王' } });
    state.refreshSession();
  };
  end = () => {
    session.clearSession();
    state.refreshSession();
  };
  signIn('t');
  const app: App = {
    services: services.createServices({ onActivity: () => {}, onSignedOut: () => {} }),
    sessionEnd: { expired: () => {}, signOut: () => Promise.resolve() },
    rows: [],
  };
  const { queries } = app.services;
  const keys = [
    ['brand', 'list'],
    ['config', 'x'],
  ];
  for (const key of keys) queries.setQueryData(key, []);
  live.startLive(app);
  return {
    signIn,
    missed: () => updates.useTaskUpdates.getState().missed,
    waiting: () => queue.useNoticeQueue.getState().waiting.map(({ msg_id }) => msg_id),
    /** Whether rows and configuration that were read before are old now. */
    old: () => keys.map((key) => queries.getQueryState(key)?.isInvalidated),
  };
}

/** The newest socket opens, once there are so many. */
async function opens(count: number): Promise<Line> {
  await expect.poll(() => Line.all.length).toBe(count);
  const line = Line.all[count - 1] as Line;
  line.readyState = 1;
  line.onopen?.();
  return line;
}

function show(visible: boolean): void {
  Object.defineProperty(document, 'visibilityState', { configurable: true, value: visible ? 'visible' : 'hidden' });
  document.dispatchEvent(new Event('visibilitychange'));
}

beforeEach(() => {
  vi.resetModules();
  Line.all.length = 0;
  vi.stubGlobal('WebSocket', Line);
  vi.stubGlobal('fetch', async (path: string) => {
    const result = path.endsWith(pushTicket.path) ? { ticket: 'x' } : null;
    return Response.json(path === '/config.json' ? { push: '/erp' } : { code: 200, msg: '', result });
  });
});

afterEach(() => {
  end();
  vi.unstubAllGlobals();
  localStorage.clear();
  sessionStorage.clear();
});

it('the first opening has tasks read again, which may have moved on since the page read them, and nothing else', async () => {
  const { missed, old } = await page();
  expect(missed()).toBe(0);
  await opens(1);
  expect([missed(), old()]).toEqual([1, [false, false]]);
});

it('the connection of a later session has everything read again: it may have been long in coming', async () => {
  const { missed, old, signIn } = await page();
  await opens(1);
  signIn('t2');
  expect(missed()).toBe(0);
  await opens(2);
  expect([missed(), old()]).toEqual([1, [true, true]]);
});

it('a page that was opened where nobody saw it has everything read again when it is connected at last', async () => {
  const { missed, old } = await page({ hidden: true });
  show(true);
  await opens(1);
  expect([missed(), old()]).toEqual([1, [true, true]]);
});

it('a connection that was lost has everything read again', async () => {
  const { missed, old } = await page();
  const line = await opens(1);
  line.onclose?.({ code: 1006 });
  // Somebody looks: it need not wait.
  show(true);
  await opens(2);
  expect([missed(), old()]).toEqual([2, [true, true]]);
});

it('a notice that was taken back while nobody was connected goes with the next connection; one that was not stays', async () => {
  const { waiting } = await page();
  const line = await opens(1);
  const notice = (msg_id: number) => ({ type: 3, msg_id, title: '停电', content: '今晚' });
  for (const id of [4, 5]) line.says(notice(id));
  line.says({ type: 7, unread: [4, 5] });
  await expect.poll(waiting).toEqual([4, 5]);
  line.onclose?.({ code: 1006 });
  show(true);
  const next = await opens(2);
  // Until the server has said what is unread nothing goes: a dialog that stands would lose what the keyboard is on.
  expect(waiting()).toEqual([4, 5]);
  next.says(notice(5));
  next.says({ type: 7, unread: [5] });
  await expect.poll(waiting).toEqual([5]);
  next.says({ type: 7, unread: [] });
  await expect.poll(waiting).toEqual([]);
});
