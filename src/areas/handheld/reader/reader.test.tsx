// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { noteReader } from '#src/platform/last-reader.ts';
import { keepReaderPort } from '#src/platform/reader-port.ts';
import { onScan } from '#src/reader/scans.ts';
import { readerService } from '#tests/factories/reader-service.ts';
import { fakeSerial } from '#tests/factories/serial.ts';
import { newDevice } from '#tests/torture/device.ts';
import { mountHand } from '../hand-bench.tsx';
import { ReaderStrip } from './reader-strip.tsx';

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

it('is looked for once, however often it is pressed', { timeout: 60_000 }, async () => {
  const { serial } = fakeSerial();
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  await reader();
  const row = await screen.findByRole('button', { name: /^USB 串口 10C4:EA60/ });
  await userEvent.click(row);
  await userEvent.click(row);
  await screen.findByText('UHF 26dBm V1.1', {}, { timeout: 10_000 });
  expect(screen.queryByRole('alert')).toBeNull();
  Reflect.deleteProperty(navigator, 'serial');
});

it('that is still being looked for is let go of by whoever leaves', { timeout: 60_000 }, async () => {
  const { serial, device } = fakeSerial();
  Object.defineProperty(navigator, 'serial', { value: serial, configurable: true });
  const page = await reader();
  await userEvent.click(await screen.findByRole('button', { name: /^USB 串口 10C4:EA60/ }));
  page.unmount();
  const [port] = await serial.getPorts();
  await waitFor(() => expect(device.orders.length).toBeGreaterThan(0), { timeout: 10_000 });
  // Found by then, and its line is free again.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  expect(port?.readable).toBeNull();
  Reflect.deleteProperty(navigator, 'serial');
});

it('reads through the service of this computer, once its port is right and it is started', {
  timeout: 60_000,
}, async () => {
  const service = await readerService();
  const page = await reader();
  const port = await screen.findByRole('textbox', { name: '本地读写服务的端口' });
  await fill(port, '70000');
  expect(screen.getByText('端口是 1 到 65535 的数字')).toBeTruthy();
  expect(screen.getByRole('button', { name: '用本地读写服务' }).hasAttribute('disabled')).toBe(true);
  await service.stop();
  await fill(port, String(service.port));
  await press('测试');
  await screen.findByText(/^没有连上本机的读写器服务（端口 \d+）/, {}, { timeout: 10_000 });
  await press('用本地读写服务');
  await screen.findByText(/^没有连上本机的读写器服务（端口 \d+）/, {}, { timeout: 10_000 });
  expect(screen.getByRole('button', { name: '开始读标签' }).hasAttribute('disabled')).toBe(true);
  await service.startAgain();
  service.show(['E280689400005012AB34CD01', 'E280689400005012AB34CD02']);
  await press('测试');
  await screen.findByText('服务已启动，UHF Service 2.1 · idle，试读到 2 个标签', {}, { timeout: 10_000 });
  // A trial keeps nothing.
  expect(screen.getByText('已读 0 个标签')).toBeTruthy();
  await press('用本地读写服务');
  await screen.findByText('UHF Service 2.1 · idle', {}, { timeout: 10_000 });
  // Its power is its own business.
  expect(screen.queryByRole('button', { name: '功率 +1' })).toBeNull();
  await press('开始读标签');
  await screen.findByText('已读 2 个标签', {}, { timeout: 10_000 });
  await service.stop();
  await screen.findByText(/^没有连上本机的读写器服务/, {}, { timeout: 10_000 });
  service.show(['E280689400005012AB34CD03']);
  await service.startAgain();
  await screen.findByText('已读 3 个标签', {}, { timeout: 10_000 });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await press('停止');
  await screen.findByRole('button', { name: '开始读标签' });
  page.unmount();
  await reader();
  await screen.findByText('已读 3 个标签');
  expect((await screen.findByRole('textbox', { name: '本地读写服务的端口' })).getAttribute('value')).toBe(
    String(service.port),
  );
  await service.stop();
});

it('beside a work the service that was connected last tells the tags of the work, and counts the others', async () => {
  const service = await readerService();
  keepReaderPort(service.port);
  noteReader({ label: '本地读写服务', family: '本地读写服务', isService: true, at: 1 });
  const heard: string[] = [];
  const end = onScan(({ code }) => heard.push(code));
  const piece = (epc: string, at: number) => ({ id: at, unique_code: `U${at}`, epc });
  render(<ReaderStrip uid={11} goods={[{ pieces: [piece('E280689400005012AB34CD01', 1)] } as never]} />);
  service.show(['E280689400005012AB34CD01', 'E280689400005012AB34CD09']);
  await press('连接读写器');
  await press('开始读标签');
  await screen.findByText('本单 1 个标签，另有 1 个不是本单的', {}, { timeout: 10_000 });
  expect(heard).toEqual(['E280689400005012AB34CD01']);
  await press('停止读标签');
  await screen.findByRole('button', { name: '开始读标签' });
  end();
  await service.stop();
});

async function fill(field: HTMLElement, text: string): Promise<void> {
  await userEvent.clear(field);
  await userEvent.type(field, text);
}

async function reader() {
  const device = await newDevice();
  return await mountHand('/hand/reader', device.local);
}
