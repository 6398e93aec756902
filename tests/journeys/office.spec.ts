import { expect, type Page, test } from '@playwright/test';
import type { SheetDownload, SheetProgress } from '#contract/areas/warehouse/count-entry.ts';
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

test('a stocktake from plan to posting', async () => {
  const lead = await desk();
  await office.signIn(lead, 'whsMgr', '/login/login?r=%2Fstorage%2FaddstockTak');
  await lead.getByLabel('盘点仓库').click();
  await lead.getByLabel('盘点仓库').pressSequentially('退货');
  await lead
    .getByRole('option', { name: /嘉兴退货仓/ })
    .or(lead.locator('.ant-select-item-option', { hasText: '嘉兴退货仓' }))
    .first()
    .click();
  await lead.getByRole('button', { name: '保存', exact: true }).click();
  await expect(lead).toHaveURL(/stocktakingDetal\?id=\d+/);
  const id = Number(new URL(lead.url()).searchParams.get('id'));
  await lead.getByRole('button', { name: '开始盘点' }).click();
  await expect(lead.getByText('初盘中').first()).toBeVisible();

  await countOnTablet(id);

  const closing = lead.getByRole('button', { name: '关闭库区' });
  await expect(closing.first()).toBeVisible();
  for (let left = await closing.count(); left > 0; left -= 1) {
    await closing.first().click();
    await expect(closing).toHaveCount(left - 1);
  }
  await lead.getByRole('button', { name: '提交复核' }).click();
  await lead.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(lead.getByText('待复核').first()).toBeVisible();

  const toReview = `/login/login?r=${encodeURIComponent(`/storage/stocktakingDetalshenhe?id=${id}`)}`;
  const reviewer = await desk();
  await office.signIn(reviewer, 'super', toReview);
  const reason = reviewer.getByRole('textbox', { name: '差异原因' }).first();
  await reason.fill('货架下面找到');
  const kept = reviewer.waitForResponse((response) => response.url().endsWith('/stocktaking/reviewLines'));
  await reason.press('Enter');
  expect((await (await kept).json()) as object).toMatchObject({ code: 200 });
  await judge(reviewer, '复核');
  await expect(reviewer.getByText('待审核').first()).toBeVisible();
  await reviewer.context().close();

  const auditor = await desk();
  await office.signIn(auditor, 'finMgr', toReview);
  await judge(auditor, '审核');
  await expect(auditor.getByText('待过账').first()).toBeVisible();
  await auditor.context().close();

  await lead.goto(`${office.product.address}/storage/stocktakingDetalshenhe?id=${id}`);
  await lead.getByRole('button', { name: '过账' }).click();
  await lead.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(lead.getByText('已过账').first()).toBeVisible();
  expect(await flawsOf(lead, { tables: true })).toEqual([]);
  await lead.goto(`${office.product.address}/storage/stockListwater`);
  await expect(lead.getByText('盘盈入库').first()).toBeVisible();
  await lead.context().close();

  const { database, close } = await office.product.database();
  expect(await brokenInvariants(database.db)).toEqual([]);
  await close();
  expect(office.complaints).toEqual([]);
});

async function judge(page: Page, step: string): Promise<void> {
  await page.getByRole('button', { name: step, exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: '通过' }).click();
}

/** Counts everything that is on book through the calls a tablet makes, one piece too many of the first goods. */
async function countOnTablet(id: number): Promise<void> {
  const counter = await office.product.as('whs');
  const lead = await office.product.as('whsMgr');
  const device_id = crypto.randomUUID();
  const { zones } = await counter.call<SheetProgress>('/v1/stocktaking/progress', { id });
  const [zone = ''] = zones.map((one) => one.code);
  const sheet = await counter.call<SheetDownload>('/v1/stocktaking/download', {
    id,
    device_id,
    device_name: '平板 07',
    zones: [zone],
  });
  const { list } = await lead.call<{ list: { sku_id: number; imperfect_type: number; qty_on_hand: number }[] }>(
    '/v1/stock/list',
    {
      warehouse_id: sheet.warehouse_id,
      qty_on_hand_from: 1,
      page_size: 500,
    },
  );
  const codes = new Map(sheet.goods.map((one) => [one.sku_id, one.barcodes[0] ?? one.sku_no]));
  const entries = list.map((row, index) => ({
    op_id: crypto.randomUUID(),
    seq: index + 1,
    kind: 'total',
    zone,
    round: 1,
    barcode: codes.get(row.sku_id) ?? '',
    imperfect_type: row.imperfect_type,
    qty: row.qty_on_hand + (index === 0 ? 1 : 0),
    counted_at: new Date().toISOString(),
  }));
  for (let at = 0; at < entries.length; at += 200) {
    await counter.call('/v1/stocktaking/count', { id, device_id, entries: entries.slice(at, at + 200) });
  }
  await counter.call('/v1/stocktaking/report', { id, device_id, rev: 1, zones: [{ zone, unsent: 0, finished: true }] });
}
