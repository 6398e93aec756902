import { expect, type Page } from '@playwright/test';
import type { openOffice } from './office.ts';

/** The form of an export, of purchases by default, opened by somebody who may make it. */
export async function exportForm(
  office: ReturnType<typeof openOffice>,
  { kind = '采购', username = 'buyMgr' } = {},
): Promise<Page> {
  const page = await office.deskOf(username, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.goto(`${office.product.address}/order/exportList`);
  await page.getByRole('button', { name: '新建' }).click();
  await page.getByRole('dialog').getByRole('button', { name: kind }).click();
  await expect(page.getByRole('textbox', { name: '名称' })).toBeVisible();
  return page;
}

/** Pastes words where the focus is. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((words) => navigator.clipboard.writeText(words), text);
  await page.keyboard.press('Control+v');
}

/** So many numbers of purchase orders, a line each. */
export const numbers = (count: number) =>
  Array.from({ length: count }, (_, at) => `CG26112${String(at).padStart(8, '0')}`).join('\n');
