import { expect, type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { readEarlierBuild } from '../factories/earlier-build.ts';
import { type RunningProduct, startProduct } from './running-product.ts';
import { startedSheet } from './started-sheet.ts';
import { Tablet } from './tablet.ts';

/** A tablet is updated in a dead spot: what the build before streams had kept unsent is shown, counted on, and sent (decision 0046). */
let product: RunningProduct;
let tablet: Tablet;

test.beforeAll(async () => {
  product = await startProduct();
  tablet = await Tablet.on(product);
});

test.afterAll(async () => {
  await tablet.off();
  await product.stop();
});

test('scans of the build before are on the tablet after its update, and arrive once each, in order', async () => {
  test.setTimeout(300_000);
  const { id, number } = await startedSheet(product);
  await tablet.signIn('whs');
  await tablet.page.getByRole('button', { name: '我知道了' }).click();
  const sheet = await tablet.download(number);
  const [zone] = sheet.zones;
  const codes = Array.from({ length: 300 }, (_, index) => sheet.goods[index % 40]?.barcodes[0] ?? '');
  await goBack(tablet.page, product.address, { sheet, zone: zone?.code ?? '', codes });
  await tablet.offline(true);
  await tablet.open(`/hand/count/${id}/${zone?.code}`);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', '300');
  await tablet.scan(codes[0] ?? '');
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', '301');
  await tablet.open('/hand/queue');
  await expect(tablet.page.getByText('301 条未发送')).toBeVisible();
  await tablet.offline(false);
  await expect(tablet.page.getByTestId('queue')).toHaveAttribute('data-unsent', '0', { timeout: 60_000 });
  const database = await product.database();
  try {
    const { rows } = await sql<{ barcode: string }>`
      select barcode from stocktaking_count where stocktaking_id = ${id} order by id`.execute(database.database.db);
    expect(rows.map((row) => row.barcode)).toEqual([...codes, codes[0]]);
  } finally {
    await database.close();
  }
  expect(tablet.faults).toEqual([]);
});

/** Puts the journal back to what the build before would have on the disk, with so many codes scanned and not sent. */
async function goBack(
  page: Page,
  address: string,
  counted: { sheet: SheetDownload; zone: string; codes: string[] },
): Promise<void> {
  // A page of the same origin that opens no database of ours.
  await page.route('**/bare', (route) => route.fulfill({ contentType: 'text/html', body: '<p>bare</p>' }));
  await page.goto(`${address}/api/erp/bare`);
  const { version, stores } = readEarlierBuild(3).journal;
  const shapes = stores.map(({ rows: _rows, ...shape }) => shape);
  await page.evaluate(
    async ({ version, shapes, sheet, zone, codes }) => {
      const opened = (request: IDBOpenDBRequest) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          request.onsuccess = () => resolve(request.result);
          request.onerror = () => reject(request.error);
        });
      const rowsOf = (db: IDBDatabase, store: string) =>
        new Promise<unknown[]>((resolve) => {
          const all = db.transaction(store).objectStore(store).getAll();
          all.onsuccess = () => resolve(all.result as unknown[]);
        });
      const ours = await opened(indexedDB.open('journal-erp'));
      const meta = await rowsOf(ours, 'meta');
      const session = await rowsOf(ours, 'session');
      ours.close();
      await new Promise<void>((resolve, reject) => {
        const deleting = indexedDB.deleteDatabase('journal-erp');
        deleting.onsuccess = () => resolve();
        deleting.onerror = () => reject(deleting.error);
      });
      const opening = indexedDB.open('journal-erp', version);
      opening.onupgradeneeded = () => {
        for (const { store, keyPath, autoIncrement, indexes } of shapes) {
          const made = opening.result.createObjectStore(store, { keyPath, autoIncrement });
          for (const index of indexes) made.createIndex(index.name, index.keyPath, index);
        }
      };
      const db = await opened(opening);
      const { uid } = JSON.parse(localStorage.getItem('userInfo') ?? '') as { uid: number };
      const writing = db.transaction(
        shapes.map(({ store }) => store),
        'readwrite',
      );
      const put = (store: string, row: unknown) => writing.objectStore(store).put(row);
      for (const row of meta) put('meta', row);
      for (const row of session) put('session', row);
      put('sheets', { uid, sheet_id: sheet.id, saved_at: Date.now(), sheet });
      const zones = sheet.zones.map(({ code }) => ({ zone: code, finished: false }));
      const counts = { next_seq: codes.length + 1, unsent: codes.length, rev: codes.length, appended_at: Date.now() };
      const lane = { uid, sheet_id: sheet.id, round: sheet.round, zones, reported: false, stopped: null };
      put('lanes', { ...lane, ...counts });
      for (const [index, barcode] of codes.entries()) {
        const what = { kind: 'add', zone, round: sheet.round, barcode, imperfect_type: 0, qty: 1 };
        const counted_at = new Date(Date.now() - 1000 * (codes.length - index)).toISOString();
        const entry = { ...what, op_id: crypto.randomUUID(), seq: index + 1, counted_at };
        const sku_id = sheet.goods.find((goods) => goods.barcodes.includes(barcode))?.sku_id ?? null;
        const id = index + 1;
        put('scans', { ...entry, id, uid, sheet_id: sheet.id, sku_id, rev: id, state: 'saved' });
        const head = { op_id: entry.op_id, scan_id: id, uid, sheet_id: sheet.id, seq: id, saved_at: Date.now() };
        put('outbox', { ...head, entry });
      }
      await new Promise<void>((resolve, reject) => {
        writing.oncomplete = () => resolve();
        writing.onerror = () => reject(writing.error);
      });
      db.close();
    },
    { version, shapes, ...counted },
  );
}
