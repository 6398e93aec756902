// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { openAppTokenCall } from '#contract/areas/ops/app-tokens.ts';
import { endSessionsCall, type OpenSession, openSessionsCall } from '#contract/areas/ops/sessions.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './sessions.tsx';

const till: OpenSession = {
  id: 8,
  admin_id: 3,
  username: 'pos',
  nickname: '收银渠道',
  user_agent: '',
  tablet: false,
  app: '人民路店收银',
  ip: '10.0.0.8',
  since: '2026-11-22T01:00:00Z',
  seen_at: '2026-11-22T02:00:00Z',
  own: false,
};

// jsdom has no modal dialogs.
beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
});

function opened(list: readonly OpenSession[], keys: readonly string[]) {
  const bench = createBench();
  bench.on(openSessionsCall.path, { result: { list, total: list.length } });
  renderDesk(<Screen />, { bench, keys });
  return bench;
}

/** The dialog with its fields filled. */
async function filled() {
  await userEvent.click(await screen.findByRole('button', { name: '新建应用令牌' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: /生 ?成/ }).disabled).toBe(true);
  await userEvent.type(dialog.getByLabelText(/渠道账号/), 'pos');
  await userEvent.type(dialog.getByLabelText(/用途/), '人民路店收银');
  return { dialog, make: () => userEvent.click(dialog.getByRole('button', { name: /生 ?成/ })) };
}

it('offers no token to those who may not make one', async () => {
  opened([till], [endSessionsCall.access]);
  await screen.findByText('人民路店收银');
  expect(screen.queryByRole('button', { name: '新建应用令牌' })).toBeNull();
});

it('shows no token that the house does not know, and sends the same one again', async () => {
  const bench = opened([], [openAppTokenCall.access]);
  const { dialog, make } = await filled();
  bench.on(openAppTokenCall.path, { code: 4001, msg: '只能发给渠道账号', field: 'username' });
  await make();
  expect((await dialog.findByRole('alert')).textContent).toBe('只能发给渠道账号');
  bench.on(openAppTokenCall.path, 'cut');
  await make();
  await dialog.findByText('当前离线');
  expect(dialog.queryByLabelText('令牌')).toBeNull();
  bench.on(openAppTokenCall.path, { result: { id: 9, expires_at: '2027-05-26T00:00:00Z' } });
  await make();
  const token = (await dialog.findByLabelText('令牌')).textContent;
  const sent = bench.calls(openAppTokenCall.path);
  expect(sent.map(({ input }) => input['token'])).toEqual([token, token, token]);
  expect(new Set(sent.map(({ opId }) => opId)).size).toBe(1);
});

it('shows a token once: the next one is another', async () => {
  const bench = opened([], [openAppTokenCall.access]);
  bench.on(openAppTokenCall.path, { result: { id: 9, expires_at: '2027-05-26T00:00:00Z' } });
  const shown: (string | null)[] = [];
  for (let time = 0; time < 2; time += 1) {
    const { dialog, make } = await filled();
    await make();
    const { textContent } = await dialog.findByLabelText('令牌');
    expect(dialog.queryByRole('button', { name: /生 ?成/ })).toBeNull();
    shown.push(textContent);
    await userEvent.click(dialog.getByRole('button', { name: '已保存，关闭' }));
    await waitFor(() => expect(screen.queryByText(String(textContent))).toBeNull());
  }
  expect(new Set(shown).size).toBe(2);
  for (const token of shown) expect(token).toMatch(/^[\w-]{43}$/);
  expect(bench.calls(openAppTokenCall.path)[0]?.input).toEqual({
    username: 'pos',
    name: '人民路店收银',
    days: 180,
    token: shown[0],
  });
});

it('ends a token like any other session, once it was agreed to', async () => {
  const bench = opened([till], [endSessionsCall.access]);
  bench.on(endSessionsCall.path, { result: { count: 1 } });
  const row = within(await screen.findByRole('row', { name: /人民路店收银/ }));
  row.getByText('应用');
  await userEvent.click(row.getByRole('button', { name: '退出' }));
  await screen.findByText(/在“人民路店收银”上的登录会立即退出/);
  expect(bench.calls(endSessionsCall.path)).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: '退出登录', hidden: true }));
  await screen.findByText('已退出 1 处登录');
  expect(bench.calls(endSessionsCall.path)[0]?.input).toEqual({ admin_id: 3, id: 8 });
});
