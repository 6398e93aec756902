// @vitest-environment jsdom
import { newScan } from '#tests/factories/new-entry.ts';
import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stocktaking } from '#src/areas/handheld/stocktaking/codec.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { useNotices } from '#src/kit/notice.ts';
import type { Local } from '#src/local/index.ts';
import { openLocal, realWorld } from '#src/local/index.ts';
import { clearSession, readSession, saveSession } from '#src/platform/session.ts';
import { ownBases } from '#src/wire/bases.ts';
import { newOpId } from '#src/wire/op-id.ts';
import { createWire } from '#src/wire/wire.ts';
import { createSessionEnd, forgetHandledEnd, type SessionEnd } from './end-session.ts';

const person = { token: 't', exp: 0, userInfo: { uid: 3, username: 'whs', nickname: '王' } };
const counted = newScan({ uid: 3 });

let local: Local;
let path: string;
let went: string[];
let end: SessionEnd;

beforeEach(async () => {
  local = await openLocal({
    world: realWorld({ locks: null, visible: () => true, report: fail, newOpId, name: newOpId() }),
    send: () => Promise.resolve({ ok: false, failure: { kind: 'offline' } }),
    codecs: [stocktaking],
  });
  saveSession(person);
  await local.session.put({ uid: 3, nickname: '王', token: 't', expires_at: 0 });
  path = '/storage/stockList';
  went = [];
  const wire = createWire({ bases: ownBases, device: '', build: '', caller: readSession });
  end = createSessionEnd(() => ({ wire, queries: new QueryClient(), local: () => Promise.resolve(local) }), {
    path: () => path,
    toSignIn: () => went.push('sign-in'),
    reloadToSignIn: () => went.push('reload'),
    goOn: () => went.push('on'),
  });
});

afterEach(() => {
  vi.useRealTimers();
  useNotices.setState({ dialogs: [], toasts: [] });
  localStorage.clear();
  sessionStorage.clear();
  local.close();
});

describe('HTTP 401', () => {
  it('says in the warehouse mode that what was scanned is kept', () => {
    path = '/hand/count/7/A';
    end.expired('http');
    expect(dialogs()).toEqual(['登录已过期，请重新登录！扫描过的都在本机，重新登录后自动发送。']);
  });

  it('shows the dialog once, however many calls learn of it', () => {
    for (let call = 0; call < 5; call += 1) end.expired('http');
    expect(dialogs()).toEqual(['登录已过期，请重新登录！']);
    expect(readSession()).not.toBeNull();
    expect(went).toEqual([]);
  });

  it.each(['/login/login', '/login/changePassword'])('shows nothing on %s', (here) => {
    path = here;
    end.expired('http');
    expect(dialogs()).toEqual([]);
  });

  it('clears storage and goes to the sign-in page once it is confirmed', async () => {
    end.expired('http');
    useNotices.getState().dialogs[0]?.answer(true);
    await expect.poll(() => went).toEqual(['sign-in']);
    expect(readSession()).toBeNull();
    expect(sessionStorage.length).toBe(0);
  });

  it('is shown anew after a reload that came before the answer', () => {
    end.expired('http');
    useNotices.setState({ dialogs: [] });
    forgetHandledEnd();
    end.expired('http');
    expect(dialogs()).toHaveLength(1);
  });
});

it('body code 10000 says so and signs out after 2 s', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  end.expired('body');
  // What other calls learn meanwhile is the same end.
  end.expired('body');
  end.expired('http');
  expect(dialogs()).toEqual([]);
  expect(useNotices.getState().toasts.map((toast) => toast.text)).toEqual(['登录失效请重新登录']);
  vi.advanceTimersByTime(1999);
  expect(readSession()).not.toBeNull();
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await expect.poll(() => went).toEqual(['sign-in']);
  expect(readSession()).toBeNull();
});

describe('a session that another tab has begun meanwhile', () => {
  // What only the other tab does: it clears its own session storage, not this one's.
  const beginElsewhere = () => localStorage.setItem('authorization', 't2');
  const expectUntouched = async () => {
    expect(readSession()?.token).toBe('t2');
    expect(await local.session.get()).not.toBeNull();
  };

  it('outlives the dialog of the one before, whose next end is told anew', async () => {
    end.expired('http');
    beginElsewhere();
    useNotices.getState().dialogs[0]?.answer(true);
    await expect.poll(() => went).toEqual(['on']);
    await expectUntouched();
    end.expired('http');
    expect(dialogs()).toHaveLength(1);
  });

  it('outlives the 2 s of code 10000', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    end.expired('body');
    beginElsewhere();
    vi.advanceTimersByTime(2000);
    vi.useRealTimers();
    await expect.poll(() => went).toEqual(['on']);
    await expectUntouched();
  });

  it('outlives the sign-out of the one before', async () => {
    vi.stubGlobal('fetch', async () => {
      beginElsewhere();
      return Response.json({ code: 200, msg: '', result: null });
    });
    await end.signOut();
    vi.unstubAllGlobals();
    expect(went).toEqual(['reload']);
    await expectUntouched();
  });
});

it('ends all the same where another tab has signed out meanwhile', async () => {
  end.expired('http');
  clearSession();
  useNotices.getState().dialogs[0]?.answer(true);
  await expect.poll(() => went).toEqual(['sign-in']);
  expect(await local.session.get()).toBeNull();
});

it('no end of a session touches what has been counted, nor what belongs to the machine', async () => {
  localStorage.setItem('device:theme', 'x');
  await stocktakingOf(local).append(counted);
  end.expired('http');
  useNotices.getState().dialogs[0]?.answer(true);
  await expect.poll(() => went).toEqual(['sign-in']);
  expect((await local.outbox.statusNow(3)).unsent).toBe(1);
  expect(await local.session.get()).toBeNull();
  expect(localStorage.getItem('device:theme')).toBe('x');
});

function fail(problem: unknown): never {
  throw problem;
}

function dialogs(): string[] {
  return useNotices.getState().dialogs.map((dialog) => dialog.text);
}
