import { expect, type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import type { MenuNode } from '#contract/areas/access/calls.ts';
import { menu, urlOf } from '#contract/areas/access/menu.ts';
import { openOffice } from './office.ts';

// What stands on a device is nobody's permission (specification §6): a cashier who writes the whole menu and every key
// into the browser's stores opens pages, and the server refuses what they ask.

const office = openOffice();

async function cashier(): Promise<Page> {
  // What the service worker answers could not be held back below.
  const page = await office.deskOf('cashier', { serviceWorkers: 'block' });
  await expect(page.getByText('盘点单', { exact: true }).first()).toBeVisible();
  return page;
}

/** The whole menu as the server would send it to somebody who may do everything, with keys for each of its screens. */
function forgery(): { tree: MenuNode[]; keys: Map<number, readonly string[]> } {
  const keys = new Map<number, readonly string[]>();
  let id = 9000;
  const tree = menu.map((group): MenuNode => {
    const parent = (id += 1);
    const childNode = group.screens.map((screen, order): MenuNode => {
      keys.set((id += 1), screen.keys);
      return { id, parent_id: parent, url: urlOf(screen), name: screen.name, order, style: null, childNode: [] };
    });
    return {
      id: parent,
      parent_id: null,
      url: group.url,
      name: group.name,
      order: group.order,
      style: group.style,
      childNode,
    };
  });
  return { tree, keys };
}

/** Writes the forgery where the application keeps such things, and keeps the server's own answers from reaching it. */
async function forge(page: Page): Promise<void> {
  const { tree, keys } = forgery();
  const names = await page.evaluate(async () => (await indexedDB.databases()).map((one) => one.name ?? ''));
  const cache = names.find((name) => name.startsWith('cache-'));
  expect(cache).toBeDefined();
  const rows = [
    { name: 'menu', value: tree },
    ...[...keys].map(([id, value]) => ({ name: `permissions/${id}`, value })),
  ];
  await page.evaluate(
    async ([name, forged]) => {
      const { uid } = JSON.parse(localStorage.getItem('userInfo') ?? '') as { uid: number };
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error);
      });
      const writing = db.transaction('references', 'readwrite');
      for (const row of forged)
        writing.objectStore('references').put({ ...row, uid, schema: 1, fetched_at: Date.now() });
      await new Promise<void>((resolve, reject) => {
        writing.oncomplete = () => resolve();
        writing.onerror = () => reject(writing.error);
      });
      db.close();
    },
    [cache ?? '', rows] as const,
  );
  // The copy of the menu for the first paint is still the person's own; without it the kept one serves.
  await page.addInitScript(() => {
    for (const key of Object.keys(localStorage)) if (key.includes('boot-snapshot')) localStorage.removeItem(key);
  });
  await page.route(/\/v1\/index\/(menu|permissions)$/, (route) => route.abort());
}

test('a forged menu and forged keys open nothing on the server', async () => {
  const page = await cashier();
  const stranger = page.getByText('品牌列表', { exact: true });
  await expect(stranger).toHaveCount(0);
  await forge(page);
  const statuses: number[] = [];
  page.on('response', (response) => {
    if (/\/api\/erp\/v1\/(brand|warehouse|shop)\/(list|add|detail)$/.test(response.url()))
      statuses.push(response.status());
  });

  await page.goto(`${office.product.address}/shops/addBrands`);
  // The forgery is believed by the browser: entry and button are there …
  await expect(page.getByRole('link', { name: '品牌列表' })).toBeVisible();
  const add = page.getByRole('button', { name: '新建' });
  await expect(add).toBeVisible();
  // … and by nobody else.
  await expect(page.getByText('没有操作权限').first()).toBeVisible();

  await add.click();
  await page.getByRole('textbox', { name: '品牌名称' }).fill('伪造的品牌');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('没有操作权限').first()).toBeVisible();

  for (const address of ['/basicbox/ckList', '/basicbox/mdList']) {
    await page.goto(`${office.product.address}${address}`);
    await expect(page.getByText('没有操作权限').first()).toBeVisible();
  }
  expect(statuses.length).toBeGreaterThanOrEqual(4);
  expect([...new Set(statuses)]).toEqual([403]);
  const { database, close } = await office.product.database();
  const { rows } = await sql`select 1 from brand where name = '伪造的品牌'`.execute(database.db);
  await close();
  expect(rows).toEqual([]);
  await page.context().close();
});

test('what a person may not use is neither shown nor reached by the keyboard', async () => {
  const page = await cashier();
  await page.goto(`${office.product.address}/storage/stocktakingList`);
  await expect(page.getByRole('heading', { name: /盘点单/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '刷新' })).toBeVisible();
  await expect(page.getByRole('button', { name: '新建', includeHidden: true })).toHaveCount(0);
  const reached = new Set<string>();
  await page.getByRole('button', { name: '查询' }).focus();
  for (let n = 0; n < 60; n += 1) {
    await page.keyboard.press('Tab');
    reached.add(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''));
  }
  expect([...reached]).toContain('刷新');
  expect([...reached].filter((text) => /^(新建|编辑|停用|启用)$/.test(text))).toEqual([]);
  await page.context().close();
});
