// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf, shoot } from './hand-bench.tsx';

let round: number;
let serverTime: string;
let online: boolean;
let registered: string[];

beforeEach(() => {
  [round, serverTime, online, registered] = [1, new Date().toISOString(), true, []];
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => online);
  vi.stubGlobal('fetch', server);
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('a zone that was not added on this device', () => {
  it('is not counted: its row leads to the download', async () => {
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    expect(await screen.findByRole('button', { name: '盘点 女装区' })).toBeTruthy();
    const card = (await screen.findByRole('button', { name: /更新下载/ })).closest('[tabindex]');
    await userEvent.click(await screen.findByRole('button', { name: '增加 男装区' }));
    expect(document.activeElement).toBe(card);
    expect(screen.queryByText('请扫描')).toBeNull();
  });

  it('opens no counting screen by its address, and a scan there counts nothing', async () => {
    const device = await downloaded(['A']);
    await mountHand('/hand/count/7/B', device.local);
    expect(await screen.findByText('先增加库区')).toBeTruthy();
    shoot('6901000');
    await userEvent.click(await screen.findByRole('button', { name: '去增加' }));
    expect(await screen.findByRole('button', { name: '盘点 女装区' })).toBeTruthy();
    expect((await device.local.journal.statusNow(11)).unsent).toBe(0);
  });

  it('waits for the network in a dead spot, and says so', async () => {
    online = false;
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    await userEvent.click(await screen.findByRole('button', { name: '增加 男装区' }));
    expect(await screen.findByText(/连上网络后/)).toBeTruthy();
  });

  it('is one that was added in the last round, too', async () => {
    round = 2;
    const device = await downloaded(['A', 'B']);
    await device.local.sheets.save({ uid: 11, sheet: sheetOf({ round: 2 }), zones: ['A'] });
    await mountHand('/hand/sheet/7', device.local);
    expect(await screen.findByRole('button', { name: '增加 男装区' })).toBeTruthy();
    expect(screen.getByRole('button', { name: '盘点 女装区' })).toBeTruthy();
  });

  it('is every zone as long as the device has the last round’s sheet and the server another one', async () => {
    round = 2;
    const device = await downloaded(['A', 'B']);
    await mountHand('/hand/sheet/7', device.local);
    expect(await screen.findByText(/已进入第 2 轮/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: '盘点 女装区' })).toBeNull();
  });
});

it('adds a zone by a download, which registers it, and opens it', async () => {
  const device = await downloaded(['A']);
  await mountHand('/hand/sheet/7', device.local);
  await userEvent.click(await screen.findByRole('checkbox', { name: '男装区' }));
  await userEvent.click(await screen.findByRole('button', { name: /更新下载（2 个库区）/ }));
  await userEvent.click(await screen.findByRole('button', { name: '盘点 男装区' }));
  expect(await screen.findByText('请扫描')).toBeTruthy();
  expect(registered).toEqual(['A', 'B']);
});

it('measures the clock by the download and warns of it, before anything was counted', async () => {
  serverTime = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const device = await newDevice();
  const { unmount } = await mountHand('/hand/sheet/7', device.local);
  await userEvent.click(await screen.findByRole('button', { name: /^下载/ }));
  await screen.findByRole('button', { name: '盘点 女装区' });
  unmount();
  await mountHand('/hand', device.local);
  expect(await screen.findByText('本机时钟快 120 分钟')).toBeTruthy();
});

async function downloaded(zones: string[]): Promise<TestDevice> {
  const device = await newDevice();
  await device.local.sheets.save({ uid: 11, sheet: sheetOf(), zones });
  return device;
}

/** The office's end of the line: the sheet's progress and its download. */
function server(address: string, init?: RequestInit): Promise<Response> {
  const { zones = [] } = JSON.parse(String(init?.body)) as { zones?: string[] };
  const sheet = sheetOf({ round, server_time: serverTime });
  if (address.endsWith('/stocktaking/download')) registered = zones;
  const result = {
    download: sheet,
    progress: { id: 7, status: 1, round, zones: sheet.zones.map((zone) => ({ ...zone, closed_at: null })) },
    countable: { list: [] },
  }[address.split('/').at(-1) ?? ''];
  return Promise.resolve(new Response(JSON.stringify({ code: 200, msg: '', result })));
}
