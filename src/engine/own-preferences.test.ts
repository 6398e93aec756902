// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import { freshPreferences, savePreferencesCall } from '#contract/areas/me/account.ts';
import { saveSession } from '#src/platform/session.ts';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import {
  beginPreferences,
  preferencesNow,
  sendPreferences,
  takePreferences,
  useOwnPreferences,
  wishPreferences,
} from './own-preferences.ts';
import { type Bench, createBench } from './test-bench.tsx';

const wire = createWire({ bases: ownBases, device: 'test', build: 'test', caller: () => null });
const now = () => preferencesNow(useOwnPreferences.getState());
let bench: Bench;

beforeEach(() => {
  localStorage.clear();
  bench = createBench();
  globalThis.fetch = bench.fetch;
  saveSession({ token: 't', exp: 0, userInfo: { uid: 7, username: 'a', nickname: '甲' } });
  beginPreferences();
  takePreferences(freshPreferences);
});

it('a choice outlives a page loaded anew at once, and the older answer of the server', async () => {
  bench.on(savePreferencesCall.path, 'cut');
  const wishing = wishPreferences(wire, { theme: 'dark', density: 'dense' });
  beginPreferences();
  expect(now()).toMatchObject({ theme: 'dark', density: 'dense' });
  expect(await wishing).toMatchObject({ kind: 'offline' });
  takePreferences(freshPreferences);
  expect(now()).toMatchObject({ theme: 'dark', density: 'dense' });
  bench.on(savePreferencesCall.path, { result: { ...freshPreferences, theme: 'dark', density: 'dense' } });
  expect(await sendPreferences(wire)).toBeNull();
  expect(useOwnPreferences.getState().unsent).toEqual({});
  beginPreferences();
  expect(now()).toMatchObject({ theme: 'dark', density: 'dense' });
});

it('a refused choice is taken back', async () => {
  bench.on(savePreferencesCall.path, { code: 4001, msg: '没有这个页面', field: 'start' });
  expect(await wishPreferences(wire, { start: '/gone' })).toMatchObject({ kind: 'refused' });
  expect(now()).toEqual(freshPreferences);
});
