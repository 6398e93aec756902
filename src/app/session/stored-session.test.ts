// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query';
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openPermissionNode, setPermissionKeys, useKeys } from '#src/engine/permissions-store.ts';
import { useNotices } from '#src/kit/notice.ts';
import { clearSession, saveSession } from '#src/platform/session.ts';
import { askTabs } from '../tab-poll.ts';
import { createSessionEnd } from './end-session.ts';
import { refreshSession, useSession } from './sign-in-state.ts';
import { followStoredSession, tellLostWork } from './stored-session.ts';

const person = (uid: number, token: string) => ({
  token,
  exp: 0,
  userInfo: { uid, username: `u${uid}`, nickname: '王' },
});

let path = '';
let started: boolean[] = [];
const queries = new QueryClient();
followStoredSession(queries, { path: () => path, startAnew: (signedIn) => started.push(signedIn) });

beforeEach(() => {
  path = '/storage/stockList';
  started = [];
  saveSession(person(3, 'x'));
  refreshSession();
  queries.setQueryData(['stock', 'list'], [{ id: 1 }]);
  openPermissionNode(5);
  setPermissionKeys(5, ['stock:view']);
});

afterEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  useNotices.setState({ dialogs: [], toasts: [] });
});

const tellTab = (key: string | null) => dispatchEvent(new StorageEvent('storage', { key }));
const left = () => ({
  rows: queries.getQueryData(['stock', 'list']),
  keys: renderHook(() => useKeys()).result.current,
});
const nothing = { rows: undefined, keys: null };

describe('another tab', () => {
  it('has signed out: nothing that was read stays, and the page begins anew', () => {
    clearSession();
    tellTab('authorization');
    expect([started, left()]).toEqual([[false], nothing]);
  });

  it('has signed another person in: nothing that was read stays, and the page begins anew', () => {
    saveSession(person(4, 'y'));
    tellTab('authorization');
    expect([started, left()]).toEqual([[true], nothing]);
  });

  it('has signed somebody in where nobody was', () => {
    clearSession();
    refreshSession();
    saveSession(person(3, 'x'));
    tellTab('authorization');
    expect(started).toEqual([true]);
  });

  it('has begun a new session of the same person: the page goes on', () => {
    saveSession(person(3, 'x2'));
    tellTab('authorization');
    expect(started).toEqual([]);
    expect(left().rows).toEqual([{ id: 1 }]);
    expect(useSession.getState().session?.token).toBe('x2');
  });

  it('changes nothing by writing other things', () => {
    const before = useSession.getState().session;
    tellTab('device:theme');
    tellTab(null);
    expect(started).toEqual([]);
    expect(useSession.getState().session).toBe(before);
  });
});

it('a page whose own session is over, as its dialog says, stays with what is typed on it while another tab signs in anew', () => {
  const services = () => {
    throw new Error('nobody has answered the dialog');
  };
  const ways = { toSignIn: () => {}, reloadToSignIn: () => {}, goOn: () => {} };
  createSessionEnd(services, { path: () => path, ...ways }).expired('http');
  localStorage.removeItem('authorization');
  tellTab('authorization');
  expect([started, left().rows]).toEqual([[], [{ id: 1 }]]);
  localStorage.setItem('authorization', 'x2');
  tellTab('authorization');
  expect([started, left().rows]).toEqual([[], [{ id: 1 }]]);
  saveSession(person(4, 'y'));
  tellTab('authorization');
  expect([started, left()]).toEqual([[true], nothing]);
});

it('a page that no event has reached looks when it comes into view', () => {
  clearSession();
  dispatchEvent(new Event('pageshow'));
  expect([started, left()]).toEqual([[false], nothing]);
});

it('a door stays open for what is typed there, and forgets all the same', () => {
  path = '/login/login';
  saveSession(person(4, 'y'));
  tellTab('authorization');
  expect([started, left()]).toEqual([[], nothing]);
  expect(useSession.getState().session?.uid).toBe(4);
});

describe('something unsaved', () => {
  const guard = (event: Event) => event.preventDefault();
  const end = () => {
    clearSession();
    tellTab('authorization');
    tellLostWork();
    return useNotices.getState().dialogs.map((dialog) => dialog.text);
  };

  it('does not hold the page back, and is spoken of once when it has begun anew', () => {
    addEventListener('beforeunload', guard);
    const told = end();
    removeEventListener('beforeunload', guard);
    expect([started, told]).toEqual([[false], ['账号已在另一个标签页退出或更换，本页未保存的修改没有保留。']]);
    useNotices.setState({ dialogs: [] });
    tellLostWork();
    expect(useNotices.getState().dialogs).toEqual([]);
  });

  it('is not spoken of where there was nothing', () => {
    expect([end(), started]).toEqual([[], [false]]);
  });
});

it('a page with something unsaved says so when another tab asks, with or without a service worker', async () => {
  const guard = (event: Event) => event.preventDefault();
  addEventListener('beforeunload', guard);
  // An answer ends the wait: only a machine that stands still for so long could miss it.
  expect(await askTabs(60_000)).toBe(false);
  removeEventListener('beforeunload', guard);
  expect(await askTabs(50)).toBe(true);
});
