import { type Browser, expect, type Page, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { openBrowser, openDesk, signIn } from './desk.ts';
import { longestTask } from './longest-task.ts';
import { type RunningProduct, startProduct } from './running-product.ts';

// Pasted lists (specification §5) in the form of an export: SKUs by the thousand, names of brands, the tree of categories.

let product: RunningProduct;
let browser: Browser;
const complaints: string[] = [];

test.beforeAll(async () => {
  product = await startProduct();
  browser = await openBrowser();
});

test.afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** The form of a purchase export, opened by somebody who may make one. */
async function form(): Promise<Page> {
  const { page } = await openDesk(browser, { complaints, permissions: ['clipboard-read', 'clipboard-write'] });
  await signIn(page, { product, username: 'buyMgr' });
  await page.goto(`${product.address}/order/exportList`);
  await page.getByRole('button', { name: '新建' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '采购' }).click();
  await expect(page.getByLabel('采购单号', { exact: true })).toBeVisible();
  return page;
}

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('Control+v');
}

const numbers = (count: number) =>
  Array.from({ length: count }, (_, at) => `CG26112${String(at).padStart(8, '0')}`).join('\n');

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

test('lists by the thousand cost the page no more than a letter typed into its form', async () => {
  const page = await form();
  const name = page.getByRole('textbox', { name: '名称' });
  await name.click();
  const letter = await longestTask(page, () => page.keyboard.type('x'));
  const box = page.getByLabel('采购单号', { exact: true });
  for (const count of [5001, 200_000]) {
    await box.click();
    await page.evaluate((words) => navigator.clipboard.writeText(words), numbers(count));
    const pasting = await longestTask(page, async () => {
      await page.keyboard.press('Control+v');
      await expect(page.getByText('一次最多输入5000个')).toBeVisible();
    });
    // Drawn whole, five thousand lines alone take four times as long as a letter.
    expect(pasting, `${count} lines, against ${letter} ms for a letter`).toBeLessThan(letter * 2.5);
    const drawn = await box.evaluate((area) => (area as HTMLTextAreaElement).value.split('\n').length);
    expect(drawn).toBe(300);
    await page.getByRole('button', { name: '清空' }).first().click();
    await expect(page.getByText('一次最多输入5000个')).toHaveCount(0);
  }
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
  const caller = await product.as('buyMgr');
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
  expect(complaints).toEqual([]);
});
