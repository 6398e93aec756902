import { readFileSync } from 'node:fs';
import { type Download, expect, type Locator, type Page, test } from '@playwright/test';
import { addTask, cancelTask, downloadTicket, retryTask, taskDetail, taskList } from '#contract/areas/tasks/calls.ts';
import type { Task } from '#contract/areas/tasks/task.ts';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// Export tasks by the top bar (specification §2, §4, §5, §8): refused first, then made, watched, saved, cancelled, retried.

const office = openOffice();
let page: Page;
let polled: string[];

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  page = await office.newDesk({ acceptDownloads: true, serviceWorkers: 'block' });
  polled = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/getTaskPercent')) polled.push(request.url());
  });
  await office.signIn(page, 'super');
});

const icon = () => page.getByRole('button', { name: /^工单($|，)/ });
const panel = () => page.getByRole('region', { name: '工单' });
const dialog = () => page.getByRole('dialog');
const press = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true }).click();
const newest = () => panel().getByRole('row').nth(1);
const wrong = () => dialog().getByRole('alert').allTextContents();

async function openForm(kind: string): Promise<void> {
  await press(panel(), '新建');
  await expect(page.getByRole('dialog', { name: '工单类型' })).toBeVisible();
  await press(dialog(), kind);
  await expect(page.getByRole('dialog', { name: `${kind}导出` })).toBeVisible();
}

// A list that is just closing takes a click without a choice: what was chosen must stand in the form.
async function choose(label: string, option: string): Promise<void> {
  await expect(async () => {
    await dialog().getByLabel(label).click();
    await page.getByTitle(option, { exact: true }).last().click({ timeout: 2000 });
    await expect(dialog().getByTitle(option, { exact: true })).toBeVisible({ timeout: 1000 });
  }).toPass();
}

// A list of spans that is still opening moves away under the press.
async function lastThirtyDays(label: string): Promise<void> {
  const start = dialog().getByLabel(label, { exact: true }).and(page.getByPlaceholder('开始时间'));
  await expect(async () => {
    await start.click();
    await page.getByText('近30天').filter({ visible: true }).click({ timeout: 2000 });
    await expect(start).not.toHaveValue('', { timeout: 1000 });
  }).toPass();
}

// No field of the goods export holds a comma or a line break before the number of the style.
async function recordsOf(download: Download): Promise<string[][]> {
  const text = readFileSync(await download.path(), 'utf8');
  expect(text.startsWith('\uFEFF')).toBe(true);
  return text
    .slice(1)
    .split(/\r?\n/)
    .filter((line) => line !== '')
    .map((line) => line.split(','));
}

const day = '2026-03-02T00:00:00.000Z';

test('the tasks of another are none of mine', async () => {
  const whs = await office.product.as('whs');
  const { id } = await whs.call<{ id: number }>(
    addTask.path,
    { task_type: 5, task_name: '仓库的', export_type: 1 },
    'task',
  );
  const own = await office.product.as('super');
  for (const call of [taskDetail, cancelTask, retryTask, downloadTicket])
    await expect(own.call(call.path, { task_id: id }, 'task')).rejects.toThrow(/4004/);
  await expect(own.call(taskList.path, { admin_id: whs.uid, page: 1, page_size: 20 }, 'task')).rejects.toThrow(
    /admin_id/,
  );
  const { list } = await own.call<{ list: Task[] }>(taskList.path, { page: 1, page_size: 20 }, 'task');
  expect(list).toEqual([]);
  // Whoever does not see orders does not export them.
  const goods = await office.product.as('goods');
  const orders = { task_type: 2, task_name: '订单', export_type: 3, os_start_time: day, os_end_time: day };
  await expect(goods.call(addTask.path, orders, 'task')).rejects.toThrow(/4003/);
});

test('an empty panel, its picker and its forms have no flaws, and are left by the keyboard', async () => {
  await icon().focus();
  await page.keyboard.press('Enter');
  await expect(panel().getByText('暂无数据')).toBeVisible();
  expect(await flawsOf(page)).toEqual([]);
  await openForm('订单');
  expect(await flawsOf(page, { within: '.ant-modal' })).toEqual([]);
  await press(dialog(), '上一步');
  expect(await flawsOf(page, { within: '.ant-modal' })).toEqual([]);
  await expect(dialog().getByRole('button', { name: '订单' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await expect(panel().getByRole('button', { name: '新建' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel()).toHaveCount(0);
  await expect(icon()).toBeFocused();
});

test('forms say what is wrong in the words of the specification, and send nothing', async () => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith(addTask.path)) sent.push(request.url());
  });
  await icon().click();
  await openForm('商品');
  await dialog().getByLabel('名称').fill('');
  await press(dialog(), '保存并提交');
  await expect.poll(wrong).toEqual(['名称不能为空', '请选择类型']);
  await dialog().getByLabel('名称').fill('秋装');
  await choose('导出类型', '商品(SPU)明细');
  await press(dialog(), '保存并提交');
  await expect.poll(wrong).toEqual(['请选择时间']);
  await press(dialog(), '上一步');
  await press(dialog(), '订单');
  await press(dialog(), '保存并提交');
  await expect.poll(wrong).toEqual(['导出类型不能为空']);
  await choose('导出类型', '订单明细');
  await press(dialog(), '保存并提交');
  await expect.poll(wrong).toEqual(['最少选中一项时间!']);
  await choose('导出类型', '售后明细');
  await press(dialog(), '保存并提交');
  await expect.poll(wrong).toEqual(['请选择售后时间!']);
  await expect(dialog().getByLabel('品牌')).toHaveCount(0);
  await press(dialog(), '上一步');
  await press(dialog(), '商品');
  await expect(dialog().getByLabel('名称')).toHaveValue('秋装');
  expect(sent).toEqual([]);
});

test('an export is made once, seen to its end without asking, and saved with the rows of the list', async () => {
  await dialog().getByRole('radio', { name: '创建时间' }).check();
  await lastThirtyDays('创建时间');
  await dialog().getByRole('button', { name: '保存并提交' }).dblclick();
  await expect(page.getByText('工单已创建')).toBeVisible();
  await expect(dialog()).toHaveCount(0);
  await expect(newest()).toContainText('秋装');
  await expect(newest()).toContainText('已完成');
  await expect(icon()).toHaveAccessibleName('工单');
  expect(polled).toEqual([]);
  expect(await flawsOf(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    newest().getByRole('button', { name: /^下载/ }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('秋装.csv');
  const [heading = [], ...records] = await recordsOf(download);
  const seer = await office.product.as('super');
  const { total } = await seer.call<{ total: number }>('/v1/spu/spuList', { page: 1, page_size: 1, exact: true });
  expect(records).toHaveLength(total);
  const number = heading.indexOf('SPU编码');
  const listed = await seer.call<{ list: { spu_no: string }[] }>('/v1/spu/spuList', { page: 1, page_size: 500 });
  const exported = new Set(records.map((record) => record[number]));
  expect(listed.list.filter(({ spu_no }) => !exported.has(spu_no))).toEqual([]);
});

test('its detail says what it was asked; a file that is refused is a message and no file', async () => {
  await page.route('**/getDetail', (route) =>
    route.fulfill({ json: { code: 4001, msg: '详情暂时取不到', field: null, result: null } }),
  );
  await newest().getByRole('button', { name: /^详情/ }).click();
  await expect(page.getByRole('status').getByText('详情暂时取不到')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  await page.unroute('**/getDetail');
  await newest().getByRole('button', { name: /^详情/ }).click();
  await expect(dialog()).toContainText('商品(SPU)明细');
  expect(await flawsOf(page, { within: '.ant-modal' })).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(dialog()).toHaveCount(0);
  const saved: Download[] = [];
  page.on('download', (download) => saved.push(download));
  await page.route('**/download/**', (route) =>
    route.fulfill({ json: { code: 4004, msg: '文件不存在或已过期', result: null } }),
  );
  await newest().getByRole('button', { name: /^下载/ }).click();
  await expect(page.getByText('文件不存在或已过期')).toBeVisible();
  await page.unroute('**/download/**');
  expect(saved).toEqual([]);
});

test('a file too large for a page goes to the disk by a ticket', async () => {
  // As the page judges a large one: by its head, before anything of it is read.
  await page.route(
    (url) => url.pathname.startsWith('/download/') && !url.searchParams.has('ticket'),
    (route) => route.fulfill({ json: { code: 4130, msg: '提交的内容过大', result: null } }),
  );
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    newest().getByRole('button', { name: /^下载/ }).click(),
  ]);
  expect(new URL(download.url()).searchParams.get('ticket')).not.toBeNull();
  expect(download.suggestedFilename()).toMatch(/秋装.*\.csv$/);
  expect((await recordsOf(download)).length).toBeGreaterThan(1);
  await page.unrouteAll();
});

test('one that waits is cancelled, and begins anew', async () => {
  const { database, close } = await office.product.database();
  const lock = await database.pool.connect();
  await lock.query('begin; lock table spu in access exclusive mode');
  try {
    await openForm('商品');
    await choose('导出类型', '商品(SPU)明细');
    await dialog().getByRole('radio', { name: '创建时间' }).check();
    await lastThirtyDays('创建时间');
    await press(dialog(), '保存并提交');
    await expect(newest()).toContainText('进行中');
    await expect(icon()).toHaveAccessibleName('工单，1 个进行中');
    await newest().getByRole('button', { name: /^取消/ }).click();
    await expect(newest()).toContainText('已取消');
    await expect(icon()).toHaveAccessibleName('工单');
  } finally {
    await lock.query('rollback');
    lock.release();
    await close();
  }
  await newest().getByRole('button', { name: /^重试/ }).click();
  await expect(newest()).toContainText('已完成');
});

test('the page has all of them, filtered by state and kind, and the badge follows on it', async () => {
  await panel().getByRole('link', { name: '全部' }).click();
  await expect(page).toHaveURL(/\/order\/exportList$/);
  await expect(page.getByText('共2条')).toBeVisible();
  expect(await flawsOf(page, { tables: true })).toEqual([]);
  await page.getByRole('search').getByLabel('状态').click();
  await page.getByTitle('已取消').click();
  await page.keyboard.press('Escape');
  await press(page, '查询');
  await expect(page.getByText('共0条')).toBeVisible();
  await press(page, '重置');
  await expect(page.getByText('共2条')).toBeVisible();
  await page.goto(`${office.product.address}/dashboard/index`);
  await expect(page.getByRole('region', { name: '最近工单' }).getByRole('link')).toHaveCount(2);
  expect(office.complaints).toEqual([]);
});
