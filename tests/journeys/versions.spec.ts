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

  await setKillSwitch(1);
  await load();
  await expect.poll(() => held(page)).toEqual({ workers: 0, caches: [] });
  // What the next loads would bring back is there at the one after them.
  for (const _again of [1, 2, 3]) await load();
  expect(await held(page)).toEqual({ workers: 0, caches: [] });
  // A page that does not ask, as those of older builds: the worker itself goes before it takes any page.
  await page.evaluate(async () => void (await navigator.serviceWorker.register('/sw.js')));
  await expect.poll(() => held(page)).toEqual({ workers: 0, caches: [] });
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();

  await setKillSwitch(0);
  await load();
  await expect(page.getByText('已就绪')).toBeVisible();
  expect((await held(page)).workers).toBe(1);
  await page.context().close();
});

test('the first worker of a device is no new version: the page that it finds open is not loaded again', async () => {
  const { page } = await openDesk(browser);
  // Its last file comes late, so that a page opens meanwhile which has not registered it.
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.context().route('**/index.html', async (route) => {
    await released;
    await route.continue();
  });
  const at = { ...product, address: deployment.address };
  await signIn(page, { product: at, username: 'admin', address: '/login/login?r=%2Fshops%2FaddBrands' });
  const isComing = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.installing?.state ?? null);
  await expect.poll(isComing).toBe('installing');
  const looked = page.waitForResponse(/workbox-window/);
  await page.reload();
  await looked;
  await expect(page.getByRole('heading', { name: '品牌列表' })).toBeVisible();
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));
  expect(await isComing()).toBe('installing');
  release();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null)).toBe('activated');
  await page.evaluate(() => Object.assign(window, { stillHere: true }));
  await page.getByRole('link', { name: '计量单位', exact: true }).click();
  await expect(page.getByRole('heading', { name: '计量单位' })).toBeVisible();
  await page.getByRole('link', { name: '品牌列表', exact: true }).click();
  await expect(page.getByRole('heading', { name: '品牌列表' })).toBeVisible();
  expect(await page.evaluate(() => 'stillHere' in window)).toBe(true);
  await page.context().close();
});

test('a version that another tab has taken comes with the next screen, in its place in the history', async () => {
  const { page } = await openDesk(browser);
  await signedIn(page, '/hand');
  await page.goto(`${deployment.address}/shops/addBrands`);
  await expect(page.getByRole('heading', { name: '品牌列表' })).toBeVisible();
  deployment.deployNext();
  // As a tab that was told to take it.
  await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    await registration.update();
    const coming = registration.installing ?? registration.waiting;
    while (registration.waiting === null) await new Promise((resolve) => setTimeout(resolve, 50));
    coming?.postMessage({ type: 'SKIP_WAITING' });
  });
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state ?? null)).toBe('activated');
  expect(await buildOf(page)).not.toBe(deployment.build);
  await page.getByRole('link', { name: '计量单位', exact: true }).click();
  await expect(page.getByRole('heading', { name: '计量单位' })).toBeVisible();
  await expect.poll(() => buildOf(page)).toBe(deployment.build);
  await page.goBack();
  await expect(page.getByRole('heading', { name: '品牌列表' })).toBeVisible();
  await page.context().close();
});

/** Sets it as operations do, and waits until devices are told. */
async function setKillSwitch(value: 0 | 1): Promise<void> {
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
