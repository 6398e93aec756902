// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBench } from '#src/engine/test-bench.tsx';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf } from '../hand-bench.tsx';
import { stocktakingOf } from './stocktaking.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('a download', () => {
  it('that finds no room says so, in words a person can act on, and can be tried again', async () => {
    const device = await atTheSheet();
    device.storage.full = true;
    await userEvent.click(await screen.findByRole('button', { name: /^下载/ }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/没有保存。本机存储已满.*告诉主管/);
    expect(await stocktakingOf(device.local).sheets.list(11)).toEqual([]);
    device.storage.full = false;
    await userEvent.click(await screen.findByRole('button', { name: /^下载/ }));
    await waitFor(async () => expect(await stocktakingOf(device.local).sheets.list(11)).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  });

  it('is kept when the browser will not answer for its storage', async () => {
    const faults: unknown[] = [];
    vi.stubGlobal('reportError', (fault: unknown) => faults.push(fault));
    const problem = new TypeError('the storage manager is gone');
    const storage = { persisted: () => Promise.reject(problem), estimate: () => Promise.reject(problem) };
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, { get: (own, name) => (name === 'storage' ? storage : Reflect.get(own, name)) }),
    );
    const device = await atTheSheet();
    await userEvent.click(await screen.findByRole('button', { name: /^下载/ }));
    await waitFor(async () => expect(await stocktakingOf(device.local).sheets.list(11)).toHaveLength(1));
    await waitFor(() => expect(faults).toContain(problem));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

/** The screen of a sheet that is not on the device, with a server that gives it. */
async function atTheSheet(): Promise<TestDevice> {
  const bench = createBench();
  const zones = sheetOf().zones.map(({ id, code, name }) => ({ id, code, name, closed_at: null, devices: [] }));
  bench.on('/v1/stocktaking/progress', { result: { id: 7, round: 1, zones } });
  bench.on('/v1/stocktaking/download', { result: sheetOf() });
  vi.stubGlobal('fetch', bench.fetch);
  const device = await newDevice();
  // A device has its name from the moment somebody signs in on it.
  await device.local.deviceId();
  await mountHand('/hand/sheet/7', device.local);
  await userEvent.click(await screen.findByRole('checkbox', { name: '女装区' }));
  return device;
}
