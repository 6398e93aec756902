import { expect, type Page, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// What a person leaves half done is there when they are back: on another tab of the office, after a crash, and when
// somebody else has saved the same record meanwhile.

const office = openOffice();

async function brandId(): Promise<number> {
  const admin = await office.product.as('admin');
  const { list } = await admin.call<{ list: { id: number }[] }>('/v1/brand/list', { page_size: 1 });
  return list[0]?.id ?? 0;
}

/** How many drafts the disk of this browser holds. */
function draftsOn(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open('drafts-erp');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const db = opening.result;
          const counting = db.transaction('drafts').objectStore('drafts').count();
          counting.onsuccess = () => {
            db.close();
            resolve(counting.result);
          };
        };
      }),
  );
}

const tabs = (page: Page) => page.getByRole('tablist', { name: '打开的页面' }).getByRole('tab');
const intro = (page: Page) => page.getByLabel('品牌介绍');

async function openScreen(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox', { name: /界面名称/ }).fill(words);
  await expect(page.getByRole('option').first()).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('combobox', { name: /界面名称/ })).toHaveCount(0);
}

test.afterEach(() => expect(office.complaints).toEqual([]));

test('a list keeps where it was scrolled to, a drawer what is typed in it', async () => {
  const page = await office.deskOf('admin');
  await office.open(page, '/storage/stockList?page_size=100');
  const rows = page.locator('.ant-table-tbody-virtual-holder, .ant-table-body').filter({ visible: true }).first();
  await expect(page.locator('[data-row-key]').first()).toBeVisible();
  await rows.hover();
  await page.mouse.wheel(0, 1500);
  await expect.poll(() => rows.evaluate((body) => body.scrollTop)).toBeGreaterThan(1000);
  const place = await rows.evaluate((body) => body.scrollTop);
  await openScreen(page, 'jiliangdanwei');
  await page.getByRole('button', { name: '新建' }).click();
  await page.getByRole('dialog', { name: '新增计量单位' }).getByLabel('单位名称').fill('捆');
  await page.goBack();
  await expect(page.getByRole('heading', { name: '库存列表' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect.poll(() => rows.evaluate((body) => body.scrollTop)).toBe(place);
  await tabs(page).last().click();
  await expect(page.getByRole('dialog', { name: '新增计量单位' }).getByLabel('单位名称')).toHaveValue('捆');
  await page.context().close();
});

test('a page that dies while somebody types gives it back, beside what another has saved meanwhile', async () => {
  const page = await office.deskOf('admin');
  const address = `/shops/brandEdit?id=${await brandId()}`;
  await office.open(page, address);
  await intro(page).fill('写到一半');
  await expect.poll(() => draftsOn(page)).toBe(1);
  const cdp = await page.context().newCDPSession(page);
  void cdp.send('Page.crash').catch(() => {});
  await page.waitForEvent('crash');

  const other = await office.product.as('super');
  const id = await brandId();
  const before = await other.call<{ version: number; name: string }>('/v1/brand/detail', { id });
  const name = `${before.name}（改）`;
  await other.call('/v1/brand/edit', { id, version: before.version, name, intro: '对方的介绍' });

  const back = await page.context().newPage();
  back.on('pageerror', (error) => office.complaints.push(String(error)));
  await office.open(back, address);
  await expect(back.getByText(/已恢复 .* 的草稿/)).toBeVisible();
  await expect(intro(back)).toHaveValue('写到一半');
  await expect(back.getByText(/修改了本单据；您填写的内容仍在本页/)).toBeVisible();
  await back.getByRole('button', { name: '对比并合并' }).click();
  const dialog = back.getByRole('dialog', { name: '对比并合并' });
  await expect(dialog.getByRole('row', { name: /品牌介绍/ })).toContainText('对方的介绍');
  await expect(dialog.getByText(name)).toBeVisible();
  expect(await flawsOf(back)).toEqual([]);
  await dialog.getByRole('button', { name: /合\s?并/ }).click();
  await expect(dialog).toBeHidden();
  await expect(intro(back)).toHaveValue('写到一半');
  await expect(back.getByLabel('品牌名称')).toHaveValue(name);
  await back.getByRole('button', { name: '保存', exact: true }).click();
  await expect
    .poll(() => other.call('/v1/brand/detail', { id }))
    .toMatchObject({ name, intro: '写到一半', version: before.version + 2 });
  await expect.poll(() => draftsOn(back)).toBe(0);
  await page.context().close();
});
