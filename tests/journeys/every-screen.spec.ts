import { readdirSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { definitions } from '#contract/definitions.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { shareOf } from '#tests/boot/share.ts';
import { openOffice } from './office.ts';
import { pagersOutOfView } from './pager.ts';
import type { Caller } from './running-product.ts';

// One session opens every screen there is, a share of them each day, one after the other in one page, as an administrator: each shows its heading,
// and none leaves a complaint on the console, a failed request or a refused answer; the pages of each list are in view in every window that people have.

const office = openOffice();

const areas = new URL('../../src/areas/', import.meta.url);
const rows: RouteRow[] = [];
for (const area of readdirSync(areas))
  rows.push(...((await import(new URL(`${area}/routes.ts`, areas).href)) as { routes: RouteRow[] }).routes);

/** Screens for a record of another list than the one they stand under, or by another name than its id. */
const others: Readonly<Record<string, { list?: string; name?: string }>> = {
  '/storage/addOut': { name: 'allot' },
  '/shops/pushshopEdit': { list: 'goodsPush' },
};

/** What the router says where somebody leaves a guarded page by typing an address; the guard itself answers (`useDirtyGuard`). */
const ofRouter = /use a blocker on a POP navigation|only supports one blocker/;

/** Screens that begin something new, or do it to what was ticked on a list: nobody opens them for one record. */
const begins = /^(新增|新建|添加|批量|关联|导入|选择|采购价后补|采购调价单|调价申请|价格查询)/;

test('every screen opens with its heading and without a complaint', async () => {
  test.setTimeout(900_000);
  const complaints: string[] = [];
  let at = '';
  const page = await office.deskOf('admin');
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !ofRouter.test(message.text()))
      complaints.push(`${at}: ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${at}: ${error}`));
  const asked = requestsOf(page, (told) => complaints.push(`${at}: ${told}`));
  const caller = await office.product.as('admin');
  for (const row of shareOf(rows.filter(({ path }) => !path.includes(':') && !path.startsWith('/hand')))) {
    at = await addressOf(row, caller);
    // What somebody pastes who kept the address of the predecessor: the open page goes there itself.
    await page.evaluate((address) => {
      location.hash = `#${address}`;
    }, at);
    await page.waitForURL((url) => url.pathname + url.search === at || url.pathname === row.path);
    await expect(page.locator('h1:visible').first(), at).toBeVisible();
    await expect.poll(asked, { message: `${at} comes to rest`, timeout: 60_000 }).toBe(0);
    const face = page.locator('.face[role=alert]:visible');
    if ((await face.count()) > 0) complaints.push(`${at}: ${await face.first().innerText()}`);
    if (row.lists) complaints.push(...(await pagersOutOfView(page)).map((told) => `${at}, ${told}`));
  }
  expect(complaints).toEqual([]);
});

/** The address of a screen; of one for a record, with the newest record of the list that it belongs to. */
async function addressOf(row: RouteRow, caller: Caller): Promise<string> {
  const { list: other, name = 'id' } = others[row.path] ?? {};
  const list = row.lists === undefined && (other ?? rows.find(({ path }) => path === (row.under ?? row.parent))?.lists);
  const definition = !begins.test(row.title) && list && definitions.find(({ name }) => name === list);
  const segment = definition && definition.calls.list?.[0];
  if (!definition || !segment) return row.path;
  const { list: found } = await caller.call<{ list: { id: number }[] }>(
    `${definition.group}/${segment}`,
    { page_size: 1 },
    definition.service,
  );
  return found[0] ? `${row.path}?${name}=${found[0].id}` : row.path;
}

/** How many requests are on their way, answers that follow one another included; `tell` hears of those that fail. */
function requestsOf(page: Page, tell: (told: string) => void): () => Promise<number> {
  const open = new Set<unknown>();
  page.on('request', (request) => open.add(request));
  page.on('requestfailed', (request) => {
    open.delete(request);
    // A page that is left asks no longer for what it showed.
    if (request.failure()?.errorText !== 'net::ERR_ABORTED') tell(`${request.url()} ${request.failure()?.errorText}`);
  });
  page.on('requestfinished', async (request) => {
    const answer = await request.response();
    open.delete(request);
    if (!answer) return;
    const isCall = request.url().includes('/api/') && answer.headers()['content-type']?.includes('json');
    const code = isCall ? ((await answer.json()) as { code: number }).code : 200;
    if (answer.status() >= 400 || code !== 200) tell(`${request.url()} ${answer.status()} ${code}`);
  });
  return async () => {
    await page.waitForTimeout(60);
    return open.size;
  };
}
