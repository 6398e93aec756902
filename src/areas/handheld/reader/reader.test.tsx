// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { fakeSerial } from '#tests/factories/serial.ts';
import { newDevice } from '#tests/torture/device.ts';
import { mountHand } from '../hand-bench.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const press = async (name: string | RegExp) => await userEvent.click(await screen.findByRole('button', { name }));

it('without a serial port in the browser it says so and offers the demonstration alone', async () => {
  await reader();
  expect((await screen.findByRole('button', { name: '选择读写器' })).hasAttribute('disabled')).toBe(true);
  expect(screen.getByText(/不能使用串口和 USB/)).toBeTruthy();
  expect(screen.getByRole('button', { name: '开始读标签' }).hasAttribute('disabled')).toBe(true);
});

it('the demonstration reader is found, read, and what it read stays until it is cleared', {
  timeout: 60_000,
}, async () => {
  const page = await reader();
  await press('用演示读写器');
  expect(await screen.findByText('UHF 26dBm V1.1', {}, { timeout: 10_000 })).toBeTruthy();
  expect(screen.getByText('中国 900 MHz')).toBeTruthy();
  await press('开始读标签');
  await screen.findByText('已读 60 个标签', {}, { timeout: 20_000 });
  await press('停止');
  page.unmount();
  await reader();
  await screen.findByText('已读 60 个标签');
  expect(screen.getAllByText(/^6901234561\d{3} · \d+$/).length).toBeGreaterThan(0);
  await press('清空');
  await press('不清空');
  expect(screen.getByText('已读 60 个标签')).toBeTruthy();
  await press('清空');
  const [, yes] = await screen.findAllByRole('button', { name: '清空' });
  if (!yes) throw new Error('nobody asks');
  await userEvent.click(yes);
  await waitFor(() => expect(screen.getByText('已读 0 个标签')).toBeTruthy());
});

it('a reader that is pulled out while it reads goes on by itself when it is plugged in again', {
  timeout: 60_000,
}, async () => {
  const { serial, device, unplug } = fakeSerial();
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  device.show(['E280689400005012AB34CD01']);
  await reader();
  await press(/^USB 串口 10C4:EA60/);
  await screen.findByText('UHF 26dBm V1.1', {}, { timeout: 10_000 });
  await press('开始读标签');
  await screen.findByText('已读 1 个标签', {}, { timeout: 10_000 });
  device.show(['E280689400005012AB34CD01', 'E280689400005012AB34CD02']);
  act(unplug);
  await screen.findByText('读写器已断开，插回后自动接着读');
  act(() => void serial.dispatchEvent(new Event('connect')));
  await screen.findByText('已读 2 个标签', {}, { timeout: 20_000 });
  Reflect.deleteProperty(navigator, 'serial');
});

async function reader() {
  const device = await newDevice();
  return await mountHand('/hand/reader', device.local);
}
