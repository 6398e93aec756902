import { expect, type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { type RunningProduct, startProduct } from './running-product.ts';
import { startedSheet } from './started-sheet.ts';
import { Tablet } from './tablet.ts';

/**
 * Whoever signs out leaves nothing of what they could see on the device, and all that they scanned: a must-have case of working without a
 * network (reference pwa, case 17).
 */
let product: RunningProduct;
let tablet: Tablet;

test.beforeEach(async () => {
  product = await startProduct();
  tablet = await Tablet.on(product);
});
test.afterEach(async () => {
  await tablet.off();
  await product.stop();
});

test('a sign-out leaves no menu and no list of the person on the device, no call in a cache, and every scan for its owner', async () => {
  const { id, number } = await startedSheet(product);
  await tablet.signIn('whs');
  await tablet.page.getByRole('button', { name: '我知道了' }).click();
  const { zones, goods } = await tablet.download(number);
  const [zone] = zones;
  const codes = goods.flatMap(({ barcodes }) => barcodes).slice(0, 5);
  // Suppliers and staff come when the page is idle; what is not there proves nothing.
  await expect.poll(async () => (await keptOn(tablet.page)).references, { timeout: 60_000 }).toBeGreaterThan(0);
  const person = (await product.as('whs')).uid;
  expect((await keptOn(tablet.page)).ofPerson(person)).toContain('references');

  await tablet.offline(true);
  await tablet.open(`/hand/count/${id}/${zone?.code}`);
  await expect(tablet.page.getByText('请扫描')).toBeVisible();
  for (const code of codes) await tablet.scan(code);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', String(codes.length));
  await tablet.open('/hand');
  await tablet.page.getByRole('button', { name: '退出登录' }).click();
  await expect(tablet.page.getByText(`您有 ${codes.length} 条扫描还没有发送`)).toBeVisible();
  await tablet.page.getByRole('button', { name: '仍然退出' }).click();
  await expect(tablet.page).toHaveURL(/\/login\/login/);

  const left = await keptOn(tablet.page);
  // What was scanned, and the sheet that it is counted on: of all else nothing.
  expect(left.ofPerson(person).filter((store) => !journal.has(store))).toEqual([]);
  expect(left.unsent).toBe(codes.length);
  expect(left.calls).toEqual([]);
  expect(left.session).toBe('');

  // Somebody else sees a number, and sends none of it.
  await tablet.offline(false);
  await tablet.signIn('whs2');
  await expect.poll(async () => (await keptOn(tablet.page)).references, { timeout: 60_000 }).toBeGreaterThan(0);
  expect((await keptOn(tablet.page)).ofPerson(person).filter((store) => !journal.has(store))).toEqual([]);
  await tablet.open('/hand/queue');
  await expect(tablet.page.getByText(new RegExp(`${codes.length} 条`)).first()).toBeVisible();
  expect(await countsOf(id)).toEqual([]);
  await tablet.open('/hand');
  await tablet.page.getByRole('button', { name: '退出登录' }).click();
  await expect(tablet.page).toHaveURL(/\/login\/login/);

  // Back again, they are sent by themselves, once each and in order.
  await tablet.signIn('whs');
  await expect.poll(() => countsOf(id), { timeout: 60_000 }).toEqual(codes);
  await expect.poll(async () => (await keptOn(tablet.page)).unsent).toBe(0);
  expect(await countsOf(id)).toEqual(codes);
  const database = await product.database();
  try {
    expect(await brokenInvariants(database.database.db)).toEqual([]);
  } finally {
    await database.close();
  }
  expect(tablet.faults).toEqual([]);
});

/** Stores of what a person did, which outlive their session. */
const journal: ReadonlySet<string> = new Set(['operations', 'unsent', 'streams', 'documents']);

async function countsOf(sheet: number): Promise<string[]> {
  const database = await product.database();
  try {
    const { rows } = await sql<{ barcode: string }>`
      select barcode from stocktaking_count where stocktaking_id = ${sheet} order by id`.execute(database.database.db);
    return rows.map(({ barcode }) => barcode);
  } finally {
    await database.close();
  }
}

/** What a device keeps: stores with rows of somebody, how many scans and lists, calls in caches, and what it knows of a session. */
async function keptOn(page: Page) {
  const kept = await page.evaluate(async () => {
    const stores: { store: string; uids: unknown[] }[] = [];
    for (const { name = '' } of await indexedDB.databases()) {
      const db = await new Promise<IDBDatabase>((resolve, reject) => {
        const opening = indexedDB.open(name);
        opening.onsuccess = () => resolve(opening.result);
        opening.onerror = () => reject(opening.error ?? new Error(name));
      });
      for (const store of db.objectStoreNames) {
        const rows = await new Promise<unknown[]>((resolve, reject) => {
          const asking = db.transaction(store).objectStore(store).getAll();
          asking.onsuccess = () => resolve(asking.result);
          asking.onerror = () => reject(asking.error ?? new Error(store));
        });
        const uids = rows.map((row) => (typeof row === 'object' && row !== null && 'uid' in row ? row.uid : null));
        stores.push({ store, uids });
      }
      db.close();
    }
    const caches_ = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()));
    const calls = caches_
      .flat()
      .map(({ url }) => new URL(url).pathname)
      .filter((path) => path.startsWith('/api') || path.includes('/v1/'));
    const session = Object.entries(localStorage)
      .filter(([, value]) => value.includes('token'))
      .map(([key]) => key);
    return { stores, calls, session: session.join() };
  });
  const rowsIn = (store: string) => kept.stores.find((one) => one.store === store)?.uids.length ?? 0;
  return {
    ...kept,
    references: rowsIn('references'),
    unsent: rowsIn('unsent'),
    ofPerson: (uid: number) => kept.stores.filter(({ uids }) => uids.includes(uid)).map(({ store }) => store),
  };
}
