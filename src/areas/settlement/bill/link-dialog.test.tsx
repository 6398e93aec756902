// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { billLinkCalls } from '#contract/areas/settlement/bill-link-calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { LinkDialog } from './link-dialog.tsx';

const link = {
  id: 1,
  created_by_name: '孙采购',
  created_at: '2026-03-02T02:00:00Z',
  expires_at: '2026-03-16T02:00:00Z',
  opened_count: 0,
  opened_at: null,
  answered_at: null,
  live: true,
};

it('a link is shown once with a token of its own, and a live one may be ended', async () => {
  const bench = createBench();
  bench.on(billLinkCalls.list.path, { result: { list: [link] } });
  bench.on(billLinkCalls.add.path, { result: { id: 2, expires_at: '2026-03-16T02:00:00Z' } });
  bench.on(billLinkCalls.end.path, { result: { count: 1 } });
  renderDesk(<LinkDialog bill={{ id: 9, version: 3 }} onClose={() => {}} />, { bench });
  expect(await screen.findByText('未打开')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: '生成新链接（原链接停用）' }));
  const shown = await screen.findByLabelText('链接地址');
  const { token = '', ...asked } = (bench.calls(billLinkCalls.add.path)[0]?.input ?? {}) as { token?: string };
  expect(asked).toEqual({ id: 9, version: 3, days: 14 });
  expect(shown.textContent).toContain(`/login/bill#${token}`);
  await userEvent.click(screen.getByRole('button', { name: '停用链接' }));
  await waitFor(() => expect(bench.calls(billLinkCalls.end.path)[0]?.input).toEqual({ id: 9 }));
});

it('a refusal is told where the link was asked for', async () => {
  const bench = createBench();
  bench.on(billLinkCalls.list.path, { result: { list: [] } });
  bench.on(billLinkCalls.add.path, { code: 4010, msg: '您是调整人，不能生成同一对账单的供应商链接' });
  renderDesk(<LinkDialog bill={{ id: 9, version: 3 }} onClose={() => {}} />, { bench });
  await userEvent.click(await screen.findByRole('button', { name: '生成链接' }));
  expect((await screen.findByRole('alert')).textContent).toContain('调整人');
});
