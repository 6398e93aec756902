// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { saveSession } from '#src/platform/session.ts';
import { guard } from './guard.ts';

beforeEach(() => localStorage.clear());

describe('a screen that needs a login', () => {
  it('leads to the sign-in page and back when nothing is stored', () => {
    const away = guard({ needLogin: true }, '/storage/stockList?keyword=a&b');
    expect(away?.status).toBe(302);
    expect(away?.headers.get('location')).toBe('/login/login?r=%2Fstorage%2FstockList%3Fkeyword%3Da%26b');
  });

  it('opens with a stored authorization, also with one whose time is up', () => {
    saveSession({ token: 't', exp: 1, userInfo: { uid: 3, username: 'whs', nickname: '王' } });
    expect(guard({ needLogin: true }, '/storage/stockList')).toBeNull();
  });
});

it('a screen that needs none opens', () => {
  expect(guard({ needLogin: false }, '/dashboard/index')).toBeNull();
});
