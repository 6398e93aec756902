// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { nameDevice } from '#src/platform/device.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { codeOf } from '../device-code.ts';
import { mountHand, sheetOf, shoot } from '../hand-bench.tsx';
import { stocktakingOf } from './stocktaking.ts';

let round: number;
let serverTime: string;
let online: boolean;
let registered: string[];
let called: string;
/** Calls whose answers wait, by the end of their path. */
let held: Map<string, Promise<void>>;
/** Calls that the server takes in and whose answers are lost. */
let lost: Set<string>;
/** Zones that the server has closed since. */
let closed: string[];

beforeEach(() => {
  [round, serverTime, online, registered] = [1, new Date().toISOString(), true, []];
  [held, lost, closed] = [new Map(), new Set(), []];
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
    expect(await screen.findByText('先下载库区')).toBeTruthy();
    shoot('6901000');
    await userEvent.click(await screen.findByRole('button', { name: '去增加' }));
    expect(await screen.findByRole('button', { name: '盘点 女装区' })).toBeTruthy();
    expect((await device.local.outbox.statusNow(11)).unsent).toBe(0);
  });

  it('waits for the network in a dead spot, and says so', async () => {
    online = false;
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    await userEvent.click(await screen.findByRole('button', { name: '增加 男装区' }));
    expect(await screen.findByText(/连上网络后勾选/)).toBeTruthy();
  });

  it('is one that was added in the last round, too', async () => {
    round = 2;
    const device = await downloaded(['A', 'B']);
    await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetOf({ round: 2 }), zones: ['A'] });
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

it('registers the device under its own name, or with its code where nobody has given it one', async () => {
  const device = await downloaded(['A']);
  const code = codeOf(await device.local.deviceId());
  await mountHand('/hand/sheet/7', device.local);
  await userEvent.click(await screen.findByRole('button', { name: /更新下载/ }));
  await waitFor(() => expect(called).toMatch(new RegExp(`${code}$`)));
  nameDevice('平板 3');
  await userEvent.click(await screen.findByRole('button', { name: /更新下载/ }));
  await waitFor(() => expect(called).toBe('平板 3'));
});

describe('the ticks', () => {
  it('stand when an answer comes in after them', async () => {
    const release = hold('progress');
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    await userEvent.click(await screen.findByRole('checkbox', { name: '男装区' }));
    closed = ['A'];
    release();
    expect(await screen.findByRole('checkbox', { name: /女装区.*已关闭/ })).toBeTruthy();
    expect(isTicked('男装区')).toBe(true);
  });

  it('stand through a dead spot, in which nothing is downloaded', async () => {
    const device = await newDevice();
    await mountHand('/hand/sheet/7', device.local);
    expect((await screen.findByRole('button', { name: '下载（0 个库区）' })).hasAttribute('disabled')).toBe(true);
    await userEvent.click(await screen.findByRole('checkbox', { name: '女装区' }));
    await roam(false);
    expect((await screen.findByRole('button', { name: '下载（1 个库区）' })).hasAttribute('disabled')).toBe(true);
    expect(screen.getByText(/离线.*连上网络后/)).toBeTruthy();
    await roam(true);
    expect(isTicked('男装区')).toBe(false);
    await userEvent.click(await screen.findByRole('button', { name: '下载（1 个库区）' }));
    await screen.findByRole('button', { name: '盘点 女装区' });
    expect(registered).toEqual(['A']);
  });

  it('begin anew with a later round', async () => {
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    // The row of a zone that is not added ticks it.
    await userEvent.click(await screen.findByRole('button', { name: '增加 男装区' }));
    expect(await screen.findByRole('button', { name: '更新下载（2 个库区）' })).toBeTruthy();
    round = 2;
    await roam(false);
    await roam(true);
    expect(await screen.findByRole('button', { name: '下载（0 个库区）' })).toBeTruthy();
  });
});

describe('a download', () => {
  it('goes on through a dead spot, and what becomes of it is told', async () => {
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    const release = hold('download');
    await userEvent.click(await screen.findByRole('button', { name: /更新下载/ }));
    expect(await screen.findByText(/正在取货品资料/)).toBeTruthy();
    await roam(false);
    await roam(true);
    expect(screen.getByText(/正在取货品资料/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /下载/ })).toBeNull();
    lost.add('download');
    release();
    expect((await screen.findByRole('alert')).textContent).toContain('当前离线');
  });

  it('that fails is told to who counts meanwhile, too', async () => {
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    const release = hold('download');
    await userEvent.click(await screen.findByRole('button', { name: /更新下载/ }));
    await userEvent.click(await screen.findByRole('button', { name: '盘点 女装区' }));
    await screen.findByText('请扫描');
    lost.add('download');
    release();
    expect(await screen.findByText(/当前离线/)).toBeTruthy();
  });

  it('whose answer is lost may have registered the device, and says so', async () => {
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    lost.add('download');
    await userEvent.click(await screen.findByRole('button', { name: /更新下载/ }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/当前离线。服务器可能已登记本机/);
  });

  it('of the new round is counted at once, whatever was last heard of the sheet', async () => {
    closed = ['A'];
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    expect(await screen.findByRole('checkbox', { name: /女装区.*已关闭/ })).toBeTruthy();
    lost.add('progress');
    round = 2;
    await userEvent.click(await screen.findByRole('checkbox', { name: '男装区' }));
    await userEvent.click(await screen.findByRole('button', { name: /更新下载/ }));
    expect(await screen.findByText(/第 2 轮复盘/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: '盘点 男装区' })).toBeTruthy();
    expect(await screen.findByRole('button', { name: '增加 女装区' })).toBeTruthy();
    expect(screen.queryByText(/已进入第/)).toBeNull();
  });

  it('asks anew how the sheet stands', async () => {
    closed = ['A'];
    const device = await downloaded(['A']);
    await mountHand('/hand/sheet/7', device.local);
    expect(await screen.findByRole('checkbox', { name: /女装区.*已关闭/ })).toBeTruthy();
    await userEvent.click(await screen.findByRole('checkbox', { name: '男装区' }));
    closed = ['A', 'B'];
    await userEvent.click(await screen.findByRole('button', { name: /更新下载/ }));
    expect(await screen.findByRole('checkbox', { name: /男装区.*已关闭/ })).toBeTruthy();
  });
});

it('measures the clock by the download and warns of it, before anything was counted', async () => {
  serverTime = new Date(Date.now() - 2 * 3_600_000).toISOString();
  const device = await newDevice();
  const { unmount } = await mountHand('/hand/sheet/7', device.local);
  await userEvent.click(await screen.findByRole('checkbox', { name: '女装区' }));
  await userEvent.click(await screen.findByRole('button', { name: /^下载/ }));
  await screen.findByRole('button', { name: '盘点 女装区' });
  unmount();
  await mountHand('/hand', device.local);
  expect(await screen.findByText('本机时钟快 120 分钟')).toBeTruthy();
});

async function downloaded(zones: string[]): Promise<TestDevice> {
  const device = await newDevice();
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetOf(), zones });
  return device;
}

/** Moves the tablet out of reach or back. */
async function roam(to: boolean): Promise<void> {
  online = to;
  act(() => void dispatchEvent(new Event(to ? 'online' : 'offline')));
  await waitFor(() => expect(screen.getByTestId('queue').textContent).toContain(to ? '在线' : '离线'));
}

/** Holds the answers to a call until they are released. */
function hold(call: string): () => void {
  let release = (): void => undefined;
  held.set(
    call,
    new Promise((resolve) => {
      release = resolve;
    }),
  );
  return () => release();
}

function isTicked(zone: string): boolean {
  return screen.getByRole<HTMLInputElement>('checkbox', { name: zone }).checked;
}

/** The office's end of the line: the sheet's progress and its download. */
async function server(address: string, init?: RequestInit): Promise<Response> {
  if (address === '/version.json') return Response.json({});
  const { zones = [], device_name = '' } = JSON.parse(String(init?.body)) as { zones?: string[]; device_name?: string };
  const call = address.split('/').at(-1) ?? '';
  const sheet = sheetOf({ round, server_time: serverTime });
  if (call === 'download') {
    registered = zones;
    called = device_name;
  }
  await held.get(call);
  // As a browser does when the network is gone.
  if (lost.has(call)) throw new TypeError('Failed to fetch');
  const now = sheet.zones.map((zone) => ({ ...zone, closed_at: closed.includes(zone.code) ? serverTime : null }));
  const result = {
    download: sheet,
    progress: { id: 7, status: 1, round, zones: now },
    countable: { list: [] },
    openAllots: { list: [] },
    openOuts: { list: [] },
  }[call];
  return Response.json({ code: 200, msg: '', result });
}
