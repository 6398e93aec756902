import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type Browser, type BrowserContextOptions, chromium, type Page } from '@playwright/test';
import type { RunningProduct } from './running-product.ts';

/** Where the machine keeps its Chromium, or where CHROMIUM says. */
export const chromiumPath =
  process.env['CHROMIUM'] ??
  ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)]
    .map((place) => join(place, 'chromium'))
    .find(existsSync) ??
  '/usr/bin/chromium';

/** The browser of the journeys. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

/** A page of a browser that has stored nothing, and what its console complained of. */
export interface Desk {
  readonly page: Page;
  readonly complaints: string[];
}

/** A fresh desk; `complaints`: where several desks of a file complain together. */
export async function openDesk(
  browser: Browser,
  { complaints = [], ...options }: BrowserContextOptions & { complaints?: string[] } = {},
): Promise<Desk> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // A driver presses what still moves, and the press is lost; no person is that quick. A journey about motion asks for it.
    reducedMotion: 'reduce',
    ...options,
  });
  // A control that is not there is not there: only the whole of a journey may be long.
  context.setDefaultTimeout(30_000);
  // The driver's block answers a registration with nothing, as no browser does; browsers without service workers there are.
  if (options.serviceWorkers === 'block')
    await context.addInitScript(() => Reflect.deleteProperty(Navigator.prototype, 'serviceWorker'));
  const page = await context.newPage();
  page.on('console', (message) => {
    if (/Content Security Policy|Trusted/i.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  return { page, complaints };
}

/** Signs in and waits until the sign-in page is left. */
export async function signIn(
  page: Page,
  { product, username, address = '/login/login' }: { product: RunningProduct; username: string; address?: string },
): Promise<void> {
  await page.goto(`${product.address}${address}`);
  await page.getByLabel('账号').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(product.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((url) => !url.pathname.startsWith('/login/login'));
}
