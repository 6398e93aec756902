import { expect, type Page, test } from '@playwright/test';
import { publish } from '#server/push/publish.ts';
import { openOffice } from './office.ts';

// One browser's session over two tabs and under a form that is not saved: signing out, another person, an end that the
// server tells, and somebody else's edit.

const office = openOffice();

/** A second tab of the same browser, at this address. */
async function besides(page: Page, address: string): Promise<Page> {
  const other = await page.context().newPage();
  other.on('pageerror', (error) => office.complaints.push(String(error)));
  await office.open(other, address);
  return other;
}

/** The first brand's form with something written into its introduction. */
async function typeIntoBrand(page: Page, text: string): Promise<void> {
  await office.open(page, `/shops/brandEdit?id=${await brandId()}`);
  await page.getByLabel('品牌介绍').fill(text);
}

async function brandId(): Promise<number> {
  const admin = await office.product.as('admin');
  const { list } = await admin.call<{ list: { id: number }[] }>('/v1/brand/list', { page_size: 1 });
  return list[0]?.id ?? 0;
}

/** The browser's own question before a page is closed or loaded anew. */
function browserAsks(page: Page): string[] {
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  return asked;
}

const intro = (page: Page) => page.getByLabel('品牌介绍');
const notice = (page: Page) => page.getByRole('alertdialog');
const press = (page: Page, name: string) => notice(page).getByRole('button', { name }).click();
const nameOf = (page: Page) => page.getByRole('button', { name: /的菜单$/ });

async function askToSignOut(page: Page): Promise<void> {
  await nameOf(page).click();
  await page.getByRole('button', { name: '退出', exact: true }).click();
}

/** Every call of this browser's meets HTTP 401 until the answer is called. */
async function expire(page: Page): Promise<() => Promise<void>> {
  const calls = '**/api/**';
  await page.context().route(calls, (route) => route.fulfill({ status: 401, body: '' }));
  return () => page.context().unroute(calls);
}

/** Not a click of the mouse: a dialog may lie over the page already. */
async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: '保存', exact: true }).dispatchEvent('click');
}

test.afterEach(() => expect(office.complaints).toEqual([]));

test('a sign-out on one tab leaves nothing of the person on the other, office or warehouse mode', async () => {
  const page = await office.deskOf('admin');
  const asked = browserAsks(page);
  const list = await besides(page, '/shops/addBrands');
  await expect(list.locator('tbody tr[data-row-key]').first()).toBeVisible();
  const hand = await besides(page, '/hand');
  await askToSignOut(page);
  await expect(page).toHaveURL(/\/login\/login$/);
  for (const [other, back] of [
    [list, '/shops/addBrands'],
    [hand, '/hand'],
  ] as const) {
    await expect(other).toHaveURL(new RegExp(`/login/login\\?r=${encodeURIComponent(back)}$`));
    await expect(other.locator('tr[data-row-key]')).toHaveCount(0);
  }
  expect(asked).toEqual([]);
  await page.context().close();
});

test('another person who signs in on one tab is who the other tabs show, whatever was typed there', async () => {
  const page = await office.deskOf('admin');
  const form = await besides(page, '/dashboard/index');
  const asked = browserAsks(form);
  await typeIntoBrand(form, '不该留下');
  const hand = await besides(page, '/hand');
  await office.signIn(page, 'whs');
  await expect(nameOf(form)).toHaveAccessibleName('王铁柱 的菜单');
  await expect(notice(form)).toContainText('未保存的修改没有保留');
  await expect(hand.getByText('王铁柱').first()).toBeVisible();
  expect(asked).toEqual([]);
  await page.context().close();
});

test('an expired session that another tab has replaced costs neither that session nor what is typed here', async () => {
  const page = await office.deskOf('admin');
  const form = await besides(page, '/dashboard/index');
  await typeIntoBrand(form, '留在这里');
  await typeIntoBrand(page, '随会话而去');
  const mend = await expire(page);
  for (const one of [page, form]) {
    // Another call may have met the end before it; what is under way at the mending would be nobody's answer.
    const refused = one.waitForResponse((response) => response.url().endsWith('/v1/brand/edit'));
    await save(one);
    await refused;
    await expect(notice(one)).toContainText('登录已过期，请重新登录！');
  }
  await press(page, '确定');
  // From a form with unsaved changes as from any other page.
  await expect(page).toHaveURL(/\/login\/login$/);
  await expect(page.getByLabel('账号')).toBeVisible();
  await mend();
  await office.signIn(page, 'admin');
  await press(form, '确定');
  await expect(intro(form)).toHaveValue('留在这里');
  await save(form);
  const admin = await office.product.as('admin');
  const id = await brandId();
  await expect
    .poll(async () => (await admin.call<{ intro: string }>('/v1/brand/detail', { id })).intro)
    .toBe('留在这里');
  await page.reload();
  await expect(nameOf(page)).toBeVisible();
  await page.context().close();
});

test('signing out asks about what is unsaved, and then goes without another question', async () => {
  const page = await office.deskOf('admin');
  const asked = browserAsks(page);
  await typeIntoBrand(page, '写到一半');
  await askToSignOut(page);
  await expect(notice(page)).toContainText('有未保存的修改，退出后会丢失。');
  await press(page, '取消');
  await expect(intro(page)).toHaveValue('写到一半');
  await askToSignOut(page);
  await press(page, '仍然退出');
  await expect(page).toHaveURL(/\/login\/login$/);
  await expect(page.getByLabel('账号')).toBeVisible();
  expect(asked).toEqual([]);
  await page.context().close();
});

test('what somebody types stands on what they saw: another person’s edit meanwhile is neither shown nor undone', async () => {
  const page = await office.deskOf('admin');
  await typeIntoBrand(page, '我的介绍');
  const name = await page.getByLabel('品牌名称').inputValue();
  const id = await brandId();
  const other = await office.product.as('super');
  const { version } = await other.call<{ version: number }>('/v1/brand/detail', { id });
  await other.call('/v1/brand/edit', { id, version, name: `${name}（改）` });
  const { uid } = await office.product.as('admin');
  const { database, close } = await office.product.database();
  // The rights of this page are read again, and with them all that stands on it but the form.
  const readAgain = page.waitForResponse((response) => response.url().endsWith('/v1/index/menu'));
  await publish(database.db, { to: [uid], message: { type: 5, changed: ['access'] } });
  await readAgain;
  await close();
  await save(page);
  await expect(page.getByText(/修改了本单据；您填写的内容仍在本页/)).toBeVisible();
  expect(await other.call<{ name: string }>('/v1/brand/detail', { id })).toMatchObject({ name: `${name}（改）` });
  await page.getByRole('button', { name: '放弃我的修改' }).click();
  await expect(page.getByLabel('品牌名称')).toHaveValue(`${name}（改）`);
  await page.context().close();
});

test('a drawer asks each time before what is typed in it is lost', async () => {
  const page = await office.deskOf('admin');
  await office.open(page, '/shops/addBrands');
  await page.getByRole('link', { name: '计量单位', exact: true }).click();
  await page.getByRole('button', { name: '新建' }).click();
  const drawer = page.getByRole('dialog', { name: '新增计量单位' });
  await drawer.getByLabel('单位名称').fill('捆');
  const question = page.getByRole('dialog', { name: '有未保存的修改' });
  for (const leave of [
    () => page.keyboard.press('Escape'),
    () => drawer.getByRole('button', { name: '取消' }).click(),
    () => page.keyboard.press('Escape'),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: '取消' }).click();
    await expect(question).toBeHidden();
    await expect(drawer.getByLabel('单位名称')).toHaveValue('捆');
  }
  await expect(page.getByRole('img', { name: '有未保存的修改' })).toBeVisible();
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: '离开' }).click();
  await expect(drawer).toBeHidden();
  await expect(page.getByRole('img', { name: '有未保存的修改' })).toBeHidden();
  await page.context().close();
});
