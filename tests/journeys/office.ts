import { type Browser, expect, type Page, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { openBrowser, openDesk, signIn } from './desk.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

/** A company of its own for the journeys of one file, and the desks of its people. */
export interface Office {
  /** A desk of somebody, signed in. */
  deskOf(username: string): Promise<Page>;
  /** Opens an address and waits for its heading. */
  open(page: Page, address: string): Promise<void>;
  /** What any of the desks complained of. */
  readonly complaints: readonly string[];
}

/** Opens it before the journeys of the file that calls this, and closes it after them. */
export function openOffice(): Office {
  let product: RunningProduct;
  let browser: Browser;
  const complaints: string[] = [];
  test.beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
  });
  test.afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  return {
    deskOf: async (username) => {
      const { page } = await openDesk(browser, { complaints });
      await signIn(page, { product, username });
      return page;
    },
    open: async (page, address) => {
      await page.goto(`${product.address}${address}`);
      await expect(page.locator('h1')).toBeVisible();
    },
    complaints,
  };
}

/** Is the page free of flaws, tables and all? */
export async function isAccessible(page: Page): Promise<void> {
  expect(await flawsOf(page, { tables: true })).toEqual([]);
}
