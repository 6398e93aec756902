import type { Page } from '@playwright/test';

/** Windows that people have: the larger one last, as the screens after it are looked at in it. */
const windows = [
  { width: 1280, height: 800 },
  { width: 1440, height: 900 },
] as const;

/**
 * Where the pages of the list in view are not to be seen whole: in which window, with all filters shown, with rows picked. Nothing where there
 * is no such list.
 */
export async function pagersOutOfView(page: Page): Promise<string[]> {
  const found: string[] = [];
  const before = page.viewportSize();
  const look = async (when: string) => {
    const below = await page.evaluate(settled);
    if (below > 0) found.push(`${when}: the pages end ${below} px below the window`);
  };
  if ((await page.locator('.ant-pagination:visible').count()) === 0) return found;
  for (const size of windows) {
    const name = `${size.width}x${size.height}`;
    await page.setViewportSize(size);
    await look(name);
    const more = page.getByRole('button', { name: '展开', exact: true }).and(page.locator(':visible'));
    if ((await more.count()) > 0) {
      await more.first().click();
      await look(`${name}, all filters`);
    }
    const pick = page.locator('.ant-table-row .ant-checkbox-input:visible:enabled');
    if ((await pick.count()) > 0) {
      await pick.first().check();
      await look(`${name}, a row picked`);
      await pick.first().uncheck();
    }
    const less = page.getByRole('button', { name: '收起', exact: true }).and(page.locator(':visible'));
    if ((await less.count()) > 0) await less.first().click();
  }
  if (before) await page.setViewportSize(before);
  return found;
}

/** Pixels by which the pages of a list stand below the window, once two frames in a row agree. */
async function settled(): Promise<number> {
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const now = () => {
    const pages = [...document.querySelectorAll('.ant-pagination')].filter((one) => one.getClientRects().length > 0);
    return Math.max(0, ...pages.map((one) => Math.ceil(one.getBoundingClientRect().bottom) - innerHeight));
  };
  let last = -1;
  for (let tries = 0; tries < 40; tries += 1) {
    await frame();
    await frame();
    const next = now();
    if (next === last && (next === 0 || tries > 10)) return next;
    last = next;
  }
  return last;
}
