import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { openBrowser, openDesk, signIn } from './desk.ts';
import { startProduct } from './running-product.ts';
import setUp from './set-up.ts';
import { startedSheet } from './started-sheet.ts';
import { Tablet } from './tablet.ts';

/**
 * `npm run screenshots`: takes the pictures of the product that a browser shows before it is installed (`src/build/manifest.ts`), of the
 * demo company, and writes them to `public/screenshots/`. Run it when the screens look different.
 */
const folder = fileURLToPath(new URL('../../public/screenshots/', import.meta.url));
mkdirSync(folder, { recursive: true });

const remove = await setUp();
const product = await startProduct();
try {
  await office();
  await warehouse();
} finally {
  await product.stop();
  remove();
}

async function office(): Promise<void> {
  const browser = await openBrowser();
  const { page } = await openDesk(browser, { viewport: { width: 1280, height: 800 } });
  await signIn(page, { product, username: 'whsMgr' });
  await keep(page, { at: '/storage/stockList', name: 'stock-list', ready: 'tr.ant-table-row' });
  await keep(page, { at: '/storage/allotList', name: 'allots', ready: 'tr.ant-table-row' });
  await browser.close();
}

async function warehouse(): Promise<void> {
  const tablet = await Tablet.on(product);
  const { id, number } = await startedSheet(product);
  await tablet.signIn('whs');
  await tablet.page.getByRole('button', { name: '我知道了' }).click();
  await shoot(tablet.page, 'warehouse');
  const { goods, zones } = await tablet.download(number);
  await tablet.open(`/hand/count/${id}/${zones[0]?.code}`);
  await tablet.page.getByText('请扫描').waitFor();
  for (const { barcodes } of goods.slice(0, 4)) await tablet.scan(barcodes[0] ?? '');
  await tablet.page.getByTestId('figure').waitFor();
  // The colour of a scan has faded by then.
  await tablet.page.waitForTimeout(1500);
  await shoot(tablet.page, 'count');
  await tablet.off();
}

async function keep(page: Page, { at, name, ready }: { at: string; name: string; ready: string }): Promise<void> {
  await page.goto(`${product.address}${at}`);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  await shoot(page, name);
}

async function shoot(page: Page, name: string): Promise<void> {
  await sharp(await page.screenshot())
    .webp({ quality: 80 })
    .toFile(`${folder}${name}.webp`);
}
