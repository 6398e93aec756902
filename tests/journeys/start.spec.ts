import { expect, type Page, type Request, test } from '@playwright/test';
import { openOffice } from './office.ts';

// What a start asks and when: rows, rights and menu are on their way while the code is, nothing is asked twice, and what
// comes beside the first screen waits for it.

const office = openOffice();

test.afterEach(() => expect(office.complaints).toEqual([]));

const rows = (page: Page) => page.locator('tr.ant-table-row');
const pathsOf = (requests: readonly Request[]) => requests.map((request) => new URL(request.url()).pathname);

/** Calls, and the file that says where they go, that were asked for again. */
function askedTwice(requests: readonly Request[]): string[] {
  const asked = pathsOf(requests).filter((path) => /\/v1\/|config\.json/.test(path));
  return asked.filter((path, at) => asked.indexOf(path) !== at);
}

/** A desk of somebody whose browser keeps what signing in leaves and nothing of any screen. */
async function coldDesk(): Promise<{ page: Page; requests: Request[] }> {
  const page = await office.deskOf('admin', { serviceWorkers: 'block' });
  await page.goto('about:blank');
  const desk = { page, requests: [] as Request[] };
  await page.addInitScript(() => {
    for (const key of ['device:bases', 'own-views', 'boot-snapshot']) {
      if (sessionStorage.getItem('cold') === null) localStorage.removeItem(key);
    }
    sessionStorage.setItem('cold', 'gone');
  });
  page.on('request', (request) => desk.requests.push(request));
  return desk;
}

test('the frame stands and the rows are there before antd is, and nothing is asked twice', async () => {
  const { page, requests } = await coldDesk();
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/antd-*.js', async (route) => {
    await held;
    await route.continue();
  });
  const answered = page.waitForResponse('**/v1/brand/list');
  await page.goto(`${office.product.address}/shops/addBrands`, { waitUntil: 'commit' });
  await answered;
  await expect(page.getByRole('navigation', { name: '主菜单' }).getByRole('link', { name: '品牌列表' })).toBeVisible();
  await expect.poll(() => pathsOf(requests).filter((path) => path.endsWith('/permissions'))).toHaveLength(1);
  expect(await rows(page).count()).toBe(0);
  expect(askedTwice(requests)).toEqual([]);
  release();
  await expect(rows(page).first()).toBeVisible();
  // A button behind a key.
  await expect(page.getByRole('button', { name: '新建' })).toBeVisible();
  // What a device reports and what tasks wait for come beside the first screen, and by the clock from then on.
  expect(askedTwice(requests).filter((path) => !/config\.json|\/task\/listView/.test(path))).toEqual([]);
});

test('the code of an address is asked for at once, and what only comes beside it after the rows', async () => {
  const { page, requests } = await coldDesk();
  // By the page's own clock: a busy machine looks late.
  await page.addInitScript(() => {
    new MutationObserver((_changes, watch) => {
      if (!document.querySelector('tr.ant-table-row')) return;
      performance.mark('rows');
      watch.disconnect();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${office.product.address}/shops/addBrands`, { waitUntil: 'commit' });
  await expect(rows(page).first()).toBeVisible();
  const before = await page.evaluate(() => {
    const there = performance.getEntriesByName('rows')[0]?.startTime ?? 0;
    const asked = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < there);
    return asked.map(({ name }) => new URL(name).pathname);
  });
  expect(before.some((path) => path.endsWith('/v1/brand/list'))).toBe(true);
  expect(before.filter((path) => /\/(?:palette|live|dexie|task-panel|workbox-window)[-.]|sw\.js/.test(path))).toEqual(
    [],
  );
  const preloaded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].map(
      (link) => new URL(link.href).pathname,
    ),
  );
  // What stands around the rows names its files a moment after them.
  await expect.poll(() => pathsOf(requests)).toEqual(expect.arrayContaining(preloaded));
  expect(preloaded.some((path) => path.includes('brand-list'))).toBe(true);
  await expect.poll(() => pathsOf(requests).some((path) => path.includes('/palette-'))).toBe(true);
});

test('a start asks no rows that the address or a view would replace', async () => {
  const { page, requests } = await coldDesk();
  const bodies = () =>
    requests
      .filter((request) => request.url().endsWith('/v1/brand/list'))
      .map((request) => request.postDataJSON() as object);
  await page.goto(`${office.product.address}/shops/addBrands?page_size=50`);
  await expect(rows(page).first()).toBeVisible();
  expect(bodies()).toEqual([{ page: 1, page_size: 50 }]);
});

test('somebody who is not signed in is led to the sign-in page, and nothing is asked for them', async () => {
  const page = await office.newDesk({ serviceWorkers: 'block' });
  const requests: Request[] = [];
  page.on('request', (request) => requests.push(request));
  await page.goto(`${office.product.address}/shops/addBrands`);
  await expect(page).toHaveURL(/\/login\/login/);
  await expect(page.getByLabel('密码', { exact: true })).toBeVisible();
  expect(pathsOf(requests).filter((path) => path.includes('/v1/'))).toEqual([]);
});
