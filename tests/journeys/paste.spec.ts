import { expect, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { exportForm, numbers, paste } from './export-form.ts';
import { openOffice } from './office.ts';

// Pasted lists (specification §5) in the form of an export: SKUs by the thousand, names of brands, the tree of categories.

const office = openOffice();
const form = () => exportForm(office);

test('a list of 5001 is cut at 5000, says so, and stands ready to be sent', async () => {
  const page = await form();
  const workers: string[] = [];
  page.on('worker', (worker) => workers.push(worker.url()));
  const box = page.getByLabel('采购单号', { exact: true });
  await box.click();
  await paste(page, numbers(5001));
  await expect(page.getByText('一次最多输入5000个')).toBeVisible();
  await expect(page.getByText('已输入 5,000 个')).toBeVisible();
  expect(workers.filter((url) => url.includes('paste.worker'))).toHaveLength(1);
  // A repeat is named, and what is pasted next goes behind what is there.
  await page.getByRole('button', { name: '清空' }).first().click();
  await box.click();
  await paste(page, `${numbers(400)}\nCG2611200000007`);
  await expect(page.getByText('已去掉重复 1 个：CG2611200000007')).toBeVisible();
  await paste(page, 'CG-LAST');
  await expect(page.getByText('已输入 401 个')).toBeVisible();
  expect(await flawsOf(page, { within: '[role=dialog]' })).toEqual([]);
  await page.context().close();
});

test('names of brands are found, what names none stays in the box', async () => {
  const page = await form();
  const [known, other] = await brandNames();
  const field = page.locator('[data-field="brand_ids"]');
  await field.getByRole('button', { name: '粘贴' }).click();
  const box = page.getByLabel('品牌名称');
  await expect(box).toBeFocused();
  await paste(page, `${known}，没有这个牌子\n${other},${known}`);
  await page.getByRole('button', { name: '匹配' }).click();
  await expect(page.getByText('已添加 2 个')).toBeVisible();
  await expect(box).toHaveValue('没有这个牌子');
  expect(await flawsOf(page, { within: '.desk-paste-over' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(box).toHaveCount(0);
  // The dialog around it is still there.
  await expect(field.getByText(known ?? '').last()).toBeVisible();
  await page.context().close();
});

async function brandNames(): Promise<string[]> {
  const caller = await office.product.as('buyMgr');
  const { list } = await caller.call<{ list: { title: string }[] }>('/v1/brand/getBrands', { page_size: 2 });
  return list.map(({ title }) => title);
}

test('of a chosen path of categories the leaf alone is kept, found by its first letters', async () => {
  const page = await form();
  const field = page.locator('[data-field="category_ids"]');
  await field.getByRole('combobox').click();
  await page.keyboard.type('tx');
  await page.getByText('女装 / 上装 / T恤').click();
  await page.keyboard.press('Escape');
  await expect(field.getByText('T恤', { exact: true }).last()).toBeVisible();
  await expect(field.getByText('女装')).toHaveCount(0);
  expect(await flawsOf(page, { within: '[role=dialog]' })).toEqual([]);
  await page.context().close();
});

test('nothing of it offends the policy of the page', () => {
  expect(office.complaints).toEqual([]);
});
