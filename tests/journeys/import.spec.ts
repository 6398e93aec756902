import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { sheetRecords } from '#server/sheets/sheet-records.ts';
import { fileSource } from '#server/sheets/sheet-source.ts';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// A sheet on its way into the product: refused first, then its columns, a rehearsal, the import, and the same again.

const office = openOffice();
let page: Page;

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  page = await office.deskOf('goods', { acceptDownloads: true });
});

const file = (name: string, content: string | Buffer) =>
  page.setInputFiles('input[type=file]', { name, mimeType: 'text/csv', buffer: Buffer.from(content) });
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
const sheet = '条码,品名,吊牌价\nIMPORT-1,甲,129\nIMPORT-2,乙,99.5\n含 空格,丙,1\n';

test('who may import nothing sees no page, and a file that is no table is told as such', async () => {
  const other = await office.deskOf('cs');
  await other.goto(`${office.product.address}/ops/import`);
  await expect(other.getByRole('alert')).toContainText('没有操作权限');
  await other.context().close();
  await page.goto(`${office.product.address}/shops/importShop`);
  await expect(page.getByRole('heading', { name: '导入商品' })).toBeVisible();
  await file('goods.csv', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]));
  await expect(page.getByRole('alert')).toContainText('既不是 CSV 也不是 XLSX');
  await file('goods.xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 1]));
  await expect(page.getByRole('alert')).toContainText('旧版');
  expect(await flawsOf(page)).toEqual([]);
});

test('the template is saved', async () => {
  const saving = page.waitForEvent('download');
  await press('下载模板');
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('导入商品模板.xlsx');
  expect(
    readFileSync(await saved.path())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK');
});

test('columns are guessed and changeable, what is missing is named', async () => {
  await file('商品.csv', sheet.replace('吊牌价', '多少钱'));
  await expect(page.getByText('还缺：单价')).toBeVisible();
  await expect(page.getByRole('button', { name: '试运行', exact: true })).toBeDisabled();
  await page.getByLabel('单价在文件中的列').click();
  await page.getByTitle('多少钱').click();
  await expect(page.getByText('129 · 99.5 · 1')).toBeVisible();
  await expect(page.getByRole('button', { name: '试运行', exact: true })).toBeEnabled();
  expect(await flawsOf(page)).toEqual([]);
});

test('a rehearsal tells every row at once and writes nothing, the import takes them', async () => {
  await press('试运行');
  await expect(page.getByText('试运行完成，未写入')).toBeVisible();
  const remarks = page.getByRole('region', { name: '说明' });
  await expect(remarks.getByRole('row').filter({ hasText: '含 空格' })).toContainText('不是条码');
  await remarks.getByLabel('按编码或说明筛选').fill('没有的');
  await expect(remarks.getByText('没有符合的行')).toBeVisible();
  await remarks.getByLabel('按编码或说明筛选').fill('');
  const saving = page.waitForEvent('download');
  await press('下载全部');
  const refused: string[] = [];
  for await (const { cells } of sheetRecords(fileSource(await (await saving).path()))) refused.push(cells.join('|'));
  expect(refused).toEqual([expect.stringMatching(/^条码\|.*行号\|原因$/), expect.stringContaining('含 空格')]);
  expect(await flawsOf(page)).toEqual([]);
  await press('导入');
  await expect(page.getByText('导入完成')).toBeVisible();
  await expect(page.getByText('新增商品（一款一货品）').locator('..')).toContainText('2');
});

test('the same file again adds nothing', async () => {
  await press('再导入一个文件');
  await file('商品.csv', sheet);
  await press('试运行');
  await expect(page.getByText('新增商品（一款一货品）').locator('..')).toContainText('0');
});

test('all of it by keyboard', async () => {
  await page.goto(`${office.product.address}/ops/import`);
  await expect(page.getByRole('heading', { name: '数据导入' })).toBeVisible();
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '选择文件' }).focus();
  await page.keyboard.press('Enter');
  await (await choosing).setFiles({ name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from(sheet) });
  await page.getByRole('button', { name: '试运行', exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('试运行完成，未写入')).toBeVisible();
});

test('a catalogue in colours and sizes: what there is not stands in the way until it is to be made, then it is styles', async () => {
  const catalogue =
    '款号,条码,商品名称,品牌,颜色,尺码,吊牌价,备注\nJOURNEY-1,JOURNEY-11,针织衫,行旅,黑,S,199,a\nJOURNEY-1,JOURNEY-12,针织衫,行旅,薄荷绿,M,199,b\n';
  await page.goto(`${office.product.address}/ops/import`);
  await file('目录.csv', catalogue);
  await expect(page.getByText('没有用到文件中的：备注')).toBeVisible();
  await expect(page.getByLabel('季节在文件中的列')).toHaveCount(0);
  await page.getByRole('button', { name: /文件中没有的 \d+ 项/ }).click();
  await expect(page.getByLabel('季节在文件中的列')).toBeVisible();
  expect(await flawsOf(page)).toEqual([]);
  await press('试运行');
  const row = page.getByRole('region', { name: '说明' }).getByRole('row').filter({ hasText: 'JOURNEY-12' });
  await expect(row).toContainText('没有品牌“行旅”；没有颜色“薄荷绿”');
  await press('上一步');
  await page.getByRole('switch', { name: /新建没有的/ }).click();
  await press('试运行');
  await expect(page.getByText('试运行完成，未写入')).toBeVisible();
  await press('导入');
  await expect(page.getByText('导入完成')).toBeVisible();
  for (const [label, figure] of [
    ['新增商品（款）', '1'],
    ['新增货品', '2'],
    ['新建品牌', '1'],
    ['新建颜色', '1'],
  ] as const)
    await expect(page.getByText(label, { exact: true }).locator('..')).toContainText(figure);
});

test('nothing on the way breaks a rule of the page', () => {
  expect(office.complaints).toEqual([]);
});
