// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { anAdjustment } from '#src/engine/test-adjustment.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { FormPage } from './form-page.tsx';
import { renderDesk } from './test-bench.tsx';

const [detail, edit] = ['/v1/Inventory/adjustDetail', '/v1/Inventory/adjustEdit'];
const step = {
  id: 7,
  action: 'edit',
  label: '编辑',
  from_status: 0,
  to_status: 0,
  result: null,
  remark: null,
  changes: { reason: { before: '盘点差异', after: '对方的原因' } },
  admin_id: 2,
  admin_name: '李梅',
  at: '2026-11-22T02:00:00Z',
};
const theirs = { version: 4, reason: '对方的原因', remark: '对方的备注', audit: [step] };
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const input = (name: string) => screen.findByLabelText(name, { selector: `[data-field] *`, exact: false });

it('a conflict says who changed what, takes mine or theirs of each, and is saved on the new version', async () => {
  const bench = createBench();
  bench.on(detail, { result: anAdjustment({ lines: 1 }) });
  bench.on(edit, { code: 4009, msg: '单据已被他人修改，请刷新' });
  const { router } = renderDesk(
    <FormPage definition={stockAdjustment} id={8} listAt="/list" savedAt={() => '/saved'} />,
    {
      bench,
    },
  );
  for (const [name, text] of [
    ['原因', '我的原因'],
    ['备注', '我的备注'],
  ] as const) {
    await userEvent.clear(await input(name));
    await userEvent.type(await input(name), text);
  }
  bench.on(detail, { result: anAdjustment({ lines: 1, ...theirs }) });
  await press('保存');
  await screen.findByText(/李梅 于 .* 修改了本单据；您填写的内容仍在本页/);
  expect(screen.queryByText(/请刷新/)).toBeNull();
  await press('对比并合并');
  await screen.findByRole('dialog', { name: '对比并合并' });
  expect((await screen.findAllByRole('row')).map((row) => row.textContent).slice(-2)).toEqual([
    '调整原因盘点差异对方的原因我的原因',
    '备注空对方的备注我的备注',
  ]);
  await userEvent.click(screen.getByRole('radio', { name: '备注 用对方的' }));
  await press('合并');
  await waitFor(async () => expect(await input('备注')).toHaveProperty('value', '对方的备注'));
  expect(await input('原因')).toHaveProperty('value', '我的原因');
  bench.on(edit, { result: { id: 8, version: 5, no: 'TZ8' } });
  await press('保存');
  await waitFor(() => expect(router.state.location.pathname).toBe('/saved'));
  expect(bench.calls(edit)[1]?.input).toEqual({ id: 8, version: 4, reason: '我的原因' });
});

it('what was typed stays where the other’s work cannot be read', async () => {
  const bench = createBench();
  bench.on(detail, { result: anAdjustment({ lines: 1 }) });
  bench.on(edit, { code: 4009, msg: '单据已被他人修改，请刷新' });
  renderDesk(<FormPage definition={stockAdjustment} id={8} listAt="/list" />, { bench });
  await userEvent.type(await input('备注'), '我的备注');
  bench.on(detail, 'cut');
  await press('保存');
  await screen.findByText('他人修改了本单据；您填写的内容仍在本页');
  expect(await input('备注')).toHaveProperty('value', '我的备注');
  bench.on(detail, { result: anAdjustment({ lines: 1, ...theirs }) });
  await press('读取对方的修改');
  await screen.findByRole('button', { name: '对比并合并' });
});
