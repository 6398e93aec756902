// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type GrantRequest, grantCalls } from '#contract/areas/access/grant.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { heldPath } from '#src/engine/test-held-path.ts';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { GrantList } from './list.tsx';

const request: GrantRequest = {
  id: 5,
  subject: 'admin',
  subject_id: 17,
  subject_name: '秦思雨',
  subject_hint: null,
  gained: [],
  lost: [],
  state: 0,
  requested_by: 2,
  requested_by__title: '周建国',
  requested_at: '2026-11-21T08:00:00.000Z',
  decided_by: null,
  decided_by__title: null,
  decided_at: null,
  remark: null,
  approvers: ['孙丽'],
  allowed: { decide: true, withdraw: false },
};

it('asks for no second decision while the first is being read', async () => {
  const bench = createBench();
  bench.on(grantCalls.list.path, { result: { list: [request], total: 1 } });
  bench.on(grantCalls.decide.admin.path, { result: null });
  const line = heldPath(bench, grantCalls.list.path, 2);
  renderDesk(<GrantList />, { bench: line.bench });
  await userEvent.click(await screen.findByRole('button', { name: '批准' }));
  const buttons = () => screen.getAllByRole<HTMLButtonElement>('button', { name: '批准' });
  await waitFor(() => expect(buttons()).toHaveLength(2));
  bench.on(grantCalls.list.path, { result: { list: [], total: 0 } });
  await userEvent.click(buttons().at(-1) as HTMLElement);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(buttons().map(({ disabled }) => disabled)).toEqual([true]);
  line.release();
  await screen.findByText('没有待审批的授权');
  expect(bench.calls(grantCalls.decide.admin.path)).toHaveLength(1);
});
