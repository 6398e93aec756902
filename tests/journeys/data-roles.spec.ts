import { expect, type Locator, type Page, test } from '@playwright/test';
import { isAccessible, openOffice } from './office.ts';

// A data role by three people: one makes it and gives it, a second approves, a third sees one warehouse where there were sixteen.

const { deskOf, open, complaints } = openOffice();

const dataRoles = '/admin/roleList?view=data';
const name = '秋季盘点';

/** Chooses the only option that a search leaves, once nothing else is offered any more, and leaves the list. */
async function choose(page: Page, select: Locator, words: string): Promise<void> {
  await select.click();
  await select.pressSequentially(words);
  const offered = page.locator('.ant-select-item-option:visible');
  await expect(offered).toHaveText([new RegExp(words)]);
  await offered.click();
  await expect(page.locator('.ant-select-selection-item', { hasText: words })).toBeVisible();
  await select.blur();
}

/** From the roles to the data roles: until these are there, the buttons are those of the roles. */
async function toDataRoles(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: '视图' }).getByRole('link', { name: '数据角色' }).click();
  await expect(page.getByRole('row', { name: /嘉兴总仓/ })).toBeVisible();
}

const limitOf = (form: Locator) => form.getByLabel('仓库', { exact: true });
const save = (form: Page | Locator) => form.getByRole('button', { name: '保存', exact: true }).click();

test('who has no key sees no entry and a closed door, and who may only look makes none', async () => {
  const nobody = await deskOf('whs');
  await expect(nobody.getByText('权限管理', { exact: true })).toHaveCount(0);
  await open(nobody, dataRoles);
  await expect(nobody.getByRole('main').getByRole('alert').first()).toContainText('没有操作权限');
  await isAccessible(nobody);
  await nobody.context().close();

  const looker = await deskOf('hr');
  await open(looker, dataRoles);
  await expect(looker.getByRole('row', { name: /嘉兴总仓/ })).toBeVisible();
  await expect(looker.getByRole('button', { name: /新建|编辑|停用/ })).toHaveCount(0);
  await isAccessible(looker);
  await looker.context().close();
});

test('a data role is refused, made, given and approved; its holder sees one warehouse, and its limits are settled', async () => {
  const holder = await deskOf('whs');
  await open(holder, '/basicbox/ckList');
  const seen = holder.getByRole('main').locator('tbody tr[data-row-key]');
  await expect(seen).toHaveCount(16);
  const other = await seen.filter({ hasText: '佛山总仓' }).getAttribute('data-row-key');

  const maker = await deskOf('it');
  await open(maker, '/admin/roleList');
  await toDataRoles(maker);
  await maker.getByRole('button', { name: '新建', exact: true }).click();
  const form = maker.getByRole('dialog', { name: '新增数据角色' });
  await save(form);
  await expect(form.getByText('名称不能为空')).toBeVisible();
  await isAccessible(maker);
  // The server's own refusal stands on the same input.
  await form.getByLabel('名称').fill('嘉兴总仓');
  await choose(maker, limitOf(form), '嘉兴电商仓');
  await save(form);
  await expect(form.locator('[data-field="name"]').getByRole('alert')).toContainText('已存在');
  await form.getByLabel('名称').fill(name);
  await save(form);
  await expect(form).toHaveCount(0);
  const row = maker.getByRole('row', { name });
  await expect(row).toContainText('嘉兴电商仓');
  await isAccessible(maker);

  await open(maker, '/admin/accounCenter');
  await maker.getByRole('link', { name: '王铁柱' }).click();
  await choose(maker, maker.getByLabel('数据角色'), name);
  await save(maker);
  await expect(maker.getByRole('status', { name: '待审批授权' })).toContainText('已提交，待另一人审批');
  await isAccessible(maker);
  // Nothing holds yet, but what was asked for can no longer become something else.
  await holder.reload();
  await expect(seen).toHaveCount(16);
  await refusesOtherLimits(maker, '1 个待审批申请使用此数据角色，数据范围不能再改');

  const second = await deskOf('hr');
  await open(second, '/admin/accounCenter?view=grants');
  const request = second.getByRole('article', { name: '员工 王铁柱' });
  await expect(request).toContainText(name);
  await request.getByRole('button', { name: '批准' }).click();
  await second.getByRole('dialog').getByRole('button', { name: '批准' }).click();
  await expect(request).toHaveCount(0);
  await second.context().close();

  await holder.reload();
  await expect(seen).toHaveCount(1);
  await expect(seen).toContainText('嘉兴电商仓');
  await isAccessible(holder);
  await open(holder, `/basicbox/addCk?id=${other}`);
  await expect(holder.getByRole('main').getByRole('alert').first()).toContainText('数据不存在');
  await holder.context().close();
  await refusesOtherLimits(maker, '1 名员工使用此数据角色，数据范围不能再改', { again: true });
  await maker.context().close();
});

/** The page says beforehand that limits are settled once in use, and refuses others on their input. */
async function refusesOtherLimits(page: Page, words: string, { again = false } = {}): Promise<void> {
  await open(page, dataRoles);
  await expect(page.getByText('有员工、角色或待审批申请使用后，数据范围不能再改')).toBeVisible();
  await page.getByRole('row', { name }).getByRole('button', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: '编辑数据角色' });
  // What was refused before is still there as a draft.
  if (again) await form.getByRole('button', { name: '放弃' }).click();
  await choose(page, limitOf(form), '佛山总仓');
  await save(form);
  await expect(form.locator('[data-field="warehouse_ids"]').getByRole('alert')).toContainText(words);
  await isAccessible(page);
}

test('nothing went against the content security policy', () => {
  expect(complaints).toEqual([]);
});

test('a role for one warehouse, made from one there is, costs fifteen clicks at most', async () => {
  let clicks = 0;
  const maker = await deskOf('it');
  await maker.exposeFunction('countClick', () => (clicks += 1));
  await maker.addInitScript(() =>
    addEventListener('pointerdown', () => (globalThis as unknown as { countClick(): void }).countClick(), true),
  );
  await open(maker, '/admin/roleList');
  await toDataRoles(maker);
  await maker.getByRole('button', { name: '新建', exact: true }).click();
  const form = maker.getByRole('dialog', { name: '新增数据角色' });
  await form.getByLabel('名称').pressSequentially('佛山一仓');
  await choose(maker, limitOf(form), '佛山总仓');
  await save(form);
  await expect(form).toHaveCount(0);
  await maker.getByRole('navigation', { name: '视图' }).getByRole('link', { name: '角色', exact: true }).click();
  await maker.getByRole('row', { name: /仓库/ }).first().getByRole('button', { name: '复制新建' }).click();
  await expect(maker.getByText(/的权限和数据角色新建。/)).toBeVisible();
  await maker.getByLabel('角色编码').fill('fsone');
  await choose(maker, maker.getByLabel('数据角色'), '佛山一仓');
  await maker.getByRole('button', { name: '核对并保存' }).click();
  await maker.getByRole('dialog').getByRole('button', { name: /^保存/ }).click();
  await expect(maker.getByRole('dialog')).toHaveCount(0);
  expect(clicks).toBeGreaterThan(5);
  expect(clicks).toBeLessThanOrEqual(15);
  await maker.context().close();
});
