import { type Browser, type BrowserContextOptions, expect, type Page, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { openBrowser, openDesk, signIn } from './desk.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

/** A company of its own for the journeys of one file, a browser, and the desks of its people. */
export interface Office {
  readonly product: RunningProduct;
  readonly browser: Browser;
  /** What any of the desks complained of. */
  readonly complaints: string[];
  /** A desk at which nobody has signed in. */
  newDesk(options?: BrowserContextOptions): Promise<Page>;
  /** A desk of somebody, signed in. */
  deskOf(username: string, options?: BrowserContextOptions): Promise<Page>;
  /** Signs in, at another address of the sign-in page when told, and waits until it is left. */
  signIn(page: Page, username: string, address?: string): Promise<void>;
  /** Opens an address and waits for its heading. */
  open(page: Page, address: string): Promise<void>;
}

/** Opens it before the journeys of the file that calls this, and closes it after them; there is no product or browser before. */
export function openOffice(): Office {
  let product: RunningProduct | undefined;
  let browser: Browser | undefined;
  test.beforeAll(async () => {
    product = await startProduct();
    browser = await openBrowser();
  });
  test.afterAll(async () => {
    await browser?.close();
    await product?.stop();
  });
  const office: Office = {
    get product() {
      return opened(product);
    },
    get browser() {
      return opened(browser);
    },
    complaints: [],
    newDesk: async (options) => (await openDesk(office.browser, { ...options, complaints: office.complaints })).page,
    deskOf: async (username, options) => {
      const page = await office.newDesk(options);
      await office.signIn(page, username);
      return page;
    },
    signIn: async (page, username, address) =>
      await signIn(page, { product: office.product, username, ...(address !== undefined && { address }) }),
    open: async (page, address) => {
      await page.goto(`${office.product.address}${address}`);
      await expect(page.locator('h1')).toBeVisible();
    },
  };
  return office;
}

/** Is the page free of flaws, tables and all? */
export async function isAccessible(page: Page): Promise<void> {
  expect(await flawsOf(page, { tables: true })).toEqual([]);
}

function opened<T>(part: T | undefined): T {
  if (part === undefined) throw new Error('the office opens with the first journey of its file');
  return part;
}
