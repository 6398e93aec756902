// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createBench } from '#src/engine/test-bench.tsx';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { mountHand, sheetOf, shoot } from '../hand-bench.tsx';
import { stocktakingOf } from './stocktaking.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

describe('a sheet that is downloaded anew while somebody counts', () => {
  it('is what is counted on, and what a zone is closed on, without being taken for a newer one', async () => {
    const bench = createBench();
    bench.on('/v1/stocktaking/closeZone', { result: { closed_at: nine } });
    vi.stubGlobal('fetch', bench.fetch);
    const device = await counting();
    shoot('6903000');
    await waitFor(() => expect(screen.getByTestId('result').textContent).toContain('未识别的条码'));
    await renew(device);
    const list = await screen.findByRole('list', { name: '最近的记录' });
    expect(await within(list).findByText(third.name)).toBeTruthy();
    shoot('6903000');
    await waitFor(() => expect(screen.getByTestId('result').dataset['word']).toBe('first'));
    const { savedAt } = (await stocktakingOf(device.local).sheets.open(11, 7)) ?? {};
    device.time += 60_000;
    await userEvent.click(await screen.findByRole('button', { name: '完成本区' }));
    await userEvent.click(await screen.findByRole('button', { name: '交回本区' }));
    const close = await screen.findByRole('button', { name: '关闭库区' });
    await waitFor(() => expect(close.hasAttribute('disabled')).toBe(false));
    await userEvent.click(close);
    await userEvent.click(await screen.findByRole('button', { name: '确认关闭' }));
    expect(await screen.findByText('3 种货品已在本机')).toBeTruthy();
    expect(await stocktakingOf(device.local).sheets.open(11, 7)).toMatchObject({
      savedAt,
      sheet: { server_time: nine, goods: [{}, {}, third], zones: [{ status: 0 }, { status: 1 }] },
    });
  });

  it('leaves what is not kept before their eyes, and that can still be tried again', async () => {
    const device = await counting();
    shoot('6903000');
    await screen.findByRole('list', { name: '最近的记录' });
    device.storage.full = true;
    shoot('6902000');
    const face = await screen.findByRole('alertdialog', { name: '没有保存' });
    device.storage.full = false;
    await renew(device);
    expect(await screen.findByText(third.name)).toBeTruthy();
    expect(screen.getByRole('alertdialog', { name: '没有保存' })).toBe(face);
    await userEvent.click(await within(face).findByRole('button', { name: /再试一次/ }));
    await waitFor(async () => expect((await stocktakingOf(device.local).countsNow(at)).figures.size).toBe(2));
  });
});

const at = { uid: 11, sheetId: 7 };
const nine = '2025-03-03T09:00:00.000Z';
const third = {
  sku_id: 3,
  sku_no: 'SP-3',
  name: '针织开衫',
  color: '灰',
  size: 'S',
  imperfect_type: 0,
  barcodes: ['6903000'],
};

/** A device that sends, with somebody who counts in its first zone. */
async function counting(): Promise<TestDevice> {
  const device = await newDevice(new Office().send);
  await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetOf(), zones: ['A'] });
  await mountHand('/hand/count/7/A', device.local);
  await screen.findByText('请扫描');
  return device;
}

/** Brings a third piece of goods in. */
async function renew(device: TestDevice): Promise<void> {
  const sheet = sheetOf({ goods: [...sheetOf().goods, third], server_time: nine });
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet, zones: ['A'] });
}
