// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { noteReach } from '#src/wire/reach.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf, shoot } from '../hand-bench.tsx';
import { stocktakingOf } from './stocktaking.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
  noteReach(null);
});

describe('the way back', () => {
  it('leads from the queue to the count that it was opened from', async () => {
    await mountHand('/hand/count/7/A', (await counting()).local);
    // The strip of the page that waits for the sheet goes with that page.
    await screen.findByText('请扫描');
    await userEvent.click(await screen.findByTestId('queue'));
    await screen.findByText('未发送与需处理');
    await userEvent.click(await screen.findByTestId('queue'));
    await userEvent.click(await screen.findByRole('button', { name: '返回' }));
    expect(await screen.findByText('请扫描')).toBeTruthy();
  });

  it('of the browser puts a sheet away first, and leaves no question unanswered', async () => {
    const device = await counting();
    const { back } = await mountHand('/hand/sheet/7', device.local);
    await userEvent.click(await screen.findByRole('button', { name: '盘点 女装区' }));
    await userEvent.click(await screen.findByRole('button', { name: '输入条码 / 数量' }));
    await screen.findByRole('dialog', { name: '手动录入' });
    await back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('请扫描')).toBeTruthy();
    await act(() => stocktakingOf(device.local).finishZone({ uid: 11, sheetId: 7, zone: 'A' }));
    await screen.findByRole('button', { name: '已交回' });
    act(() => shoot('6901000'));
    await screen.findByRole('alertdialog', { name: '继续盘点本区？' });
    await back();
    expect(screen.getByRole('alertdialog', { name: '继续盘点本区？' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: '继续盘点' }));
    await waitFor(async () => expect((await device.local.outbox.statusNow(11)).unsent).toBe(1));
    await back();
    expect(await screen.findByRole('button', { name: '盘点 女装区' })).toBeTruthy();
  });
});

describe('what is said of the way to the server', () => {
  it('is not 在线 behind a portal, and is again once the server answers', async () => {
    let portal = true;
    vi.stubGlobal('fetch', async () => (portal ? new Response('<html>') : Response.json({})));
    await mountHand('/hand', (await counting()).local);
    await waitFor(() => expect(screen.getByTestId('queue').textContent).toContain('连不上服务器'));
    expect(screen.queryByText('在线')).toBeNull();
    portal = false;
    act(() => void dispatchEvent(new Event('online')));
    await waitFor(() => expect(screen.getByTestId('queue').textContent).toContain('在线'));
  });

  it('of opening without it is that operations have stopped it', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ killSw: true }));
    // The worker that serves this page is there until the page is loaded anew.
    const serviceWorker = { ready: Promise.resolve({}), getRegistration: () => Promise.resolve({ active: {} }) };
    vi.stubGlobal(
      'navigator',
      new Proxy(navigator, { get: (own, name) => (name === 'serviceWorker' ? serviceWorker : Reflect.get(own, name)) }),
    );
    await mountHand('/hand', (await counting()).local);
    expect(await screen.findByText('已停用')).toBeTruthy();
    expect(screen.queryByText('已就绪')).toBeNull();
  });
});

async function counting(): Promise<TestDevice> {
  const device = await newDevice();
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetOf(), zones: ['A'] });
  return device;
}
