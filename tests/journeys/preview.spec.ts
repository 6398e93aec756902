import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { flawsOf } from './accessible.ts';
import { openOffice } from './office.ts';

// The file of an export, looked at without leaving the page: read in a worker, searched whole, saved as it came.

const office = openOffice();

for (const format of ['csv', 'xlsx']) {
  test(`a ${format} of stock is shown, searched and saved`, async () => {
    const caller = await office.product.as('whsMgr');
    await caller.call(
      '/v1/task/addTask',
      { task_type: 5, task_name: `库存 ${format}`, format, export_type: 2 },
      'task',
    );
    const page = await office.deskOf('whsMgr');
    await page.goto(`${office.product.address}/order/exportList`);
    const row = page.getByRole('row', { name: `库存 ${format}` });
    await expect(row.getByText('已完成')).toBeVisible();
    await row.getByRole('button', { name: '预览' }).click();

    const dialog = page.getByRole('dialog');
    await expect(dialog.getByText('显示前 100 行')).toBeVisible();
    await expect(dialog.getByRole('columnheader', { name: 'SKU编码' })).toBeVisible();
    await expect(dialog.getByRole('row')).toHaveCount(101);
    expect(await flawsOf(page, { within: '[role=dialog]' })).toEqual([]);

    await dialog.getByLabel('包含的内容').fill('没有这样的货');
    await expect(dialog.getByText('匹配 0 行')).toBeVisible();
    await expect(dialog.getByText('暂无数据')).toBeVisible();
    await dialog.getByLabel('包含的内容').fill('女童');
    await expect(dialog.getByRole('row').nth(1)).toContainText('女童');

    const saving = page.waitForEvent('download');
    await dialog.getByRole('button', { name: '保存' }).click();
    const saved = await saving;
    expect(saved.suggestedFilename()).toContain(`.${format}`);
    expect(readFileSync(await saved.path()).length).toBeGreaterThan(10_000);
    expect(office.complaints).toEqual([]);
    await page.context().close();
  });
}
