// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearSession, hasAuthorization, isPastExpiry, readExpiry, readSession, saveSession } from './session.ts';
import { clearStored, getStored, onExpiredRead, setStored } from './storage.ts';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers({ now: Date.UTC(2025, 2, 3, 8) });
});

afterEach(() => {
  vi.useRealTimers();
});

describe('stored values', () => {
  it('finds nothing where there is nothing of ours', () => {
    localStorage.setItem('other', 'plain');
    localStorage.setItem('list', '[1]');
    for (const key of ['other', 'list', 'absent']) expect(getStored(key)).toEqual({ found: 'nothing' });
    expect(localStorage.getItem('other')).toBe('plain');
  });

  it('reports an expired value with the specified words, and removes it', () => {
    setStored('menu', { open: 1 }, 36_000);
    vi.advanceTimersByTime(36_000_000 - 1);
    expect(getStored('menu')).toEqual({ found: 'value', value: { open: 1 } });
    vi.advanceTimersByTime(1);
    expect(getStored('menu')).toEqual({ found: 'expired', words: '数据已过期' });
    expect(getStored('menu')).toEqual({ found: 'nothing' });
  });

  it('tells the page once that a value has expired', () => {
    const heard: string[] = [];
    const stop = onExpiredRead((words) => heard.push(words));
    setStored('menu', 1, 60);
    getStored('menu');
    vi.advanceTimersByTime(60_000);
    for (let reads = 0; reads < 3; reads += 1) getStored('menu');
    stop();
    setStored('menu', 1, 0);
    getStored('menu');
    expect(heard).toEqual(['数据已过期']);
  });

  it('lasts 365 days by default', () => {
    setStored('a', 1);
    vi.advanceTimersByTime(31_536_000_000 - 1);
    expect(getStored('a')).toMatchObject({ found: 'value' });
    vi.advanceTimersByTime(1);
    expect(getStored('a')).toMatchObject({ found: 'expired' });
  });

  it('leaves the machine’s own keys when the person’s are cleared', () => {
    setStored('device:name', '平板一');
    setStored('columns', []);
    sessionStorage.setItem('menu', '1');
    clearStored();
    expect(getStored('device:name')).toMatchObject({ found: 'value' });
    expect(getStored('columns')).toEqual({ found: 'nothing' });
    expect(sessionStorage.length).toBe(0);
  });
});

describe('the session', () => {
  const signedIn = {
    token: 't-1',
    exp: Date.UTC(2025, 2, 3, 9) / 1000,
    userInfo: { uid: 11, username: 'whs', nickname: '张三' },
  };

  it('is none without an authorization or with broken user info', () => {
    expect(readSession()).toBeNull();
    localStorage.setItem('authorization', 't');
    for (const broken of ['', '{', '{"uid":"11"}', 'null']) {
      localStorage.setItem('userInfo', broken);
      expect(readSession()).toBeNull();
    }
    expect(hasAuthorization()).toBe(true);
  });

  it('is stored under the three keys of the specification', () => {
    saveSession(signedIn);
    expect(localStorage.getItem('authorization')).toBe('t-1');
    expect(JSON.parse(localStorage.getItem('userInfo') ?? '')).toEqual(signedIn.userInfo);
    expect(localStorage.getItem('runtime')).toBe(String(signedIn.exp));
    expect(readSession()).toEqual({ ...signedIn.userInfo, token: 't-1', expiresAt: Date.UTC(2025, 2, 3, 9) });
  });

  it('stays past its expiry, for the server decides', () => {
    saveSession(signedIn);
    vi.advanceTimersByTime(7_200_000);
    const session = readSession();
    expect(session && isPastExpiry(session)).toBe(true);
    expect(hasAuthorization()).toBe(true);
  });

  it('is gone after sign-out', () => {
    saveSession(signedIn);
    clearSession();
    expect(hasAuthorization()).toBe(false);
    expect(localStorage.length).toBe(0);
  });

  it('reads an expiry in seconds, milliseconds or words', () => {
    expect(readExpiry('')).toBe(0);
    expect(readExpiry('soon')).toBe(0);
    for (const exp of [1_741_000_000, '1741000000', 1_741_000_000_000, '2025-03-03T11:06:40Z'])
      expect(readExpiry(exp)).toBe(1_741_000_000_000);
  });
});
