import { setTimeout } from 'node:timers/promises';
import { expect, type Page, test } from '@playwright/test';
import { definitions } from '#contract/definitions.ts';
import { headers } from '#contract/kit/call.ts';
import { addressOf } from '#tests/factories/samples-of-house.ts';
import { specifiedRoutes } from '#tests/laws/specified-routes.ts';
import { openOffice } from './office.ts';
import { foreignHost, payloads } from './payloads.ts';
import { type Alarms, strangers, watch } from './sentinel.ts';
import { type Post, storePayloads } from './stored-payloads.ts';

// Texts of people and of the server are texts (specification §8, reference reliability §2): stored in every field and
// answered by every call, none of them runs, loads or leaves under the content policy that the product ships with.

const office = openOffice();
let page: Page;
let alarms: Alarms;
let post: Post;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  post = await posting();
  const { database, close } = await office.product.database();
  try {
    await storePayloads(database.db, post);
  } finally {
    await close();
  }
  ({ page, alarms } = await guarded());
  await office.signIn(page, 'super');
});

test('the sentinels see payloads that run, load and leave where nothing holds them back', async () => {
  const open = await office.browser.newContext();
  const seen = await watch(open, { host: 'localhost' });
  await open.route('http://localhost/**', (route) => route.fulfill({ contentType: 'text/html', body: '<p>bare</p>' }));
  // A page for each: some of them lead theirs away.
  for (const payload of payloads) {
    const bare = await open.newPage();
    await bare.goto('http://localhost/');
    await bare.setContent(`<p>${payload}</p>`, { waitUntil: 'commit' });
  }
  for (const sight of ['a script ran', 'dialog', `${foreignHost}/a.png`, `${foreignHost}/a.css`, 'frame'])
    await expect.poll(() => seen.some((one) => one.includes(sight)), sight).toBe(true);
  await open.close();
});

test('lists, forms, details and drawers show them as texts', async () => {
  test.setTimeout(600_000);
  const paths = specifiedRoutes
    .map((route) => route.path)
    .filter((path) => path !== '/' && !path.startsWith('/login/'));
  const opened = new Set<string>();
  const showing: string[] = [];
  await sideBySide(paths, async (tab, path) => {
    // A list that searches by words finds the rows that matter; any other page leaves the words alone.
    await look(tab, `${path}?page_size=50&keyword=%3C`);
    if (await shows(tab)) showing.push(path);
    for (const address of await addresses(tab)) opened.add(address);
    await openDrawer(tab);
  });
  expect(showing).toEqual(
    expect.arrayContaining([
      '/shops/addBrands',
      '/shops/addShop',
      '/shops/categaryShop',
      '/admin/roleList',
      '/basicbox/ckList',
    ]),
  );
  const details: string[] = [];
  await sideBySide([...opened], async (tab, address) => {
    await look(tab, address);
    if (await shows(tab)) details.push(address);
  });
  expect(details.length).toBeGreaterThanOrEqual(12);
  expect(alarms).toEqual([]);
});

test('selects offer them as texts', async () => {
  await look(page, '/storage/addstockTak');
  for (const label of ['盘点仓库', '盘点分类', '盘点品牌']) {
    const select = page.getByLabel(label);
    await select.click();
    await select.fill('<');
    const options = ':is(.ant-select-item-option, .ant-cascader-menu-item)';
    const first = page.locator(`.ant-select-dropdown:visible ${options}`, { hasText: '<' }).first();
    await expect(first, label).toBeVisible();
    expect(await strangers(page), label).toEqual([]);
    await select.press('Enter');
    await select.press('Escape');
    await select.blur();
    await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
    expect(await strangers(page), label).toEqual([]);
  }
  expect(alarms).toEqual([]);
});

test('refusals of the server, on the field, over the form and in a dialog, are texts', async () => {
  await look(page, '/shops/brandNew');
  await page.getByLabel('品牌名称').fill('一个品牌');
  let answer: { status: number; body: object } = { status: 200, body: {} };
  await page.route('**/v1/brand/add', (route) => route.fulfill({ status: answer.status, json: answer.body }));
  const save = page.locator('main button[type="submit"]');
  const dialog = page.getByRole('alertdialog');
  for (const [place, msg] of payloads.entries()) {
    const refusal = place % 2 === 0 ? { code: 4001, field: 'name' } : { code: 4010 };
    answer = { status: 200, body: { ...refusal, msg, result: null } };
    await save.click();
    await expect.poll(() => page.getByText(plain(msg)).count(), msg).toBeGreaterThan(0);
    expect(await strangers(page), msg).toEqual([]);
  }
  // The dialog of a refused permission (specification §8); notices below have the same words in them.
  const msg = payloads.join(' ');
  answer = { status: 403, body: { code: 4003, msg, result: null } };
  await save.click();
  await expect(dialog.getByText(payloads[0] ?? '').first()).toBeVisible();
  expect(await strangers(page)).toEqual([]);
  await page.unroute('**/v1/brand/add');
  expect(alarms).toEqual([]);
});

test('notices of the server, and its words at the door, are texts', async () => {
  const { page: door, alarms: heard } = await guarded();
  let msg = '';
  await door.route('**/api/acl/login', (route) =>
    route.fulfill({ json: { code: 4001, msg, message: msg, data: null } }),
  );
  await door.goto(`${office.product.address}/login/login`);
  await door.getByLabel('账号').fill('super');
  await door.getByLabel('密码', { exact: true }).fill('not the password');
  for (msg of payloads) {
    await door.getByRole('button', { name: '登录', exact: true }).click();
    await expect.poll(() => door.getByText(plain(msg)).count(), msg).toBeGreaterThan(0);
    expect(await strangers(door), msg).toEqual([]);
  }
  await door.unroute('**/api/acl/login');
  await door.routeWebSocket(/\/erp\/\d+/, (socket) => {
    for (const [place, text] of payloads.entries())
      socket.send(JSON.stringify({ type: 3, msg_id: place + 1, title: text, content: text }));
  });
  await office.signIn(door, 'super');
  for (const [place, text] of payloads.entries()) {
    const notice = door.getByRole('alertdialog');
    await expect(notice.getByText(plain(text)).first(), `notice ${place}`).toBeVisible();
    expect(await strangers(door), text).toEqual([]);
    await notice.getByRole('button', { name: '我知道了' }).click();
  }
  expect(heard).toEqual([]);
  await door.context().close();
});

test('files of lists hold no formulas', async () => {
  const files: string[] = [];
  for (const definition of definitions.filter((one) => one.calls.list)) {
    const { body } = await post(addressOf(definition, definition.calls.list?.[0] ?? ''), { export: 1, page_size: 500 });
    const text = body['text'];
    // Trees answer themselves, whatever is asked.
    if (typeof text !== 'string') continue;
    files.push(definition.name);
    const cells = text.matchAll(/(?:^|,|\r\n)("(?:[^"]|"")*"|[^",\r\n]*)/g);
    const formulas = Array.from(cells, ([, cell = '']) => cell.replace(/^"/, '')).filter(
      (cell) => /^\s*[=+\-@＝＋－＠]/.test(cell) && !/^-?[\d.]+"?$/.test(cell),
    );
    expect(formulas, definition.name).toEqual([]);
  }
  expect(files).toEqual(expect.arrayContaining(['brand', 'spu', 'warehouse', 'shop', 'supplier', 'purchaser']));
});

/** A desk whose pages are watched. */
async function guarded(): Promise<{ page: Page; alarms: Alarms }> {
  const first = await office.newDesk({ serviceWorkers: 'block' });
  const context = first.context();
  const told = await watch(context, { host: new URL(office.product.address).host });
  await first.close();
  context.setDefaultTimeout(20_000);
  return { page: await context.newPage(), alarms: told };
}

/** Calls the product as `super`; an answer that is no JSON comes as `text`. */
type Answer = Awaited<ReturnType<Post>>;

async function posting(): Promise<Post> {
  const call = async (address: string, body: unknown, more: Record<string, string>): Promise<Answer> => {
    const response = await fetch(`${office.product.address}${address}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-type': 'erp-web', 'x-device-id': 'journey', ...more },
      body: JSON.stringify(body ?? {}),
    });
    const json = response.headers.get('content-type')?.includes('json');
    const read = json ? ((await response.json()) as Record<string, unknown>) : { text: await response.text() };
    // Quicker than any person: it waits as it is told to.
    if ('code' in read && read['code'] === 4029) {
      await setTimeout(Number(response.headers.get('retry-after') ?? 1) * 1000);
      return await call(address, body, more);
    }
    return { status: response.status, body: read };
  };
  const answer = await call(
    '/api/acl/login',
    { appid: 'erp', username: 'super', password: office.product.password },
    {},
  );
  const { token } = answer.body['data'] as { token: string };
  return (address, body) =>
    call(address, body, { [headers.authorization]: token, [headers.opId]: crypto.randomUUID() });
}

/** Does something for each in a few tabs of the watched desk at once: most of a visit is waiting for the network to rest. */
async function sideBySide<T>(all: readonly T[], visit: (tab: Page, one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const work = async (): Promise<void> => {
    const tab = await page.context().newPage();
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await visit(tab, one);
    await tab.close();
  };
  await Promise.all(Array.from({ length: tabs }, work));
}

const tabs = 4;

/** Opens an address and sees that nothing strange came with it. */
async function look(tab: Page, address: string): Promise<void> {
  await tab.goto(`${office.product.address}${address}`);
  await tab.locator('main h1, main h2, main table, main form').first().waitFor();
  await tab.waitForLoadState('networkidle');
  expect(await strangers(tab), address).toEqual([]);
}

/** Is some payload there to be read? */
function shows(on: Page): Promise<boolean> {
  return on.evaluate(() => {
    const fields = Array.from(document.querySelectorAll('input, textarea'), (one) => (one as HTMLInputElement).value);
    return [document.body.innerText, ...fields].some((text) => /pwned|evil\.example|alert\(1/.test(text));
  });
}

/** Where the first records of the list on the page open. */
function addresses(tab: Page): Promise<string[]> {
  return tab.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLAnchorElement>('main a[href*="id="]'),
      (one) => one.pathname + one.search,
    ).slice(0, 6),
  );
}

/** Opens the first record that opens beside its list, if there is one. */
async function openDrawer(tab: Page): Promise<void> {
  const first = tab.locator('main button.desk-open').first();
  if ((await first.count()) === 0) return;
  await first.click();
  await tab.waitForLoadState('networkidle');
  expect(await strangers(tab), tab.url()).toEqual([]);
  await tab.keyboard.press('Escape');
}

/** What a person reads of a message: the tags of the allow-list are no letters. */
function plain(text: string): string {
  return text.replace(/<\/?(b|br|i|p|ul|li|span)\s*\/?>/g, '').trim();
}
