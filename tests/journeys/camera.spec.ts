import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { barcodeFilm } from './barcode-film.ts';
import { type RunningProduct, startProduct } from './running-product.ts';
import { Tablet } from './tablet.ts';

/** Codes read by a tablet's camera in a real browser, which has none of its own to read them with: what reads them is ours, and works in the dark. */
const code = '6901234567892';
let product: RunningProduct;
let films: string;

test.beforeAll(async () => {
  product = await startProduct();
  films = mkdtempSync(join(tmpdir(), 'back-office-film-'));
  writeFileSync(join(films, 'code.y4m'), barcodeFilm(code));
});

test.afterAll(async () => {
  await product.stop();
  rmSync(films, { recursive: true, force: true });
});

test('a code held before the camera is looked up, first of all where there is no network', async () => {
  const tablet = await Tablet.on(product, { camera: join(films, 'code.y4m') });
  try {
    await tablet.signIn('whs2');
    // Held by the service worker when the page is idle, before anybody has used it.
    await expect(async () => {
      const kept = await tablet.page.evaluate(async () => {
        const caches_ = await Promise.all(
          (await caches.keys()).map(async (name) => await (await caches.open(name)).keys()),
        );
        return caches_.flat().filter(({ url }) => url.endsWith('.wasm')).length;
      });
      expect(kept).toBe(1);
    }).toPass({ timeout: 90_000 });
    await tablet.offline(true);
    await tablet.page.goto(`${product.address}/hand/look`);
    await tablet.page.getByRole('button', { name: '用摄像头扫' }).click();
    await expect(tablet.page).toHaveURL(`${product.address}/hand/look?code=${code}`);
    await expect(tablet.page.getByRole('region', { name: '摄像头扫码' })).toHaveCount(0);

    // A device without a gun: the camera reads on every screen, one piece for each time that a code comes before it.
    await tablet.page.goto(`${product.address}/hand/settings`);
    await tablet.page.getByRole('radio', { name: '一直开着' }).click();
    await tablet.page.goto(`${product.address}/hand/look`);
    await expect(tablet.page.getByRole('region', { name: '摄像头扫码' })).toBeVisible();
    await expect(tablet.page).toHaveURL(`${product.address}/hand/look?code=${code}`);
    await expect(tablet.page.getByRole('region', { name: '摄像头扫码' })).toBeVisible();
    expect(tablet.faults).toEqual([]);
  } finally {
    await tablet.off();
  }
});

test('a camera that is refused says how to allow it', async () => {
  const tablet = await Tablet.on(product);
  try {
    await tablet.signIn('whs2');
    await tablet.page.goto(`${product.address}/hand/look`);
    await tablet.page.getByRole('button', { name: '用摄像头扫' }).click();
    await expect(tablet.page.getByRole('alert')).toContainText(/没有准许|没有摄像头/);
    await expect(tablet.page.getByRole('button', { name: '再试一次' })).toBeVisible();
    expect(tablet.faults).toEqual([]);
  } finally {
    await tablet.off();
  }
});
