import { type Browser, expect, type Page, test } from '@playwright/test';
import { openBrowser, openDesk, signIn } from './desk.ts';
import { type Deployment, deploy } from './next-version.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

// What a service worker holds, and how operations and a new version get past it (decision 0012).

let product: RunningProduct;
let browser: Browser;
let deployment: Deployment;

test.beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});

test.afterAll(async () => {
  await browser.close();
  await product.stop();
});

test.beforeEach(async () => {
  deployment = await deploy(product);
});

test.afterEach(async () => {
  await deployment.stop();
});

test('a screen that only the new version has opens when its face is told to, and not over unsaved work', async () => {
  const { page } = await openDesk(browser);
  const first = deployment.build;
  await signedIn(page, '/hand');
  await expect.poll(() => buildOf(page)).toBe(first);
  deployment.deployNext();
  await page.getByRole('button', { name: '办公室' }).click();
  // Neither the screen nor its frame was on this device, and the server has them no more.
  await page.getByRole('link', { name: '品牌列表' }).click();
  const face = page.getByRole('alert').filter({ hasText: '页面已有新版本' });
  await expect(face).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(`${deployment.address}/hand`);
  await expect(other.getByText('仓库模式')).toBeVisible();
  await other.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  await face.getByRole('button', { name: '重新打开' }).click();
  await expect(face).toContainText('另一个标签页有未保存的内容，保存后再更新');
  expect(await buildOf(page)).toBe(first);

  await other.close();
  await face.getByRole('button', { name: '重新打开' }).click();
  await expect(page.getByRole('heading', { name: '品牌列表' })).toBeVisible();
  expect(await buildOf(page)).toBe(deployment.build);
  expect(deployment.build).not.toBe(first);
  await page.context().close();
});

test('operations take the service worker off a device, it stays off, and comes back when they let it', async () => {
  const { page } = await openDesk(browser);
  await signedIn(page, '/hand');
  const load = async () => {
    const told = page.waitForResponse('**/version.json');
    await page.goto(`${deployment.address}/hand`);
    await told;
    await expect(page.getByText('仓库模式')).toBeVisible();
  };

  await setBrake(1);
  await load();
  await expect.poll(() => held(page)).toEqual({ workers: 0, caches: [] });
  // What the next loads would bring back is there at the one after them.
  for (const _again of [1, 2, 3]) await load();
  expect(await held(page)).toEqual({ workers: 0, caches: [] });
  // A page that does not ask, as those of older builds: the worker itself goes before it takes any page.
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js')));
  await expect.poll(() => held(page)).toEqual({ workers: 0, caches: [] });
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();

  await setBrake(0);
  await load();
  await expect(page.getByText('已就绪')).toBeVisible();
  expect((await held(page)).workers).toBe(1);
  await page.context().close();
});

/** Sets it as operations do, and waits until devices are told. */
async function setBrake(value: 0 | 1): Promise<void> {
  const admin = await product.as('admin');
  const { list } = await admin.call<{ list: { key: string; version: number }[] }>('/v1/Index/configList', {});
  const version = list.find((one) => one.key === 'stop_service_worker')?.version;
  await admin.call('/v1/Index/setConfig', { key: 'stop_service_worker', value, version });
  const told = async () =>
    ((await (await fetch(`${product.address}/version.json`)).json()) as { killSw: boolean }).killSw;
  await expect.poll(told).toBe(value === 1);
}

/** Signs in; the service worker holds the shell when this is done. */
async function signedIn(page: Page, address: string): Promise<void> {
  const at = { ...product, address: deployment.address };
  await signIn(page, { product: at, username: 'admin', address: `/login/login?r=${encodeURIComponent(address)}` });
  await expect(page.getByText('已就绪')).toBeVisible();
}

function buildOf(page: Page): Promise<string | null> {
  return page.locator('meta[name="build"]').getAttribute('content');
}

/** What a browser holds of the product beside its databases. */
function held(page: Page): Promise<{ workers: number; caches: string[] }> {
  return page.evaluate(async () => ({
    workers: (await navigator.serviceWorker.getRegistrations()).length,
    caches: await caches.keys(),
  }));
}
