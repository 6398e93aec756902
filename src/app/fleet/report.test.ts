// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { newDevice } from '#tests/torture/device.ts';
import { reportOf } from './report.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

/** A browser in which these builds of the service worker stand. */
function browserWith({ active, waiting = false }: { active: string | null; waiting?: boolean }) {
  const answers = {
    postMessage: (_asked: unknown, [port]: MessagePort[]) => port?.postMessage({ build: active }),
  };
  const registration = { active: active === null ? null : answers, waiting: waiting ? {} : null };
  vi.stubGlobal('navigator', {
    userAgent: 'Mozilla/5.0 (Linux; Android 14) Chrome/150',
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
  });
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
}

it('names the worker that is in control, and one that waits beside it, from the first install on', async () => {
  const { local } = await newDevice();
  const told = async () => {
    const { worker_build, waiting_update, shown_as } = await reportOf(local);
    return { worker_build, waiting_update, shown_as };
  };
  browserWith({ active: null });
  expect(await told()).toEqual({ worker_build: null, waiting_update: false, shown_as: 1 });
  browserWith({ active: 'v1' });
  expect(await told()).toEqual({ worker_build: 'v1', waiting_update: false, shown_as: 1 });
  browserWith({ active: 'v1', waiting: true });
  expect(await told()).toEqual({ worker_build: 'v1', waiting_update: true, shown_as: 1 });
  browserWith({ active: 'v2' });
  expect(await told()).toEqual({ worker_build: 'v2', waiting_update: false, shown_as: 1 });
});

it('counts what everybody on the device has not sent, and how long the first of it has waited', async () => {
  browserWith({ active: 'v1' });
  const device = await newDevice();
  expect(await reportOf(device.local, device.time)).toMatchObject({ unsent: 0, oldest_seconds: null, attention: 0 });
});
