import { expect, type Page, test } from '@playwright/test';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// A person's own account and the screens of operations: sessions, second factor, preferences, account check, configuration, audit log.

const office = openOffice();

const desk = async (): Promise<Page> => await office.newDesk();

async function knock(page: Page, username: string, to: string): Promise<void> {
  await page.goto(`${office.product.address}/login/login?r=${encodeURIComponent(to)}`);
  await page.getByLabel('账号').fill(username);
  await page.getByLabel('密码', { exact: true }).fill(office.product.password);
  await page.keyboard.press('Enter');
}

async function open(page: Page, username: string, to: string): Promise<void> {
  await knock(page, username, to);
  await page.waitForURL((url) => url.pathname === to);
}

async function flawless(page: Page): Promise<void> {
  expect(await flawsOf(page, { tables: true })).toEqual([]);
}

const codeOf = (secret: string): string => TOTP.generate({ secret: Secret.fromBase32(secret) });
const shownSecret = async (page: Page): Promise<string> =>
  ((await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? '').replaceAll(' ', '');

/** Codes are good once: the next one comes with the next half minute. */
async function nextCode(page: Page, secret: string, used: string): Promise<string> {
  while (codeOf(secret) === used) await page.waitForTimeout(500);
  return codeOf(secret);
}

test('somebody else at another device is seen and thrown out', async () => {
  const [mine, other] = [await desk(), await desk()];
  await open(other, 'fin', '/me');
  await knock(mine, 'fin', '/me');
  await mine.waitForURL((url) => url.pathname === '/me');
  const sessions = mine.getByRole('region', { name: '登录中的设备' });
  await expect(sessions.getByText('本机')).toHaveCount(1);
  await expect(sessions.getByRole('button', { name: /^退出此设备/ })).toHaveCount(1);
  await expect(mine.getByRole('region', { name: '登录记录' }).getByText('登录成功')).toHaveCount(2);
  await flawless(mine);
  await sessions.getByRole('button', { name: /^退出此设备/ }).click();
  const dialog = mine.getByRole('dialog');
  await dialog.getByLabel('当前密码').fill(office.product.password);
  await dialog.getByRole('button', { name: '退出登录' }).click();
  await expect(sessions.getByRole('button', { name: /^退出此设备/ })).toHaveCount(0);
  await other.waitForTimeout(1000);
  await other.goto(`${office.product.address}/me`);
  await expect(other).toHaveURL(/\/login\/login/);
  await other.context().close();
  await mine.context().close();
});

test('preferences follow a person to the next device', async () => {
  const first = await desk();
  await open(first, 'buyer', '/me');
  const preferences = first.getByRole('region', { name: '偏好' });
  await preferences.getByText('深色', { exact: true }).click();
  await expect(first.locator('html')).toHaveAttribute('data-shade', 'dark');
  await preferences.getByText('紧凑', { exact: true }).click();
  await expect(first.locator('html')).toHaveAttribute('data-density', 'dense');
  await flawless(first);
  await first.getByLabel('登录后打开').click();
  await first.getByLabel('登录后打开').fill('品牌');
  const kept = first.waitForResponse(
    (answer) => answer.url().endsWith('/savePreferences') && (answer.request().postData() ?? '').includes('addBrands'),
  );
  await first.keyboard.press('Enter');
  await kept;
  await expect(preferences.getByTitle('品牌列表')).toBeVisible();
  await first.context().close();

  const second = await desk();
  await second.goto(`${office.product.address}/login/login`);
  await second.getByLabel('账号').fill('buyer');
  await second.getByLabel('密码', { exact: true }).fill(office.product.password);
  await second.keyboard.press('Enter');
  await expect(second).toHaveURL(/\/shops\/addBrands/);
  await expect(second.locator('html')).toHaveAttribute('data-shade', 'dark');
  await second.context().close();
});

test('a second factor: set up, asked for, replaced by a recovery code, given up', async () => {
  const page = await desk();
  await open(page, 'mkt', '/me');
  await page.getByRole('button', { name: '开启两步验证' }).click();
  await page.getByLabel('当前密码').fill('not the password');
  await page.getByRole('button', { name: '下一步' }).click();
  await expect(page.getByText('账号或密码错误，或账号已停用')).toBeVisible();
  await page.getByLabel('当前密码').fill(office.product.password);
  await page.getByRole('button', { name: '下一步' }).click();
  const secret = await shownSecret(page);
  await flawless(page);
  await page.getByLabel('验证码').fill('000000');
  await page.getByRole('button', { name: '确认' }).click();
  await expect(page.getByText('两步验证码不正确或已经用过')).toBeVisible();
  const first = codeOf(secret);
  await page.getByLabel('验证码').fill(first);
  await page.getByRole('button', { name: '确认' }).click();
  const shown = page.getByRole('list', { name: '恢复码' }).getByRole('listitem');
  await expect(shown).toHaveCount(10);
  const codes = await shown.allTextContents();
  await page.getByRole('button', { name: '我已保存' }).click();
  await expect(page.getByText('已开启', { exact: true })).toBeVisible();
  await page.context().close();

  const again = await desk();
  await knock(again, 'mkt', '/me');
  await expect(again.getByRole('heading', { name: '两步验证' })).toBeVisible();
  await flawless(again);
  await again.getByLabel('验证码').fill(first);
  await again.keyboard.press('Enter');
  await expect(again.getByText('两步验证码不正确或已经用过')).toBeVisible();
  await again.getByRole('button', { name: '手机不在身边？用恢复码' }).click();
  await again.getByLabel('恢复码').fill(codes[0] ?? '');
  await again.keyboard.press('Enter');
  await again.waitForURL((url) => url.pathname === '/me');
  await expect(again.getByText('用恢复码登录').first()).toBeVisible();
  await again.getByRole('button', { name: '关闭', exact: true }).click();
  await again.getByLabel('当前密码').fill(office.product.password);
  await again.getByLabel('验证码，或一个恢复码').fill(await nextCode(again, secret, first));
  await again.getByRole('button', { name: '关闭两步验证' }).click();
  await expect(again.getByRole('button', { name: '开启两步验证' })).toBeVisible();
  await again.context().close();
});

test('a person whose role requires it sets it up on the way in', async () => {
  const { database, close } = await office.product.database();
  await sql`update role set require_second_factor = true where code = 'cs'`.execute(database.db);
  await close();
  const page = await desk();
  await knock(page, 'cs', '/me');
  await expect(page.getByRole('heading', { name: '设置两步验证' })).toBeVisible();
  const secret = await shownSecret(page);
  await flawless(page);
  expect(await page.evaluate(() => localStorage.getItem('authorization'))).toBeNull();
  await page.getByLabel('验证码').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: '保存恢复码' })).toBeVisible();
  await page.getByRole('button', { name: '我已保存，进入系统' }).click();
  await page.waitForURL((url) => url.pathname === '/me');
  await expect(page.getByText('您的角色要求使用两步验证。')).toBeVisible();
  await page.context().close();
});

test('operations: the books are checked, a value is set, and the log says who did it', async () => {
  const page = await desk();
  await open(page, 'it', '/ops/check');
  await page.getByRole('button', { name: '立即核对' }).click();
  // Between two and five in the night the server's own is there as well.
  const own = page.getByRole('region', { name: '最近的核对' }).getByRole('listitem').filter({ hasText: '方知行' });
  await expect(own.getByText('全部正确')).toBeVisible({ timeout: 60_000 });
  await flawless(page);

  await page.goto(`${office.product.address}/ops/config`);
  await page.getByRole('button', { name: '修改盘点差异复盘上限' }).click();
  await page.getByRole('spinbutton').fill('8');
  await flawless(page);
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('row', { name: /盘点差异复盘上限/ }).getByText('8 件')).toBeVisible();

  await page.goto(`${office.product.address}/ops/audit?doc_type=config`);
  await page.locator('.desk-open').first().click();
  const detail = page.getByRole('dialog');
  await expect(detail.getByText('take_diff_limit')).toBeVisible();
  await expect(detail.getByRole('cell', { name: '8', exact: true })).toBeVisible();
  await flawless(page);

  for (const [address, words] of [
    ['/ops/secondFactor', '已开启的账号'],
    ['/ops/sessions', '本人'],
    ['/ops/health', 'PostgreSQL'],
  ] as const) {
    await page.goto(`${office.product.address}${address}`);
    await expect(page.getByText(words).first()).toBeVisible();
    await flawless(page);
  }
  await page.context().close();

  const reader = await desk();
  await open(reader, 'auditor', '/ops/config');
  await expect(reader.getByRole('button', { name: '查看盘点差异复盘上限' })).toBeVisible();
  await reader.goto(`${office.product.address}/ops/check`);
  await expect(reader.getByText('最近的核对')).toBeVisible();
  await expect(reader.getByRole('button', { name: '立即核对' })).toHaveCount(0);
  await reader.context().close();

  const stranger = await desk();
  await open(stranger, 'whs', '/ops/audit');
  await expect(stranger.getByText('没有操作权限').first()).toBeVisible();
  await stranger.context().close();
  expect(office.complaints).toEqual([]);
});
