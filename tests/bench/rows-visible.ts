import type { Browser, BrowserContext, Page } from '@playwright/test';

/** What a browser keeps for a page besides its files. */
export type Kept = Readonly<Record<string, string>>;

/** How good the line and the machine are; null: as they are. */
export type Strain = { latency: number; bytesPerSecond: number; slowdown: number } | null;

/** A line of 1.6 Mbit/s with 150 ms to the server and back, and a machine of a quarter of the speed. */
export const poorPlace: Strain = { latency: 150, bytesPerSecond: 200_000, slowdown: 4 };

/** One visit: when the rows were painted, and how many bytes had come by then. */
export interface Visit {
  /** Milliseconds since the navigation began. */
  readonly rows: number;
  /** Milliseconds from the navigation to the first paint of anything. */
  readonly paint: number;
  /** Kilobytes that had come over the line by then. */
  readonly kilobytes: number;
}

/** A browser profile with nothing but this in its local storage. */
export async function freshProfile(browser: Browser, origin: string, kept: Kept): Promise<BrowserContext> {
  const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
  return await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  });
}

/** Opens the address in a new page of this profile and waits until ten rows are painted. */
export async function visit(profile: BrowserContext, address: string, strain: Strain): Promise<Visit> {
  return await inPage(profile, async (page) => {
    if (strain) await put(page, strain);
    return await rowsOf(page, address);
  });
}

/** Visits in the best of places, and stays until the browser keeps whatever it will keep for the next time. */
export async function visitUntilKept(profile: BrowserContext, to: { address: string; held: boolean }): Promise<void> {
  await inPage(profile, async (page) => {
    await rowsOf(page, to.address);
    if (to.held) await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    // What is kept for the next time is kept when nothing else is to be done.
    await page.waitForTimeout(3000);
  });
}

async function inPage<T>(profile: BrowserContext, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await profile.newPage();
  try {
    return await work(page);
  } finally {
    await page.close();
  }
}

async function rowsOf(page: Page, address: string): Promise<Visit> {
  await page.addInitScript(watchRows);
  await page.goto(address, { waitUntil: 'commit' });
  // Asked as one question: a repeated one would be text made into code, which the content policy forbids.
  return await page.evaluate(() => Reflect.get(window, 'rowsVisible') as Promise<Visit>);
}

async function put(page: Page, { latency, bytesPerSecond, slowdown }: NonNullable<Strain>): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
}

/** Runs in the page, before anything of it. No function in it has a name: what runs these files would wrap it in a helper that the page lacks. */
function watchRows(): void {
  const visible = new Promise((resolve) => {
    const watch = new MutationObserver(() => {
      if (document.querySelectorAll('tr.ant-table-row').length < 10) return;
      watch.disconnect();
      // The second frame begins when the first one has been painted.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
          resolve({
            rows: performance.now(),
            paint: performance.getEntriesByType('paint')[0]?.startTime ?? 0,
            kilobytes: files.reduce((sum, file) => sum + file.transferSize, 0) / 1000,
          });
        }),
      );
    });
    watch.observe(document, { childList: true, subtree: true });
  });
  Reflect.set(window, 'rowsVisible', visible);
}
