import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, type CDPSession, chromium, expect, type Page } from '@playwright/test';
import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { flawsOf } from './accessible.ts';
import { chromiumPath } from './desk.ts';
import type { RunningProduct } from './running-product.ts';

/** A tablet in a hand: one profile on its disk, one page at a time, which may be killed. */
export class Tablet {
  readonly #product: RunningProduct;
  readonly #context: BrowserContext;
  readonly #profile: string;
  /** What went wrong in any page of it, as the browser told. */
  readonly faults: string[] = [];
  page!: Page;
  #keys!: CDPSession;
  #isOffline = false;

  private constructor(product: RunningProduct, context: BrowserContext, profile: string) {
    this.#product = product;
    this.#context = context;
    this.#profile = profile;
  }

  /** Switches on a new tablet: 800×1280, touch; `camera`: the film that its camera sees, which may be used unasked. */
  static async on(product: RunningProduct, { camera }: { camera?: string } = {}): Promise<Tablet> {
    const profile = mkdtempSync(join(tmpdir(), 'back-office-tablet-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: chromiumPath,
      args: [
        '--no-sandbox',
        ...(camera === undefined
          ? []
          : [
              '--use-fake-ui-for-media-stream',
              '--use-fake-device-for-media-stream',
              `--use-file-for-fake-video-capture=${camera}`,
            ]),
      ],
      viewport: { width: 800, height: 1280 },
      hasTouch: true,
      locale: 'zh-CN',
    });
    const tablet = new Tablet(product, context, profile);
    tablet.page = await tablet.#newPage();
    return tablet;
  }

  async off(): Promise<void> {
    await this.#context.close();
    rmSync(this.#profile, { recursive: true, force: true });
  }

  async offline(offline: boolean): Promise<void> {
    await this.#context.setOffline(offline);
    this.#isOffline = offline;
    await this.#tellNetwork();
  }

  /** A page that comes to an address offline is told so: from Chromium 150 on its new process believes in a network otherwise. */
  async #tellNetwork(): Promise<void> {
    const untold = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 };
    await this.#keys.send('Network.overrideNetworkState' as never, { offline: this.#isOffline, ...untold } as never);
  }

  async signIn(username: string): Promise<void> {
    await this.page.goto(`${this.#product.address}/hand`);
    await this.page.locator('input[type="password"]').waitFor();
    await this.page.getByRole('textbox').first().fill(username);
    await this.page.locator('input[type="password"]').fill(this.#product.password);
    await this.page.keyboard.press('Enter');
    await expect(this.page.getByText('仓库模式')).toBeVisible();
    // The shell is on the device: from now on it opens without the network.
    await expect(this.page.getByText('已就绪')).toBeVisible();
  }

  /** Downloads a sheet for all its zones; answers what came. */
  async download(sheetNo: string): Promise<SheetDownload> {
    await this.page.getByText(sheetNo).click();
    await expect(this.page.getByRole('button', { name: /^下载/ })).toBeVisible();
    for (const zone of await this.page.getByRole('checkbox').all()) await zone.check();
    const answer = this.page.waitForResponse('**/v1/stocktaking/download');
    await this.page.getByRole('button', { name: /^下载/ }).click();
    const { result } = (await (await answer).json()) as { result: SheetDownload };
    // Said by antd-mobile's Toast, which a production build under React 19 shows only with our renderer (ecosystem T2).
    await expect(this.page.getByText(/(种货品|个唯一码)已存本机/)).toBeVisible();
    return result;
  }

  /** Kills the page as it stands, as the system does with one it wants the memory of, and opens the address anew. */
  async kill(path: string): Promise<void> {
    const dead = this.page;
    this.page = await this.#newPage();
    await dead.close({ runBeforeUnload: false });
    await this.open(path);
  }

  async open(path: string): Promise<void> {
    await this.page.goto(`${this.#product.address}${path}`);
    if (this.#isOffline) await this.#tellNetwork();
  }

  /** The gun: a code in a machine's rhythm, and its suffix. A driver that waits for each answer has a rhythm of its own. */
  async scan(code: string): Promise<void> {
    const keys = Array.from(code, (key) => ({ key, text: key }));
    await Promise.all(
      [...keys, { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }].flatMap(({ text, ...key }) => [
        this.#keys.send('Input.dispatchKeyEvent', { type: 'keyDown', text, ...key }),
        this.#keys.send('Input.dispatchKeyEvent', { type: 'keyUp', ...key }),
      ]),
    );
  }

  /** Entries that wait unsent, as the strip on the screen says. */
  async unsent(): Promise<number> {
    const strip = this.page.getByTestId('queue');
    await expect(strip).toHaveAttribute('data-unsent', /\d/);
    return Number(await strip.getAttribute('data-unsent'));
  }

  /** What axe finds wrong with the screen as it stands, and targets smaller than a gloved thumb (48 px). */
  async flaws(): Promise<string[]> {
    const flaws = await flawsOf(this.page);
    const small = await this.page.evaluate(() =>
      Array.from(document.querySelectorAll('button,a,[role="button"],input:not([tabindex="-1"])'), (target) => {
        const { width, height } = (target.closest('label') ?? target).getBoundingClientRect();
        return width > 0 && (width < 48 || height < 48) ? `${target.textContent} is ${width}×${height}` : '';
      }),
    );
    return [...flaws, ...small.filter((one) => one !== '')];
  }

  async #newPage(): Promise<Page> {
    const page = await this.#context.newPage();
    page.on('pageerror', (error) => this.faults.push(error.message));
    this.#keys = await this.#context.newCDPSession(page);
    return page;
  }
}
