// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { createBench } from '#src/engine/test-bench.tsx';
import { newDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { mountHand, sheetOf } from '../hand-bench.tsx';
import { stocktakingOf } from './stocktaking.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it('says that a zone was not handed back where there is no room, and hands it back when there is', async () => {
  const device = await newDevice();
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetOf(), zones: ['A'] });
  await mountHand('/hand/count/7/A', device.local);
  await userEvent.click(await screen.findByRole('button', { name: '完成本区' }));
  device.storage.full = true;
  await userEvent.click(await screen.findByRole('button', { name: '交回本区' }));
  expect((await screen.findByText(/没有保存。本机存储已满/)).getAttribute('role')).toBe('alert');
  device.storage.full = false;
  await userEvent.click(await screen.findByRole('button', { name: '交回本区' }));
  expect(await screen.findByRole('button', { name: '关闭库区' })).toBeTruthy();
  expect(screen.queryByText(/没有保存/)).toBeNull();
});

it('meets nothing that closes the zone where a second touch comes, and asks before it is closed', async () => {
  const bench = createBench();
  bench.on('/v1/stocktaking/closeZone', { result: { closed_at: '2025-03-03T09:00:00.000Z' } });
  vi.stubGlobal('fetch', bench.fetch);
  const device = await newDevice(new Office().send);
  await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
  await stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetOf(), zones: ['A'] });
  await mountHand('/hand/count/7/A', device.local);
  await userEvent.click(await screen.findByRole('button', { name: '完成本区' }));
  const handBack = await screen.findByRole('button', { name: '交回本区' });
  await userEvent.dblClick(handBack);
  const close = await screen.findByRole('button', { name: '关闭库区' });
  await waitFor(() => expect(close.hasAttribute('disabled')).toBe(false));
  // The same button at the same place, the last of the sheet.
  expect(
    within(screen.getByRole('dialog', { name: '女装区' }))
      .getAllByRole('button')
      .at(-1),
  ).toBe(handBack);
  await userEvent.click(handBack);
  await userEvent.click(close);
  await userEvent.click(await screen.findByRole('button', { name: '不关闭' }));
  expect(bench.calls('/v1/stocktaking/closeZone')).toEqual([]);
  await userEvent.click(close);
  await userEvent.click(await screen.findByRole('button', { name: '确认关闭' }));
  await waitFor(() => expect(bench.calls('/v1/stocktaking/closeZone')).toHaveLength(1));
});
