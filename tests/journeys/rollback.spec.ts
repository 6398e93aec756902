import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, expect, test } from '@playwright/test';
import { type Kysely, sql } from 'kysely';
import { openBrowser, openDesk, signIn } from './desk.ts';
import { buildEarlier } from './earlier-build.ts';
import { type Caller, type RunningProduct, startProduct } from './running-product.ts';
import { startedSheet } from './started-sheet.ts';
import { Tablet } from './tablet.ts';

/**
 * A tablet is told to go back to an earlier build while it holds scans that are not sent: two real builds, one server that keeps both. It goes back
 * once everything has arrived, works on in the dark with what the earlier build has kept, and the office sees it (decision 0080).
 */
const earlier = 'journey-earlier';
let directory: string;
/** The build that is served to everybody. */
let later: string;
let product: RunningProduct;
let browser: Browser;
let tablet: Tablet;

test.beforeAll(async () => {
  test.setTimeout(480_000);
  directory = mkdtempSync(join(tmpdir(), 'back-office-earlier-'));
  await buildEarlier(earlier, directory);
  product = await startProduct({ keeps: { build: earlier, directory } });
  browser = await openBrowser();
});

test.afterAll(async () => {
  await tablet?.off();
  await browser.close();
  await product.stop();
  rmSync(directory, { recursive: true, force: true });
});

test('a tablet goes back to an earlier build once its scans have arrived, and the office sees it', async () => {
  const admin = await product.as('admin');
  await oneStaysOnTheEarlier();
  // What the server keeps is noted when it starts.
  await product.restart();
  await isKept();
  ({ build: later } = (await (await fetch(`${product.address}/version.json`)).json()) as { build: string });
  tablet = await Tablet.on(product);
  const { id, number } = await startedSheet(product);
  await tablet.signIn('whs');
  await tablet.page.getByRole('button', { name: '我知道了' }).click();
  const { zones, goods } = await tablet.download(number);
  const counting = `/hand/count/${id}/${zones[0]?.code}`;
  const codes = goods.flatMap(({ barcodes }) => barcodes).slice(0, 8);
  await expect.poll(() => buildOf()).toBe(later);
  const device = await deviceOn(later);

  await tablet.offline(true);
  await tablet.open(counting);
  await expect(tablet.page.getByText('请扫描')).toBeVisible();
  for (const code of codes.slice(0, 6)) await tablet.scan(code);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', '6');
  await admin.call('/v1/common/deviceOrder', {
    ids: [device],
    lever: 'goBack',
    on: true,
    level: 2,
    least_build: earlier,
    reason: '新版扫描页有问题',
  });

  // In reach again it hears of it, while nothing may be sent: it stays where it is, and so do its scans.
  await setConfig(admin, 'pause_drain', 1);
  // A page asks once a minute whether it may send: one that opens asks before its first try.
  await tablet.page.goto('about:blank');
  await tablet.offline(false);
  await tablet.kill(counting);
  await expect(tablet.page.getByText(`需要更新到 ${earlier}。本机还有 6 条扫描未发送，发送完再更新`)).toBeVisible();
  expect(await buildOf()).toBe(later);
  expect(await tablet.unsent()).toBe(6);
  expect(await countsOf(id)).toEqual([]);

  await setConfig(admin, 'pause_drain', 0);
  await expect.poll(() => countsOf(id), { timeout: 90_000 }).toEqual(codes.slice(0, 6));
  const face = tablet.page.getByRole('dialog', { name: `请更新到 ${earlier}` });
  await expect(face).toBeVisible();
  await face.getByRole('button', { name: '更新' }).click();
  await expect.poll(() => buildOf(), { timeout: 60_000 }).toBe(earlier);
  await expect(tablet.page.locator('html')).toHaveAttribute('data-build', earlier);

  // Its sheet, its journal and its service worker are there: the shift goes on in the dark.
  await tablet.offline(true);
  await tablet.kill(counting);
  await expect(tablet.page.getByLabel('最近的记录')).toBeVisible();
  expect(await buildOf()).toBe(earlier);
  for (const code of codes.slice(6)) await tablet.scan(code);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', '2');
  await tablet.offline(false);
  await expect.poll(() => countsOf(id), { timeout: 60_000 }).toEqual(codes);

  await expect.poll(() => buildOn(device), { timeout: 60_000 }).toBe(earlier);
  await theOfficeSees();
  expect(tablet.faults).toEqual([]);
});

/** A server looks through what it keeps while it is open already. */
async function isKept(): Promise<void> {
  const page = async () => await (await fetch(product.address, { headers: { cookie: `build=${earlier}` } })).text();
  await expect.poll(page, { timeout: 60_000 }).toContain(`content="${earlier}"`);
}

/** A device of before: the server has taken it back already, as its cookie says, and it reports the earlier build. */
async function oneStaysOnTheEarlier(): Promise<void> {
  await isKept();
  const { page } = await openDesk(browser);
  await page.context().addCookies([{ name: 'build', value: earlier, url: product.address }]);
  await signIn(page, { product, username: 'whs2', address: '/login/login?r=%2Fhand' });
  await expect(page.locator('html')).toHaveAttribute('data-build', earlier);
  await expect.poll(() => devicesOn(earlier), { timeout: 60_000 }).toBe(1);
  await page.context().close();
}

async function theOfficeSees(): Promise<void> {
  const { page } = await openDesk(browser);
  await signIn(page, {
    product,
    username: 'admin',
    address: '/login/login?r=%2FsetManage%2Fversioning%3Fview%3Ddevices',
  });
  const shares = page.getByRole('region', { name: '各构建的设备数' });
  await expect(shares.getByRole('listitem').filter({ hasText: earlier })).toContainText('2台');
  await page.context().close();
}

const buildOf = () => tablet.page.locator('meta[name="build"]').getAttribute('content');

async function inBooks<T>(ask: (db: Kysely<unknown>) => Promise<T>): Promise<T> {
  const database = await product.database();
  try {
    return await ask(database.database.db);
  } finally {
    await database.close();
  }
}

const countsOf = (sheet: number) =>
  inBooks(async (db) => {
    const { rows } = await sql<{ barcode: string }>`
      select barcode from stocktaking_count where stocktaking_id = ${sheet} order by id`.execute(db);
    return rows.map(({ barcode }) => barcode);
  });

const reports = (build: string) =>
  inBooks(async (db) => {
    const { rows } = await sql<{ id: number }>`
      select id from device_report where page_build = ${build} order by seen_at desc`.execute(db);
    return rows;
  });
const devicesOn = async (build: string) => (await reports(build)).length;

/** The device that reported this build last, once one has. */
async function deviceOn(build: string): Promise<number> {
  await expect.poll(() => devicesOn(build), { timeout: 60_000 }).toBeGreaterThan(0);
  return (await reports(build))[0]?.id ?? 0;
}

const buildOn = (device: number) =>
  inBooks(async (db) => {
    const { rows } = await sql<{ page_build: string }>`
      select page_build from device_report where id = ${device}`.execute(db);
    return rows[0]?.page_build;
  });

/** Sets it as operations do, and waits until devices are told. */
async function setConfig(admin: Caller, key: 'pause_drain', value: 0 | 1): Promise<void> {
  const { list } = await admin.call<{ list: { key: string; version: number }[] }>('/v1/Index/configList', {});
  await admin.call('/v1/Index/setConfig', { key, value, version: list.find((one) => one.key === key)?.version });
  const told = async () =>
    ((await (await fetch(`${product.address}/version.json`)).json()) as { pauseDrain: boolean }).pauseDrain;
  await expect.poll(told).toBe(value === 1);
}
