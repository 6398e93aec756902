// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { rightsCall } from '#contract/areas/access/rights.ts';
import { endSessionsCall, type OpenSession, openSessionsCall } from '#contract/areas/ops/sessions.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { useNotices } from '#src/kit/notice.ts';
import { Screen as Rights } from './rights.tsx';
import { Screen as Sessions } from './sessions.tsx';

const session: OpenSession = {
  id: 8,
  admin_id: 3,
  username: 'whs',
  nickname: '王铁柱',
  user_agent: '',
  tablet: true,
  app: null,
  ip: '10.0.0.8',
  since: '2026-11-22T01:00:00Z',
  seen_at: '2026-11-22T02:00:00Z',
  own: false,
};

it('ends nothing that nobody agreed to, and nothing of one’s own', async () => {
  const bench = createBench();
  bench.on(openSessionsCall.path, {
    result: { list: [session, { ...session, id: 9, admin_id: 1, nickname: '周建国', own: true }], total: 2 },
  });
  bench.on(endSessionsCall.path, { result: { count: 2 } });
  renderDesk(<Sessions />, { bench, keys: [endSessionsCall.access] });
  await screen.findByText('周建国（本人）');
  const all = await screen.findAllByRole('button', { name: '全部退出' });
  expect(all).toHaveLength(1);
  await userEvent.click(all[0] as HTMLElement);
  await waitFor(() => expect(useNotices.getState().dialogs).toHaveLength(1));
  expect(bench.calls(endSessionsCall.path)).toEqual([]);
});

it('compares nobody until somebody is chosen, then shows why each may', async () => {
  const bench = createBench();
  bench.on(rightsCall.path, {
    result: {
      list: [
        {
          id: 3,
          username: 'whs',
          nickname: '王铁柱',
          roles: ['仓管员'],
          permissions: [{ key: 'stock:view', name: '库存 · 查看', roles: ['仓管员'] }],
          scope: 'everything',
          hidden: [],
        },
      ],
    },
  });
  const { unmount } = renderDesk(<Rights />, { bench });
  await screen.findByText('请选择员工');
  expect(bench.calls(rightsCall.path)).toEqual([]);
  unmount();
  renderDesk(<Rights />, { bench, at: '/ops/rights?one=3' });
  const line = (await screen.findByText('库存 · 查看（stock:view）')).closest('tr') as HTMLElement;
  expect(within(line).getByText('仓管员')).toBeTruthy();
});
