import { expect, type Page, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// The office's desk itself: what waits on the landing page, every screen at hand in two keystrokes, pages open side by side.

const office = openOffice();

/** A desk of somebody, signed in, with the figures of the landing page; things move there, as they do for most people. */
async function desk(username: string): Promise<Page> {
  const page = await office.deskOf(username, { reducedMotion: 'no-preference' });
  await expect(page.getByRole('heading', { name: '等我处理' })).toBeVisible();
  return page;
}

/** Opens a screen through the palette. */
async function open(page: Page, words: string): Promise<void> {
  await expect(tabs(page).first()).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /界面名称/ }).fill(words);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /界面名称/ })).toHaveCount(0);
}

function tabs(page: Page) {
  return page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab');
}

test('nobody signed in: the landing page asks nothing of the server', async () => {
  const page = await office.browser.newPage();
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/')) calls.push(request.url());
  });
  await page.goto(`${office.product.address}/`);
  await expect(page.getByText('登录后可以看到您的工作')).toBeVisible();
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('combobox')).toHaveCount(0);
  expect(calls).toEqual([]);
  await page.context().close();
});

test('what waits leads to the list that shows it', async () => {
  const page = await desk('whsMgr');
  expect(await flawsOf(page)).toEqual([]);
  const waiting = page.getByRole('region', { name: '等我处理' }).locator('a[href*="waiting=1"]').first();
  const count = Number((await waiting.locator('b').textContent())?.replaceAll(',', ''));
  expect(count).toBeGreaterThan(0);
  await waiting.click();
  await expect(page).toHaveURL(/\?status=-?\d+(&waiting=1)?$/);
  await expect(page.getByText('没有操作权限')).toHaveCount(0);
  await page.goto(`${office.product.address}/`);
  await page
    .getByRole('region', { name: '库存' })
    .getByRole('link', { name: /零库存/ })
    .click();
  await expect(page).toHaveURL(/qty_on_hand_from=0&qty_on_hand_to=0/);
  await expect(page.getByRole('heading', { name: '库存', exact: false }).first()).toBeVisible();
  await page.context().close();
});

test('a document that waits is judged without leaving the landing page', async () => {
  const page = await desk('whsMgr');
  const region = page.getByRole('region', { name: '待我审核' });
  // What it is about stands in the row: which, with whom, for how long.
  await expect(region.getByRole('listitem').first()).toContainText(/[A-Z]{2}\d+.*(今天|\d+ 天)/);
  await region.getByRole('button', { name: /审核/ }).first().click();
  const dialog = page.getByRole('dialog').last();
  await expect(dialog.getByRole('button', { name: '通过' })).toBeVisible();
  expect(await flawsOf(page)).toEqual([]);
  // Not yet: first it is looked at, on its own page beside the list.
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expect(page.getByRole('dialog').getByRole('heading', { level: 1 })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/dashboard\/index$/);
  await page.context().close();
});

test('the palette: by pinyin, by number, by a scan anywhere', async () => {
  const page = await desk('whsMgr');
  await open(page, 'kucunliebiao');
  await expect(page).toHaveURL(/\/storage\/stockList$/);

  const caller = await office.product.as('whsMgr');
  const { list } = await caller.call<{ list: { id: number; adjust_no: string }[] }>('/v1/Inventory/adjustList', {});
  const [document, other] = list;
  await page.keyboard.press('Control+k');
  const field = page.getByRole('combobox', { name: /界面名称/ });
  await field.pressSequentially(document?.adjust_no ?? '', { delay: 2 });
  expect(await flawsOf(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/storage/stockAdjustmentDet\\?id=${document?.id}$`));

  // The gun, on a page with the focus in no field.
  await expect(page.getByRole('heading', { name: document?.adjust_no ?? '' })).toBeVisible();
  await page.getByRole('main').focus();
  await page.keyboard.type(other?.adjust_no ?? '', { delay: 2 });
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/storage/stockAdjustmentDet\\?id=${other?.id}$`));

  await page.keyboard.press('Control+k');
  await field.pressSequentially('9990000000001', { delay: 2 });
  await page.keyboard.press('Enter');
  await expect(page.getByText('没有找到“9990000000001”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);
  await page.context().close();
});

test('a list keeps its width, its rows and its place while it is asked again', async () => {
  const page = await desk('whsMgr');
  await page.goto(`${office.product.address}/storage/stockList`);
  const table = page.getByRole('group', { name: '库存列表' });
  await expect(table.locator('[data-row-key]').first()).toBeVisible();
  // What stands under the rows comes behind them, and is measured then.
  await expect(page.getByRole('group', { name: '合计' })).toBeVisible();
  await expect(page.locator('.ant-pagination:visible')).toBeVisible();
  const before = await table.boundingBox();
  const count = await table.locator('[data-row-key]').count();
  let answer = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/erp/**', async (route) => {
    await held;
    await route.continue();
  });
  await page.getByRole('button', { name: '刷新' }).click();
  await expect(table).toHaveAttribute('aria-busy', 'true');
  expect(await table.boundingBox()).toEqual(before);
  expect(await table.locator('[data-row-key]').count()).toBe(count);
  answer();
  await expect(table).toHaveAttribute('aria-busy', 'false');
  expect(await table.boundingBox()).toEqual(before);
  // Its own menu under the right button, beside the pointer.
  await table.locator('[data-row-key] .ant-table-cell').nth(1).click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: '复制单元格' })).toBeVisible();
  await page.context().close();
});

test('pages open as tabs: their addresses stay, unsaved work is asked about', async () => {
  const page = await desk('whsMgr');
  await page.goto(`${office.product.address}/storage/stockList?qty_on_hand_from=1`);
  await open(page, 'cklb');
  await expect(tabs(page)).toHaveText(['首页', '库存列表', '仓库列表']);
  await expect(page.getByRole('heading', { name: '仓库列表' })).toBeVisible();
  expect(await flawsOf(page)).toEqual([]);

  await tabs(page).nth(1).click();
  await expect(page).toHaveURL(/stockList\?qty_on_hand_from=1/);
  await tabs(page).nth(1).press('ArrowRight');
  await expect(tabs(page).nth(2)).toBeFocused();
  await page.keyboard.press('Shift+F10');
  await expect(page.getByRole('menuitem', { name: '重新载入' })).toBeFocused();
  await expect(page.getByRole('heading', { name: '库存列表' })).toBeVisible();
  expect(await flawsOf(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toHaveCount(0);

  // A form: what is typed is gone with the page, so it is asked about, however the page would go.
  await page.goto(`${office.product.address}/basicbox/addCk`);
  await page.getByLabel('仓库名称').fill('没有存下的仓');
  await expect(tabs(page).last()).toHaveAccessibleName(/有未保存的修改/);
  await tabs(page).last().press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: '取消' }).click();
  await expect(page.getByLabel('仓库名称')).toHaveValue('没有存下的仓');
  await tabs(page).last().press('Delete');
  await page.getByRole('alertdialog').getByRole('button', { name: '关闭' }).click();
  await expect(tabs(page)).toHaveText(['首页', '库存列表', '仓库列表']);
  await page.goto(`${office.product.address}/basicbox/addCk`);
  await expect(page.getByLabel('仓库名称')).toHaveValue('');

  // The person's tabs outlive a reload, and not a sign-out.
  await page.reload();
  await expect(tabs(page)).toHaveText(['首页', '库存列表', '仓库列表', '新增仓库']);
  await tabs(page).nth(1).click({ button: 'middle' });
  await expect(tabs(page)).toHaveText(['首页', '仓库列表', '新增仓库']);
  await page.getByRole('button', { name: /的菜单$/ }).click();
  await page.getByRole('button', { name: '退出' }).click();
  await expect(page).toHaveURL(/\/login\/login/);
  await page.getByLabel('账号').fill('whsMgr');
  await page.getByLabel('密码', { exact: true }).fill(office.product.password);
  await page.keyboard.press('Enter');
  await expect(tabs(page)).toHaveText(['首页']);
  expect(office.complaints).toEqual([]);
  await page.context().close();
});
