import { expect, type Page, test } from '@playwright/test';
import { brokenInvariants } from '#server/ledger/invariants.ts';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// The office's half of a stocktake, through the screens: plan, close zones, review, audit, post; and the doors before it.

const office = openOffice();

const desk = async (): Promise<Page> => await office.newDesk();

test('the doors: refusals first, then in, and back to where one was going', async () => {
  const page = await desk();
  await page.goto(`${office.product.address}/storage/stockList?page_size=50`);
  await expect(page).toHaveURL(/\/login\/login\?r=/);
  await page.getByRole('button', { name: '登录' }).click();
  await expect(page.getByText('请输入账号')).toBeVisible();
  await expect(page.getByText('请输入密码')).toBeVisible();
  await page.getByLabel('账号').fill('whsMgr');
  await page.getByLabel('密码', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('账号或密码错误')).toBeVisible();
  expect(await flawsOf(page)).toEqual([]);
  await page.getByLabel('密码', { exact: true }).fill(office.product.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/storage\/stockList/);
  await expect(page.getByRole('heading', { name: '库存列表' })).toBeVisible();
  await page.context().close();
});

test('a first password must be changed before anything opens', async () => {
  const page = await desk();
  await office.signIn(page, 'newbie');
  await expect(page).toHaveURL(/\/login\/changePassword/);
  await page.context().close();
});

test('an unknown address shows the error face inside the product', async () => {
  const page = await desk();
  await office.signIn(page, 'whsMgr');
  await page.goto(`${office.product.address}/no/such/page`);
  await expect(page.getByText(/404|没有这个|不存在|找不到/).first()).toBeVisible();
  await page.context().close();
});

test('a person without the key sees no such entry, and the page says so', async () => {
  const page = await desk();
  await office.signIn(page, 'cs');
  await expect(page.getByText('盘点单', { exact: true })).toHaveCount(0);
  await page.goto(`${office.product.address}/storage/stocktakingList`);
  await expect(page.getByText('没有操作权限').first()).toBeVisible();
  await page.context().close();
});

test('a stocktake from plan to posting at the desk, in twenty clicks', async () => {
  let clicks = 0;
  const counted = async (page: Page) => {
    await page.exposeFunction('countClick', () => (clicks += 1));
    await page.addInitScript(() =>
      addEventListener('pointerdown', () => (globalThis as unknown as { countClick(): void }).countClick(), true),
    );
    return page;
  };
  const lead = await counted(await desk());
  await office.signIn(lead, 'whsMgr', '/login/login?r=%2Fstorage%2FaddstockTak');
  await choose(lead, '盘点仓库', '嘉兴退货仓');
  await choose(lead, '盘点人', await counterName());
  await lead.keyboard.press('Control+s');
  await expect(lead).toHaveURL(/stocktakingDetal\?id=\d+/);
  const id = Number(new URL(lead.url()).searchParams.get('id'));
  await lead.getByRole('button', { name: '开始盘点' }).click();
  await expect(lead.getByRole('dialog').getByText(/种货品.*1 人盘点/)).toBeVisible();
  expect(await flawsOf(lead)).toEqual([]);
  await lead.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(lead.getByText('初盘中').first()).toBeVisible();

  const at = (address: string) => `/login/login?r=${encodeURIComponent(address)}`;
  const counter = await counted(await desk());
  await office.signIn(counter, 'whs', at(`/storage/stocktakingDetal?id=${id}`));
  const notice = counter.getByRole('alertdialog');
  await expect(notice.getByText(/请参加盘点 PD/)).toBeVisible();
  await notice.getByRole('button').first().click();
  await counter.getByRole('tab', { name: '录入盘点' }).click();
  await counter.getByRole('button', { name: '新增一行' }).click();
  await pasteBlock(counter, await found());
  await expect(counter.getByLabel('第 1 行数量')).not.toHaveValue('');
  await counter.keyboard.press('Control+s');
  await expect(counter.getByText(/^已记录 \d+ 行$/)).toBeVisible();
  await counter.context().close();

  const closing = lead.getByRole('button', { name: '关闭库区' });
  const sure = lead.getByRole('alertdialog').getByRole('button', { name: '关闭', exact: true });
  await lead.getByRole('button', { name: '关闭未盘的 2 个库区' }).click();
  await sure.click();
  await expect(closing).toHaveCount(1);
  await closing.click();
  // What is counted is no danger: Enter is enough.
  await expect(sure).toBeFocused();
  await lead.keyboard.press('Enter');
  await expect(closing).toHaveCount(0);
  await lead.getByRole('button', { name: '提交复核' }).click();
  await lead.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(lead.getByText('待复核').first()).toBeVisible();

  const toReview = at(`/storage/stocktakingDetalshenhe?id=${id}`);
  const reviewer = await counted(await desk());
  await office.signIn(reviewer, 'super', toReview);
  await reviewer.getByRole('button', { name: '填写第一行' }).click();
  await expect(reviewer.getByRole('textbox', { name: '差异原因' }).first()).toBeFocused();
  await reviewer.keyboard.type('货架下面找到');
  const kept = reviewer.waitForResponse((response) => response.url().endsWith('/stocktaking/reviewLines'));
  await reviewer.keyboard.press('Enter');
  expect((await (await kept).json()) as object).toMatchObject({ code: 200 });
  await judge(reviewer, '复核');
  await expect(reviewer.getByText('待审核').first()).toBeVisible();
  await reviewer.context().close();

  const auditor = await counted(await desk());
  await office.signIn(auditor, 'finMgr', toReview);
  await judge(auditor, '审核');
  await expect(auditor.getByText('待过账').first()).toBeVisible();
  await auditor.context().close();

  await lead.goto(`${office.product.address}/storage/stocktakingDetalshenhe?id=${id}`);
  await lead.getByRole('button', { name: '过账' }).click();
  await lead.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(lead.getByRole('heading', { name: /盘点单 PD/ })).toBeFocused();
  expect(await flawsOf(lead, { tables: true })).toEqual([]);
  expect(clicks).toBeLessThanOrEqual(20);
  await lead.goto(`${office.product.address}/storage/stockListwater`);
  await expect(lead.getByText('盘盈入库').first()).toBeVisible();
  await lead.context().close();

  const { database, close } = await office.product.database();
  expect(await brokenInvariants(database.db)).toEqual([]);
  await close();
  expect(office.complaints).toEqual([]);
});

// The next state stands on the page before the step is taken: what counts is the server's answer.
async function judge(page: Page, step: string): Promise<void> {
  await page.getByRole('button', { name: step, exact: true }).click();
  const answered = page.waitForResponse((response) => /\/stocktaking\/(review|audit)$/.test(response.url()));
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click();
  expect((await (await answered).json()) as object).toMatchObject({ code: 200 });
}

/** Chooses in a select by what is typed. */
async function choose(page: Page, label: string, words: string): Promise<void> {
  const field = page.getByRole('combobox', { name: label, exact: true });
  await field.click();
  await field.pressSequentially(words);
  await expect(page.locator('.ant-select-item-option', { hasText: words }).first()).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
}

/** What the counter's paper says: everything as the books have it, twenty pieces too many of the first goods. */
async function found(): Promise<string> {
  const lead = await office.product.as('whsMgr');
  const { list } = await lead.call<{
    list: { sku_id__title: string; imperfect_type: number; qty_on_hand: number }[];
  }>('/v1/stock/list', { warehouse_id: await warehouseId(), qty_on_hand_from: 1, page_size: 500 });
  return list
    .map((row, index) => [row.sku_id__title, row.qty_on_hand + (index === 0 ? 20 : 0), row.imperfect_type].join('\t'))
    .join('\n');
}

async function warehouseId(): Promise<number> {
  const lead = await office.product.as('whsMgr');
  const { list } = await lead.call<{ list: { id: number }[] }>('/v1/warehouse/options', { keyword: '嘉兴退货仓' });
  return list[0]?.id ?? 0;
}

async function counterName(): Promise<string> {
  const [lead, counter] = [await office.product.as('whsMgr'), await office.product.as('whs')];
  const { list } = await lead.call<{ list: { id: number; title: string }[] }>('/v1/stocktaking/counters', {
    warehouse_id: await warehouseId(),
  });
  return list.find((one) => one.id === counter.uid)?.title ?? '';
}

/** Pastes a block of a sheet where the cursor stands, as Ctrl+V does. */
async function pasteBlock(page: Page, text: string): Promise<void> {
  await expect(page.getByLabel('第 1 行货品')).toBeFocused();
  await page.evaluate((block) => {
    const data = new DataTransfer();
    data.setData('text', block);
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  }, text);
}
