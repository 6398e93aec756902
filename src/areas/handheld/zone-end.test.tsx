// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { newDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf } from './hand-bench.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

it('says that a zone was not handed back where there is no room, and hands it back when there is', async () => {
  const device = await newDevice();
  await device.local.sheets.save({ uid: 11, sheet: sheetOf(), zones: ['A'] });
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
