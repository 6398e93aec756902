// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { admin } from '#contract/areas/access/admin.ts';
import { text } from '#contract/kit/kinds/text.ts';
import { LocalProvider } from '#src/engine/local-context.tsx';
import { type PageHost, PageProvider } from '#src/engine/page-context.ts';
import { createBench, renderOn, until } from '#src/engine/test-bench.tsx';
import { clearSession, saveSession } from '#src/platform/session.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { type Draft, useDraft } from './use-draft.ts';

const host: PageHost = {
  key: '/admin/addStaf',
  mayLeave: () => true,
  discard() {},
  isDiscarded: () => false,
  setDirty() {},
  setName() {},
  finish() {},
  stay() {},
};
const also = { password: text('初始密码') };
const secret = ['password'];
const start = { password: '' };

beforeEach(() => saveSession({ token: 't', exp: 0, userInfo: { uid: 3, username: 'it', nickname: '赵' } }));
afterEach(clearSession);

function open({ local }: TestDevice, id?: number) {
  let latest: Draft<unknown> | undefined;
  const opened = Promise.resolve(local);
  const Form = () => {
    latest = useDraft({ definition: admin, also, secret, start, version: id === undefined ? 0 : 1, id });
    return null;
  };
  const { unmount } = renderOn(<Form />, {
    bench: createBench(),
    around: (inner) => (
      <LocalProvider open={() => opened}>
        <PageProvider value={host}>{inner}</PageProvider>
      </LocalProvider>
    ),
  });
  return {
    unmount,
    get now() {
      if (!latest) throw new Error('the form has not been drawn');
      return latest;
    },
  };
}

it('what was typed about a new person is there again after the page died, but for the password', async () => {
  const device = await newDevice();
  const form = open(device);
  await until(() => expect(form.now.form.looking).toBe(false));
  act(() => form.now.set({ nickname: '秦思雨', password: 'geheim-7-Worte' }));
  form.unmount();
  const place = { uid: 3, page: '/admin/addStaf', form: 'admin/new' };
  await vi.waitUntil(() => device.local.drafts.take(place));
  expect(JSON.stringify(await device.local.drafts.take(place))).not.toContain('geheim');
  device.die();
  const second = await device.secondPage();
  const back = open(second);
  await until(() => expect(back.now.values['nickname']).toBe('秦思雨'));
  expect([back.now.values['password'], back.now.form.restoredAt]).toEqual(['', device.time]);
  // Another person's form on the same page is another form.
  const other = open(second, 17);
  await until(() => expect(other.now.form.looking).toBe(false));
  expect(other.now.dirty).toBe(false);
});

it('a password alone is not kept at all', async () => {
  const device = await newDevice();
  const form = open(device);
  await until(() => expect(form.now.form.looking).toBe(false));
  act(() => form.now.set({ password: 'geheim-7-Worte' }));
  expect(form.now.dirty).toBe(true);
  form.unmount();
  const back = open(device);
  await until(() => expect(back.now.form.looking).toBe(false));
  expect(back.now.dirty).toBe(false);
});
