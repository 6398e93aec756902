import { expect, type Page, test } from '@playwright/test';
import { openOffice } from './office.ts';

// Suppliers, staff, brands and categories are kept on the device for 36000 s (specification §7): a form in a dead spot
// still offers them and says how old they are; the next person on the same browser finds nothing of them.

const lists = ['list/admin', 'list/brand', 'list/category', 'list/sup'];
const form = '/storage/addstockTak';
const staffForm = '/basicbox/addMd';

// One person's day on one page: what a test leaves is what the next one finds.
test.describe.configure({ mode: 'serial' });

const office = openOffice();
let page: Page;

test.beforeAll(async () => {
  page = await office.newDesk({ serviceWorkers: 'block' });
});

test('the lists come when the page is idle, and once only while they are fresh', async () => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/v1/task/getCommData')) asked.push((request.postDataJSON() as { t: string }).t);
  });
  await office.signIn(page, 'super');
  await expect.poll(() => keptRows().then((rows) => rows.map((row) => row.name))).toEqual(lists);
  expect(asked).toEqual(['sup', 'admin', 'brand', 'category']);
  await page.goto(`${office.product.address}${form}`);
  await expect(page.getByLabel('盘点仓库')).toBeVisible();
  await page.waitForTimeout(4000);
  expect(asked).toHaveLength(4);
});

test('with the server, a select offers what the server says and marks nothing', async () => {
  await page.goto(`${office.product.address}${staffForm}`);
  await open('店长', '周');
  await expect(option('周建国')).toBeVisible();
  await expect(page.getByText('离线数据')).toHaveCount(0);
  await page.keyboard.press('Escape');
});

test('with the network cut, staff and brands are offered from this device, marked with their time', async () => {
  await page.goto(`${office.product.address}${form}`);
  await expect(page.getByLabel('盘点仓库')).toBeVisible();
  await page.context().setOffline(true);
  await open('盘点品牌', 'hms');
  await expect(option('禾木森')).toBeVisible();
  await expect(note()).toBeVisible();
  await page.keyboard.press('Escape');
  await page.context().setOffline(false);
  await page.goto(`${office.product.address}${staffForm}`);
  await expect(page.getByLabel('店长')).toBeVisible();
  await page.context().setOffline(true);
  await open('店长', 'zjg');
  await expect(option('周建国')).toBeVisible();
  await expect(option('王铁柱')).toHaveCount(0);
  await expect(note()).toHaveText(/^离线数据，取于 \d{4}-\d\d-\d\d \d\d:\d\d$/);
  await option('周建国').click();
  await page.keyboard.press('Escape');
  await expect(page.locator('[data-field="manager_id"]')).toContainText('周建国');
  await page.context().setOffline(false);
});

test('a list that has expired is still offered without the network, marked so, and brought anew with it', async () => {
  await page.evaluate(makeOld, 37_000_000);
  await page.context().setOffline(true);
  await open('店长', 'whs');
  await expect(option('王铁柱')).toBeVisible();
  await expect(note()).toHaveText(/^离线数据，取于 .*，已过期$/);
  await page.keyboard.press('Escape');
  const again = page.waitForResponse('**/v1/task/getCommData');
  await page.context().setOffline(false);
  await again;
  await expect.poll(() => keptRows().then((rows) => rows.every((row) => row.age < 600_000))).toBe(true);
});

test('after signing out nothing is left of them, and the next person is offered nothing in a dead spot', async () => {
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('button', { name: '退出' }).click();
  // What was chosen on the form is not saved.
  await page.getByRole('alertdialog').getByRole('button', { name: '仍然退出' }).click();
  await page.waitForURL((url) => url.pathname === '/login/login');
  expect(await keptRows()).toEqual([]);
  // The lists of this person do not come: the spot is dead before the page is idle.
  await page.route('**/v1/task/getCommData', (route) => route.abort());
  await office.signIn(page, 'admin');
  await page.goto(`${office.product.address}${staffForm}`);
  await expect(page.getByLabel('店长')).toBeVisible();
  await page.context().setOffline(true);
  await open('店长', 'zjg');
  await expect(page.locator('.ant-select-dropdown:visible').getByText('加载失败')).toBeVisible();
  await expect(option('周建国')).toHaveCount(0);
  await expect(page.getByText('离线数据')).toHaveCount(0);
  expect(await keptRows()).toEqual([]);
});

async function open(label: string, typed: string): Promise<void> {
  // The one before closes by and by.
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
  await page.getByLabel(label).click();
  await page.getByLabel(label).fill(typed);
}

/** The note over the options of the select that is open. */
function note() {
  return page.locator('.ant-select-dropdown:visible .desk-kept');
}

function option(title: string) {
  return page.locator('.ant-select-dropdown:visible .ant-select-item-option', { hasText: title });
}

/** The lists on this device, whoever's they are, by name; `age` in milliseconds. */
async function keptRows(): Promise<{ uid: number; name: string; age: number }[]> {
  const rows = await page.evaluate(readRows);
  return rows.filter((row) => row.name.startsWith('list/')).sort((one, other) => (one.name < other.name ? -1 : 1));
}

// The next two run in the page.
async function readRows(): Promise<{ uid: number; name: string; age: number }[]> {
  // Opening what is not there yet would make it, empty.
  const known = await indexedDB.databases();
  if (!known.some((one) => one.name === 'cache-erp')) return [];
  return await new Promise((resolve, reject) => {
    const opening = indexedDB.open('cache-erp');
    opening.onerror = () => reject(new Error('the cache does not open'));
    opening.onsuccess = () => {
      const all = opening.result.transaction('references').objectStore('references').getAll();
      all.onsuccess = () => {
        opening.result.close();
        resolve(all.result.map(({ uid, name, fetched_at: at }) => ({ uid, name, age: Date.now() - at })));
      };
    };
  });
}

function makeOld(milliseconds: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('cache-erp');
    opening.onerror = () => reject(new Error('the cache does not open'));
    opening.onsuccess = () => {
      const change = opening.result.transaction('references', 'readwrite');
      const store = change.objectStore('references');
      const all = store.getAll();
      all.onsuccess = () => {
        for (const row of all.result) store.put({ ...row, fetched_at: row.fetched_at - milliseconds });
      };
      change.oncomplete = () => {
        opening.result.close();
        resolve();
      };
    };
  });
}
