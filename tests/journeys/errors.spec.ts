import { expect, type Page, type Route, test } from '@playwright/test';
import { openOffice } from './office.ts';

// The error catalogue of specification §8, a test for each row. Answers are replayed at the browser's door: the server's
// own refusals have tests of their own, here it is what a person sees of them. A browser without WebSocket: live.spec.ts.

const office = openOffice();
let page: Page;

test.beforeEach(async () => {
  // What a service worker lets pass is not always met at the browser's door.
  page = await office.newDesk({ serviceWorkers: 'block' });
});

test.afterEach(async () => {
  await page.context().close();
  expect(office.complaints).toEqual([]);
});

test.describe('HTTP 401', () => {
  test('shows one dialog, however many calls learn of it; confirmed, storage is cleared and sign-in opens', async () => {
    await openBrands();
    let refused = 0;
    await page.route('**/api/**', (route) => {
      refused += 1;
      return route.fulfill({ status: 401, body: '' });
    });
    // The permissions of the entry and what its screen lists. Not a click of the mouse: a call of the page's own may have met
    // the 401 already, and then the dialog lies over the menu.
    await page.getByRole('link', { name: '商品分类' }).dispatchEvent('click');
    await expect.poll(() => refused).toBeGreaterThan(1);
    await expect(dialog()).toHaveCount(1);
    await expect(dialog()).toContainText('登录已过期，请重新登录！');
    await confirm();
    await expect(page).toHaveURL(/\/login\/login$/);
    await expect(dialog()).toHaveCount(0);
    await expectSignedOut();
  });

  test('shows nothing on the sign-in page and on the change-password page', async () => {
    await page.route('**/api/**', (route) => route.fulfill({ status: 401, body: '' }));
    await page.goto(`${office.product.address}/login/login`);
    await fillSignIn();
    await answered('/login', () => page.keyboard.press('Enter'));
    await page.getByRole('button', { name: '重置密码' }).click();
    // Only the next page has it: before, 账号 would be that of sign-in.
    await page.getByLabel('原密码', { exact: true }).fill('the old one is this');
    await page.getByLabel('账号').fill('admin');
    await page.getByLabel('新密码', { exact: true }).fill('nine herons under umbrellas');
    await page.getByLabel('确认新密码', { exact: true }).fill('nine herons under umbrellas');
    await answered('/changePwd', () => page.getByRole('button', { name: '确定' }).click());
    await page.waitForTimeout(300);
    await expect(dialog()).toHaveCount(0);
    await expect(toasts()).toHaveCount(0);
    await expect(page).toHaveURL(/changePassword/);
  });
});

test('HTTP 403: the server’s message is alerted, once', async () => {
  await openBrands();
  const msg = '您没有停用品牌的权限';
  await page.route(disableCall, (route) => answer(route, { code: 4003, msg, status: 403 }));
  await disableFirst();
  await expect(dialog()).toContainText(msg);
  await confirm();
  await expect(page.getByText(msg)).toHaveCount(0);
});

test('body code 10000: says so, and signs out after 2 s', async () => {
  await openBrands();
  let answered = 0;
  await page.route(disableCall, (route) => {
    answered = Date.now();
    return answer(route, { code: 10000 });
  });
  await disableFirst();
  await expect(toasts()).toHaveText('登录失效请重新登录');
  await expect(page).toHaveURL(/\/login\/login$/);
  expect(Date.now() - answered).toBeGreaterThan(1900);
  await expectSignedOut();
});

test.describe('a body code other than 200', () => {
  test('with a message: a dialog titled 提示, one button, and only the tags that are allowed', async () => {
    await openBrands();
    const msg = '<b>禾木森</b>还有在售商品<img src=x onerror="document.title=1"><a href="javascript:1">x</a>';
    await page.route(disableCall, (route) => answer(route, { code: 4001, msg }));
    await disableFirst();
    await expect(dialog().getByRole('heading')).toHaveText('提示');
    await expect(dialog().getByRole('button')).toHaveText(['确定']);
    await expect(dialog().locator('b')).toHaveText('禾木森');
    await expect(dialog().locator('img, a')).toHaveCount(0);
    await confirm();
    await expect(dialog()).toHaveCount(0);
  });

  for (const code of [4001, 8888])
    test(`without a message (${code}): the words for it`, async () => {
      await openBrands();
      await page.route(disableCall, (route) => answer(route, { code }));
      await disableFirst();
      await expect(dialog()).toContainText('服务器异常请稍后再试!');
      await confirm();
    });

  test('where the caller asked for the raw body: no dialog', async () => {
    await page.route('**/api/acl/login', (route) => answer(route, { code: 4029, msg: '尝试过多' }));
    await page.goto(`${office.product.address}/login/login`);
    await fillSignIn();
    await page.keyboard.press('Enter');
    await expect(toasts()).toHaveText('尝试过多');
    await expect(dialog()).toHaveCount(0);
  });
});

test('network error: the overlay closes, no dialog, and the page knows that the outcome is unknown', async () => {
  await openBrands();
  let cut = (): void => {};
  const seen = new Promise<void>((resolve) => {
    cut = resolve;
  });
  await page.route(disableCall, async (route) => {
    await seen;
    await route.abort('connectionreset');
  });
  await disableFirst();
  await expect(page.getByText('加载中...')).toBeVisible();
  cut();
  await expect(page.getByText('加载中...')).toHaveCount(0);
  await expect(dialog()).toHaveCount(0);
  await expect(page.getByText('结果未知，请重试')).toBeVisible();
});

test('a file that is JSON: nothing is saved, and its words are shown', async () => {
  await openBrands();
  let saved = false;
  page.on('download', () => (saved = true));
  await page.route('**/v1/stock/exportExpireSku', (route) =>
    answer(route, { code: 4130, msg: '超过 50000 行，请缩小筛选范围后再导出' }),
  );
  await page.getByRole('button', { name: /^临期商品 \d+ 条$/ }).click();
  const sheet = page.getByRole('region', { name: '临期商品', exact: true });
  await sheet.getByRole('button', { name: '导出' }).click();
  await expect(page.getByText('超过 50000 行，请缩小筛选范围后再导出')).toBeVisible();
  expect(saved).toBe(false);
});

test.describe('a login code other than 200', () => {
  test('its message is shown; the same one again has two spaces at its end', async () => {
    await page.route('**/api/acl/login', (route) => answer(route, { code: 4001, msg: '账号或密码错误' }));
    await page.goto(`${office.product.address}/login/login`);
    await fillSignIn();
    for (const words of ['账号或密码错误', '账号或密码错误  ', '账号或密码错误']) {
      await page.getByRole('button', { name: '登录', exact: true }).click();
      await expect.poll(async () => (await toasts().allTextContents()).at(-1)).toBe(words);
    }
  });

  test('411: its message, and the change-password page with the query kept', async () => {
    await page.route('**/api/acl/login', (route) => answer(route, { code: 411, msg: '请先修改密码' }));
    await page.goto(`${office.product.address}/login/login?r=%2Fshops%2FaddBrands&from=mail`);
    await fillSignIn();
    await page.keyboard.press('Enter');
    await expect(toasts()).toHaveText('请先修改密码');
    await expect(page).toHaveURL(`${office.product.address}/login/changePassword?r=%2Fshops%2FaddBrands&from=mail`);
  });

  test('nothing is sent while the form is not valid', async () => {
    let sent = false;
    await page.route('**/api/acl/login', (route) => {
      sent = true;
      return route.abort();
    });
    await page.goto(`${office.product.address}/login/login`);
    await page.getByRole('button', { name: '登录', exact: true }).click();
    await expect(page.getByText('请输入账号')).toBeVisible();
    await expect(page.getByText('请输入密码')).toBeVisible();
    expect(sent).toBe(false);
  });
});

test('an expired stored value: says so, removes it and asks anew', async () => {
  await openBrands();
  await expect.poll(() => kept('expiring/')).toHaveLength(1);
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage).filter((one) => one.startsWith('expiring/')))
      localStorage.setItem(
        key,
        JSON.stringify({ value: { day: '2026-01-01', days: [2], list: [], total: 4711 }, expires_at: 1 }),
      );
  });
  await page.reload();
  await expect(toasts()).toHaveText('数据已过期');
  await expect(page.getByRole('button', { name: /^临期商品/ })).not.toHaveAccessibleName(/4711/);
  await expect.poll(async () => (await kept('expiring/')).join()).not.toContain('4711');
});

test.describe('copying', () => {
  test('says 复制成功！', async () => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: office.product.address });
    await openExpiring();
    await page.getByRole('button', { name: '复制SKU' }).click();
    await expect(toasts()).toHaveText('复制成功！');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^S\d{10}(\nS\d{10})*$/);
  });

  test('says 复制失败！ where the browser will not', async () => {
    await page.addInitScript(() => {
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
      document.execCommand = () => false;
    });
    await openExpiring();
    await page.getByRole('button', { name: '复制SKU' }).click();
    await expect(toasts()).toHaveText('复制失败！');
  });
});

const disableCall = '**/v1/brand/disable';

async function openBrands(): Promise<void> {
  await office.signIn(page, 'admin', '/login/login?r=%2Fshops%2FaddBrands');
  await expect(page.getByRole('button', { name: '停用' }).first()).toBeVisible();
}

/** Switches a brand off, up to the question whether it is meant. */
async function disableFirst(): Promise<void> {
  await page.getByRole('button', { name: '停用' }).first().click();
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click();
}

async function openExpiring(): Promise<void> {
  await office.signIn(page, 'admin', '/login/login?r=%2Fshops%2FaddBrands');
  await page.getByRole('button', { name: /^临期商品 \d+ 条$/ }).click();
}

function answer(
  route: Route,
  { code, msg = '', status = 200 }: { code: number; msg?: string; status?: number },
): Promise<void> {
  return route.fulfill({ status, json: { code, msg, result: null } });
}

const dialog = () => page.getByRole('alertdialog');
const toasts = () => page.locator('[role=status][aria-live=polite] > button');
const confirm = () => dialog().getByRole('button', { name: '确定' }).click();

async function fillSignIn(): Promise<void> {
  await page.getByLabel('账号').fill('admin');
  await page.getByLabel('密码', { exact: true }).fill('not the password');
}

async function answered(path: string, act: () => Promise<void>): Promise<void> {
  const response = page.waitForResponse((one) => one.url().endsWith(path));
  await act();
  await response;
}

async function kept(prefix: string): Promise<string[]> {
  return await page.evaluate(
    (start) =>
      Object.keys(localStorage)
        .filter((key) => key.startsWith(start))
        .map((key) => localStorage.getItem(key) ?? ''),
    prefix,
  );
}

async function expectSignedOut(): Promise<void> {
  for (const key of ['authorization', 'userInfo', 'runtime']) expect(await kept(key)).toEqual([]);
}
