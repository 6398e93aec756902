import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import { adjustType } from '#contract/areas/warehouse/stock-adjustment.ts';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// Vouchers of a stock adjustment: refused first, then uploaded, looked at, saved, judged with the document and kept.

const office = openOffice();
let page: Page;
let at: string;
let record: { id: number };

test.describe.configure({ mode: 'serial' });

test.beforeAll(async () => {
  const clerk = await office.product.as('whs');
  const { list: places } = await clerk.call<Listed>('/v1/warehouse/list', { page_size: 1 });
  const { list: goods } = await clerk.call<Listed>('/v1/goods/skuList', { page_size: 1 });
  record = await clerk.call<{ id: number }>('/v1/Inventory/adjustAdd', {
    warehouse_id: places[0]?.id,
    adjust_type: adjustType.gain,
    reason: '盘点以外的报溢',
    lines: [{ sku_id: goods[0]?.id, qty: 1 }],
  });
  at = `${office.product.address}/storage/stockAdjustmentDet?id=${record.id}`;
  page = await office.deskOf('whs');
});

interface Listed {
  list: { id: number }[];
}

async function open(by: Page): Promise<void> {
  await by.goto(at);
  await by.getByRole('tab', { name: /^附件/ }).click();
}

/** A picture that Chromium itself has drawn. */
const drawn = async (width: number, height: number): Promise<Buffer> =>
  Buffer.from(
    await page.evaluate(
      async ([wide, high]) => {
        const canvas = document.createElement('canvas');
        Object.assign(canvas, { width: wide, height: high });
        const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
        return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer())];
      },
      [width, height],
    ),
  );
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
const choose = (name: string, buffer: Buffer) =>
  page.setInputFiles('input[type=file]', { name, mimeType: 'application/octet-stream', buffer });
const files = (by: Page = page) => by.getByRole('list', { name: '附件列表' }).getByRole('listitem');

test('nothing is there yet; a page dressed up as a picture is refused and dropped', async () => {
  await open(page);
  await expect(page.getByText('暂无附件')).toBeVisible();
  await choose('页面.png', Buffer.from('<html><script>alert(1)</script>'));
  await expect(page.getByRole('alert')).toContainText('凭证只能是 PNG、JPEG、PDF 文件');
  expect(await flawsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '不再上传 页面.png' }).click();
  await expect(page.getByText('暂无附件')).toBeVisible();
});

test('a picture and a document are uploaded, the picture under the kind that was chosen', async () => {
  await choose('签收单.pdf', pdf);
  await expect(files()).toHaveCount(1);
  await page.getByLabel('附件类型').click();
  await page.getByTitle('现场照片').click();
  await choose('现场.png', await drawn(1200, 300));
  await expect(files()).toHaveCount(2);
  await expect(files().filter({ hasText: '现场.png' })).toContainText('现场照片');
  await expect(page.getByRole('tab', { name: '附件 2' })).toBeVisible();
  await expect(files().locator('img')).toHaveCount(1);
  expect(await flawsOf(page)).toEqual([]);
});

test('files are looked at by keyboard; a document is saved instead', async () => {
  await page.getByRole('button', { name: '预览 签收单.pdf' }).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('下载查看')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByRole('img', { name: '现场.png' })).toBeVisible();
  await expect(dialog.getByText(/1200 × 300/)).toBeVisible();
  // As laid out: the dialog itself grows while it opens.
  const width = (): Promise<number> =>
    dialog.getByRole('img', { name: '现场.png' }).evaluate((picture) => picture.clientWidth);
  const fitting = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeGreaterThan(fitting * 1.2);
  await page.keyboard.press('0');
  await expect.poll(width).toBe(fitting);
  expect(await flawsOf(page)).toEqual([]);
  await page.keyboard.press('ArrowLeft');
  const saving = page.waitForEvent('download');
  await dialog.getByRole('button', { name: '下载查看' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('签收单.pdf');
  expect(readFileSync(await saved.path()).equals(pdf)).toBe(true);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('who only looks may save and change nothing; who does not see the document gets no byte', async () => {
  const reader = await office.deskOf('auditor');
  await open(reader);
  await expect(files(reader)).toHaveCount(2);
  await expect(reader.getByRole('button', { name: '选择文件' })).toHaveCount(0);
  await expect(reader.getByRole('button', { name: /^移除/ })).toHaveCount(0);
  await reader.context().close();
  const auditor = await office.product.as('auditor');
  const { list } = await auditor.call<{ list: { id: string }[] }>('/v1/Inventory/adjustAttachments', {
    id: record.id,
  });
  await expect(auditor.call('/v1/Inventory/adjustDetach', { id: record.id, file_id: list[0]?.id })).rejects.toThrow(
    /4003/,
  );
  const stranger = await office.deskOf('cs');
  await stranger.goto(at);
  await expect(stranger.getByRole('alert')).toContainText('没有操作权限');
  const answer = await stranger.evaluate(
    async (path) =>
      await (await fetch(path, { headers: { authorization: localStorage.getItem('authorization') ?? '' } })).text(),
    `/api/file/get/${list[0]?.id}`,
  );
  expect(answer).toContain('"code":4004');
  await stranger.context().close();
});

test('a file is taken away after a question, and the history says by whom', async () => {
  await page.getByRole('button', { name: '移除 现场.png' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: '移除' }).click();
  await expect(files()).toHaveCount(1);
  await page.getByRole('tab', { name: '操作记录' }).click();
  const history = page.getByRole('tabpanel', { name: '操作记录' });
  await expect(history.getByText('移除附件')).toBeVisible();
  await expect(history.getByText('现场照片：现场.png')).toHaveCount(2);
});

test('once the document is approved its files stay, and more may be added', async () => {
  const [clerk, judge] = [await office.product.as('whs'), await office.product.as('finMgr')];
  const { version } = await clerk.call<{ version: number }>('/v1/Inventory/adjustDetail', { id: record.id });
  const submitted = await clerk.call<{ version: number }>('/v1/Inventory/adjustSubmit', { id: record.id, version });
  await judge.call('/v1/Inventory/adjustAudit', { id: record.id, version: submitted.version, result: 1 });
  await open(page);
  await expect(files()).toHaveCount(1);
  await expect(page.getByRole('button', { name: /^移除/ })).toHaveCount(0);
  await choose('补充.png', await drawn(40, 40));
  await expect(files()).toHaveCount(2);
});

test('without the network a file waits to be sent again', async () => {
  await page.context().setOffline(true);
  await choose('离线.png', await drawn(20, 20));
  await expect(page.getByRole('alert').filter({ hasText: '当前离线' })).toBeVisible();
  await page.context().setOffline(false);
  await page.getByRole('button', { name: '重试 离线.png' }).click();
  await expect(files()).toHaveCount(3);
});

test('nothing on the way breaks a rule of the page', () => {
  expect(office.complaints).toEqual([]);
});
