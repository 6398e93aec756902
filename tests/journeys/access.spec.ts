import { expect, type Locator, type Page, test } from '@playwright/test';
import { isAccessible, openOffice } from './office.ts';

// Access control by four people: one asks, another refuses and approves, a third gains a menu entry, a fourth sees closed doors.

const { deskOf, open, complaints } = openOffice();

/** Chooses an option of a select that is searched. */
async function choose(page: Page, select: Locator, words: string): Promise<void> {
  await select.click();
  await select.pressSequentially(words);
  await page.locator('.ant-select-item-option', { hasText: words }).first().click();
}

/** Ticks a permission of the tree, found by its key. */
async function tick(page: Page, key: string): Promise<void> {
  await page.getByLabel('查找权限').fill(key);
  await page.locator('.tree-line', { has: page.getByText(key, { exact: true }) }).click();
}

/** The list of staff, which has more than one page, asked for one of them. */
const soughtStaff = '/admin/accounCenter?keyword=秦思雨';

/** Asks for a role for 秦思雨 and answers what the page says. */
async function askForRole(page: Page): Promise<void> {
  await open(page, soughtStaff);
  await page.getByRole('link', { name: '秦思雨' }).click();
  await expect(page.getByRole('heading', { name: '编辑员工' })).toBeVisible();
  await choose(page, page.getByLabel('角色 · 零售后台'), '账号查询');
  // A list of several stays open.
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByRole('status', { name: '待审批授权' })).toContainText('已提交，待另一人审批');
}

const screens = [
  '/admin/accounCenter',
  '/admin/addStaf',
  '/admin/roleList',
  '/admin/addRole',
  '/admin/originNal',
  '/admin/addOrigin',
];

test('who has no key sees no entry, and closed doors on all six screens', async () => {
  const page = await deskOf('whs');
  await expect(page.getByText('权限管理', { exact: true })).toHaveCount(0);
  for (const address of screens) {
    await open(page, address);
    await expect(page.getByRole('main').getByRole('alert').first()).toContainText('没有操作权限');
  }
  await isAccessible(page);
  await page.context().close();
});

test('nobody edits their own rights, and the page says why', async () => {
  const page = await deskOf('it');
  await open(page, '/admin/accounCenter');
  await page.getByRole('link', { name: '方知行' }).click();
  await expect(page.getByText('只能由他人修改')).toBeVisible();
  await expect(page.getByLabel('角色 · 零售后台')).toBeDisabled();
  await expect(page.getByLabel('主组织')).toBeDisabled();
  await expect(page.getByRole('button', { name: '重置密码' })).toHaveCount(0);
  await page.context().close();
});

test('a role, a grant that is refused, a grant that is approved, and the entry it opens', async () => {
  const asker = await deskOf('it');
  await open(asker, '/admin/addRole');
  await asker.getByRole('button', { name: '保存', exact: true }).click();
  await expect(asker.getByText('角色名称不能为空')).toBeVisible();
  await asker.getByLabel('角色名称').fill('账号查询');
  await asker.getByLabel('角色编码').fill('accountViewer');
  // What the editor does not hold rests, with the reason.
  await asker.getByLabel('查找权限').fill('stock:view');
  await expect(asker.getByRole('treeitem', { name: /您没有此权限/ }).last()).toBeVisible();
  await tick(asker, 'admin:view');
  await isAccessible(asker);
  await asker.getByRole('button', { name: '核对并保存' }).click();
  const review = asker.getByRole('dialog');
  await expect(review).toContainText('新增权限 1 项');
  await review.getByRole('button', { name: '保存' }).click();
  await expect(asker).toHaveURL(/roleList/);
  await expect(asker.getByRole('link', { name: '账号查询' })).toBeVisible();
  await isAccessible(asker);

  const gainer = await deskOf('cs');
  await expect(gainer.getByText('权限管理', { exact: true })).toHaveCount(0);

  await askForRole(asker);
  // Who asks cannot approve; they can take it back.
  await expect(asker.getByRole('button', { name: '批准' })).toHaveCount(0);
  await expect(asker.getByRole('button', { name: '撤回' })).toBeVisible();
  await isAccessible(asker);

  const second = await deskOf('hr');
  await open(second, soughtStaff);
  await expect(second.getByRole('row', { name: /秦思雨/ }).getByText('待审批')).toBeVisible();
  await isAccessible(second);
  await second.getByRole('link', { name: /待审批授权/ }).click();
  const request = second.getByRole('article', { name: '员工 秦思雨' });
  await expect(request).toContainText('账号查询');
  await isAccessible(second);
  await request.getByRole('button', { name: '驳回' }).click();
  const no = second.getByRole('dialog');
  await no.getByRole('button', { name: '驳回' }).click();
  await expect(no.getByText('请填写驳回原因')).toBeVisible();
  await no.getByLabel('驳回原因').fill('客服不需要查询账号');
  await no.getByRole('button', { name: '驳回' }).click();
  await expect(request).toHaveCount(0);
  await gainer.reload();
  await expect(gainer.getByText('权限管理', { exact: true })).toHaveCount(0);

  await askForRole(asker);
  await second.reload();
  await request.getByRole('button', { name: '批准' }).click();
  await second.getByRole('dialog').getByRole('button', { name: '批准' }).click();
  await expect(request).toHaveCount(0);
  await second.getByText('已驳回', { exact: true }).click();
  await expect(second.getByText('客服不需要查询账号')).toBeVisible();
  await second.context().close();

  await gainer.reload();
  await expect(gainer.getByText('权限管理', { exact: true })).toBeVisible();
  await open(gainer, soughtStaff);
  await expect(gainer.getByRole('link', { name: '秦思雨' })).toBeVisible();
  await gainer.context().close();

  // More for the role: the review names whom it touches, and it waits for a second person too.
  await open(asker, '/admin/roleList');
  await asker.getByRole('link', { name: '账号查询' }).click();
  await tick(asker, 'role:view');
  // What is ticked waits while another page is looked at.
  await asker.getByRole('link', { name: '组织架构' }).click();
  await expect(asker).toHaveURL(/originNal/);
  await asker.getByRole('tab', { name: /有未保存的修改/ }).click();
  await asker.getByRole('button', { name: '核对并保存' }).click();
  const people = asker.getByRole('dialog').getByRole('region', { name: '影响的员工' });
  await expect(people).toContainText('秦思雨');
  await expect(people).toContainText('获得 1 项');
  await isAccessible(asker);
  await asker.getByRole('button', { name: '保存并提交审批' }).click();
  await expect(asker.getByRole('status', { name: '待审批授权' })).toContainText('已提交，待另一人审批');
  await asker.context().close();
});

test('the organisation is dragged, stepped and moved by keyboard, and taken back', async () => {
  const page = await deskOf('it');
  await open(page, '/admin/originNal');
  const tree = page.getByRole('tree', { name: '组织架构' });
  const line = (name: string) => tree.locator('.tree-line', { hasText: name });
  await isAccessible(page);
  await expect(page.getByRole('heading', { name: /成员 \d\d/ })).toBeVisible();

  await line('客服部').dragTo(line('营销部'));
  const asked = page.getByRole('dialog');
  await expect(asked).toContainText('移动“客服部”');
  await expect(asked).toContainText('“营销部”下');
  await asked.getByRole('button', { name: '移动' }).click();
  await expect(page.getByText('已将“客服部”移到“营销部”下')).toBeVisible();
  await expect(line('营销部')).toHaveAttribute('aria-expanded', 'false');
  await page.getByRole('button', { name: '撤销' }).click();
  await expect(line('客服部')).toHaveAttribute('aria-level', '2');

  // By keyboard alone: down to 采购一部, choose it, step it up.
  await tree.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: '采购一部(女装)' })).toBeVisible();
  await page.getByRole('button', { name: '上移' }).click();
  await expect(line('采购一部(女装)')).toHaveAttribute('aria-posinset', '1');
  await expect(page.getByRole('button', { name: '上移' })).toBeDisabled();
  await page.getByRole('button', { name: '移到…' }).click();
  await choose(page, page.getByRole('combobox', { name: '位置' }), '在“财务部”之后');
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '移动' }).click();
  await expect(line('采购一部(女装)')).toHaveAttribute('aria-posinset', '5');

  await page.getByRole('button', { name: '新增下级' }).click();
  await page.getByLabel('组织名称').fill('女装一组');
  await page.getByLabel('组织编码').fill('CG101');
  await isAccessible(page);
  await page.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page).toHaveURL(/originNal/);
  // The way to the one that was chosen stands open.
  await expect(line('女装一组')).toHaveAttribute('aria-level', '3');
  await page.context().close();
});

test('nothing went against the content security policy', () => {
  expect(complaints).toEqual([]);
});
