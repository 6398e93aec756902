// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './notify-list.tsx';

const rows = [
  {
    id: 1,
    version: 2,
    title: '盘点要求',
    content: '停止收发货',
    target_type: 1,
    target_ids: [],
    send_at: null,
    status: 0,
  },
  { id: 2, version: 4, title: '安全检查', content: '消防', target_type: 3, target_ids: [5], send_at: null, status: 2 },
  { id: 3, version: 3, title: '已撤回的', content: '无', target_type: 1, target_ids: [], send_at: null, status: -1 },
].map((row) => ({ ...row, read_count: 0, target_count: 0, created_at: '2026-03-01T00:00:00.000Z' }));

function opened(keys: readonly string[]) {
  const bench = createBench();
  bench.on('/v1/common/notifyList', { result: { list: rows, total: 3, capped: false } });
  bench.on('/v1/role/options', { result: { list: [{ id: 5, title: '仓管员', hint: null }] } });
  renderDesk(<Screen />, { bench, at: '/setManage/notify', keys: ['common:notifyView', ...keys] });
  return bench;
}

const buttonsOf = async (title: string) => {
  const row = await screen.findByRole('row', { name: new RegExp(title) });
  return within(row)
    .queryAllByRole('button')
    .map((button) => button.textContent);
};

it('offers nobody a step without its key, and each notice its own steps', async () => {
  opened([]);
  expect(await buttonsOf('盘点要求')).not.toContain('发送');
  expect(await buttonsOf('安全检查')).not.toContain('撤回');
  expect(screen.queryByRole('button', { name: /新 ?建/ })).toBeNull();
});

it('changes a draft alone, takes back what was sent, and sends nothing twice', async () => {
  opened(['common:notifySave', 'common:notifySend']);
  expect(await buttonsOf('盘点要求')).toEqual(expect.arrayContaining(['编辑', '发送']));
  expect(await buttonsOf('安全检查')).toEqual(expect.arrayContaining(['撤回', '阅读情况']));
  expect(await buttonsOf('已撤回的')).not.toEqual(expect.arrayContaining(['撤回']));
});

it('asks whom a notice is for as its target says, and before what is typed is lost', async () => {
  const bench = opened(['common:notifySave']);
  bench.on('/v1/common/notifySave', { result: { id: 4, version: 1, no: null } });
  await userEvent.click(await screen.findByRole('button', { name: /新 ?建/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: /确 ?定/ });
  await userEvent.type(dialog.getByLabelText(/标题/), '消防演练');
  await userEvent.type(dialog.getByLabelText(/内容/), '周五下午');
  expect(confirm.disabled).toBe(false);
  await userEvent.click(dialog.getByLabelText(/通知对象/));
  await userEvent.click(await screen.findByTitle('角色'));
  expect(confirm.disabled).toBe(true);
  await userEvent.click(dialog.getByRole('button', { name: /取 ?消/ }));
  await screen.findByText('有未保存的修改');
  const [, stay] = screen.getAllByRole('button', { name: /取 ?消/, hidden: true });
  if (stay) await userEvent.click(stay);
  await userEvent.click(await dialog.findByLabelText(/角色/));
  await userEvent.click(await screen.findByText('仓管员'));
  await userEvent.click(confirm);
  expect(bench.calls('/v1/common/notifySave').at(-1)?.input).toMatchObject({
    title: '消防演练',
    target_type: 3,
    target_ids: [5],
  });
});
