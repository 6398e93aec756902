import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import type { Faults } from '#src/reader/uhf/simulated-reader.ts';
import { readerService } from '#tests/factories/reader-service.ts';
import type { Wanted } from './fake-reader.ts';
import { longestTask, oneBreath } from './longest-task.ts';
import { openOffice } from './office.ts';

/**
 * Tag readers through the browser's own interfaces, in a real browser: a simulated reader stands on a serial port and behind a USB chip, and
 * everything goes wrong that its bytes can do, while somebody reads on and presses nothing.
 */

const office = openOffice();
let script = '';

test.beforeAll(async () => {
  script = await bundled('./fake-reader.ts');
});

const modes: readonly (readonly [string, Faults])[] = [
  ['junk between frames', { junk: Uint8Array.of(0xbb, 0xff, 0x00, 0xa0, 0xaa, 0x7e) }],
  ['half frames', { pieces: 5 }],
  ['double frames', { doubles: true }],
  ['lost bytes', { loses: 7 }],
  ['misread tags', { misreads: 9 }],
  ['rounds without an end', { losesEnd: 5 }],
  ['slow frames', { slow: 400 }],
];

const epcs = (count: number) =>
  Array.from({ length: count }, (_, at) => `30751FEB705C5904${at.toString(16).toUpperCase().padStart(8, '0')}`);
const tenth = { every: 20, burst: 4 };

test('a reader on a serial port is read through everything that goes wrong', async () => {
  const page = await readerPage({ kind: 'serial', family: 'thingmagic', options: tenth });
  await connected(page, /^USB 串口 10C4:EA60/);
  await readThrough(page, { hot: '读写器过热，请停一会儿', antenna: '没有接天线' });
});

test('a reader behind a USB chip is read through everything that goes wrong', async () => {
  const page = await readerPage({ kind: 'usb', family: 'm100', options: tenth });
  await connected(page, /^CH340 USB/);
  await readThrough(page, { hot: '跳频超时，请稍后再试' });
});

test('a port is opened beside the page, where a thousand reads a second leave the page its breath and none is lost', async () => {
  const wanted: Wanted = { kind: 'serial', family: 'r200', options: { every: 20, burst: 20 } };
  const page = await readerPage(wanted, wanted);
  await connected(page, /^USB 串口 10C4:EA60/);
  expect(await page.evaluate(() => fakeReader.opened())).toBe(0);
  const beside = workerOf(page);
  await beside.evaluate((tags) => fakeReader.show(tags), epcs(20_000));
  const breath = await oneBreath(page);
  const before = await memoryOf(page);
  const longest = await longestTask(page, async () => {
    await page.getByRole('button', { name: '开始读标签' }).click();
    await page.waitForTimeout(30_000);
  });
  await expect(page.getByText('已读 20000 个标签')).toBeVisible({ timeout: 60_000 });
  const after = await memoryOf(page);
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.getByRole('button', { name: '开始读标签' })).toBeVisible();
  const reads = await beside.evaluate(() => fakeReader.reads());
  expect(reads).toBeGreaterThan(20_000);
  await expect(page.getByText(`共 ${reads} 次`)).toBeVisible();
  // A breath is a quarter of the 50 ms that a task may take.
  expect(longest).toBeLessThan(Math.max(50, 4 * breath));
  expect(after - before).toBeLessThan(40 * 1024 * 1024);
});

test('the service of this computer is tried, read through, lost and found again', async () => {
  const service = await readerService({ round: 200 });
  const page = await office.newDesk({
    viewport: { width: 800, height: 1280 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  await office.signIn(page, 'whs2');
  await page.goto(`${office.product.address}/hand/reader`);
  await page.getByRole('textbox', { name: '本地读写服务的端口' }).fill(String(service.port));
  await service.stop();
  await page.getByRole('button', { name: '测试' }).click();
  await expect(page.getByRole('alert')).toContainText(`没有连上本机的读写器服务（端口 ${service.port}）`);
  await service.startAgain();
  service.show(epcs(30));
  await page.getByRole('button', { name: '测试' }).click();
  await expect(page.getByText('服务已启动，UHF Service 2.1 · idle，试读到 30 个标签')).toBeVisible();
  await page.getByRole('button', { name: '用本地读写服务' }).click();
  await page.getByRole('button', { name: '开始读标签' }).click();
  await expect(page.getByText('已读 30 个标签')).toBeVisible();
  await service.stop();
  await expect(page.getByRole('alert')).toContainText('没有连上本机的读写器服务');
  service.show(epcs(45));
  await service.startAgain();
  await expect(page.getByText('已读 45 个标签')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.getByRole('button', { name: '开始读标签' })).toBeVisible();
  await service.stop();
});

/** With every fault more tags lie before the reader; all of them are read, no other, and nothing is pressed in between. */
async function readThrough(page: Page, troubles: Readonly<Record<string, string>>): Promise<void> {
  let count = 0;
  const more = async () => {
    count += 20;
    await page.evaluate((tags) => fakeReader.show(tags), epcs(count));
  };
  const read = async () => await expect(page.getByText(`已读 ${count} 个标签`)).toBeVisible();
  await more();
  await page.getByRole('button', { name: '开始读标签' }).click();
  await read();
  for (const [name, faults] of modes) {
    await test.step(name, async () => {
      await page.evaluate((wanted) => fakeReader.fail(wanted), faults);
      await more();
      await read();
    });
  }
  await page.evaluate(() => fakeReader.fail({}));
  await test.step('overrun', async () => {
    await page.evaluate(() => fakeReader.overrun());
    await more();
    await read();
  });
  for (const [trouble, words] of Object.entries(troubles)) {
    await test.step(trouble, async () => {
      await page.evaluate((wanted) => fakeReader.fail(wanted), { trouble } as Faults);
      await more();
      await expect(page.getByRole('alert')).toHaveText(words);
      await page.evaluate(() => fakeReader.fail({}));
      await read();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  }
  await test.step('silence', async () => {
    await page.evaluate(() => fakeReader.fail({ dumb: true }));
    await expect(page.getByRole('alert')).toHaveText('读写器没有回应，请检查连接和电源');
    await page.evaluate(() => fakeReader.fail({}));
    await more();
    await read();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await test.step('unplugged and plugged in again', async () => {
    await page.evaluate(() => fakeReader.unplug());
    await expect(page.getByRole('alert')).toHaveText('读写器已断开，插回后自动接着读');
    await more();
    await page.evaluate(() => fakeReader.plug());
    await read();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
  await page.getByRole('button', { name: '停止' }).click();
  await expect(page.getByRole('button', { name: '开始读标签' })).toBeVisible();
  expect(office.complaints).toEqual([]);
}

/** The reader's page of a tablet; `beside`: its worker reaches a reader by itself. */
async function readerPage(wanted: Wanted, beside?: Wanted): Promise<Page> {
  const page = await office.newDesk({
    viewport: { width: 800, height: 1280 },
    hasTouch: true,
    serviceWorkers: 'block',
  });
  await page.addInitScript(installed(wanted));
  if (beside)
    await page.route('**/assets/reader.worker-*.js', async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ response: answer, body: `${installed(beside)}\n${await answer.text()}` });
    });
  await office.signIn(page, 'whs2');
  await page.goto(`${office.product.address}/hand/reader`);
  await expect(page.getByRole('button', { name: '选择读写器' })).toBeEnabled();
  return page;
}

const installed = (wanted: Wanted): string => `${script};installFakeReader(${JSON.stringify(wanted)});`;

async function connected(page: Page, name: RegExp): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expect(page.getByText('已连接')).toBeVisible();
  // Its bytes are read beside the page, whoever opens the line.
  expect(workerOf(page).url()).toContain('/assets/');
}

function workerOf(page: Page) {
  const worker = page.workers().find((one) => one.url().includes('reader.worker'));
  if (!worker) throw new Error('the page has no worker for its reader');
  return worker;
}

/** Bytes of the page that are in use once what is no longer needed has been cleared away. */
async function memoryOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  await session.detach();
  return usedSize;
}

/** A module of the tests and what it imports, as one script. */
async function bundled(path: string): Promise<string> {
  const entry = fileURLToPath(new URL(path, import.meta.url));
  const made = await build({
    configFile: false,
    logLevel: 'error',
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'journey' } },
  });
  const [one] = Array.isArray(made) ? made : [made];
  if (!one || !('output' in one)) throw new Error('the script was not made');
  return one.output[0].code;
}
