// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { supplierAccount } from '#contract/areas/partners/supplier-account.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './account-edit.tsx';

const terms = {
  account_name: '浙江禾木森服饰有限公司',
  account_no: '622200000001',
  account_type: 1,
  bank_id: 2,
  bank_id__title: '工商银行',
  sub_branch_id: 3,
  sub_branch_id__title: '工商银行临平支行',
  is_default: true,
};
const account = {
  id: 9,
  version: 4,
  supplier_id: 1,
  supplier_id__title: '浙江禾木森服饰',
  ...terms,
  check_state: 1,
  in_force_at: '2026-03-01T02:00:00.000Z',
  status: 1,
  allowed: { transitions: [], edit: true },
  audit: [],
};
const change = {
  ...account,
  id: 12,
  version: 1,
  change_no: 'ZB26030100001',
  account_id: 9,
  account_id__title: '622200000001',
  change_type: 2,
  account_no: '622200000777',
  created_by__title: '许明远',
  allowed: { transitions: ['check'], edit: false },
};

function bench() {
  const server = createBench();
  server.on('/v1/supplierAccount/detail', { result: account });
  server.on('/v1/supplier/accountChanges', { result: { list: [change], total: 1, capped: false } });
  server.on('/v1/supplier/accountChange', { result: change });
  server.on('/v1/data/subBranchOptions', { result: { list: [] } });
  return server;
}

const keys = ['supplierAccount:view', 'supplierAccount:edit', 'supplier:accountCheck'];

it('the form says what is in force and which change waits, and offers branches of the chosen bank', async () => {
  const server = bench();
  renderDesk(<Screen />, { bench: server, at: '/basicbox/gyzhEdit?id=9', keys });
  await screen.findByText(/许明远 提交的修改待财务复核/);
  expect((await screen.findByLabelText<HTMLInputElement>(/账号/)).value).toBe('622200000001');
  await userEvent.click(await screen.findByLabelText(/开户支行/));
  await waitFor(() =>
    expect(server.calls('/v1/data/subBranchOptions').map(({ input }) => input)).toContainEqual(
      expect.objectContaining({ bank_id: 2 }),
    ),
  );
});

it('a save tells that finance judges it first', async () => {
  const server = bench();
  const warning = '已提交财务复核，复核通过后生效';
  server.on(callsOf(supplierAccount).edit.path, { result: { id: 9, version: 5, no: null, warning } });
  renderDesk(<Screen />, { bench: server, at: '/basicbox/gyzhEdit?id=9', keys });
  const name = await screen.findByLabelText(/户名/);
  await userEvent.clear(name);
  await userEvent.type(name, '另一家公司');
  await userEvent.click(await screen.findByRole('button', { name: /保 ?存$/ }));
  expect((await screen.findByText(warning)).dataset['tone']).toBe('warn');
  expect(server.calls(callsOf(supplierAccount).edit.path)[0]?.input).toEqual({
    id: 9,
    version: 4,
    account_name: '另一家公司',
  });
});

it('a change shows what it alters, on its page and where it is judged', async () => {
  renderDesk(<Screen />, { bench: bench(), at: '/basicbox/gyzhEdit?shows=change&id=12', keys });
  const altered = await screen.findByText('622200000777', { selector: 'ins' });
  expect(altered.closest('li')?.textContent).toBe('账号 622200000001 → 622200000777');
  expect(screen.queryByText('户名', { selector: '.desk-hint' })).toBeNull();
  await userEvent.click(await screen.findByRole('button', { name: '复核' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toContain('622200000001 → 622200000777');
});
