// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it, vi } from 'vitest';
import type { Todo, Waiting } from '#contract/areas/shell/dashboard.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import type { RouteRow } from '#src/engine/route-row.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { useRecordId } from '#src/engine/use-address.ts';
import { DetailPage } from '#src/kit/desk/detail/detail-page.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { AppProvider } from '../app-context.tsx';
import { createServices } from '../services.ts';
import { WaitingWork } from './waiting-work.tsx';

// What is read when it is first needed, read beforehand.
beforeAll(async () => {
  await import('./judge-here.tsx');
  await import('#src/kit/desk/detail/transition-dialog.tsx');
}, 60_000);

const now = Date.now();
const ago = (days: number) => new Date(now - days * 86_400_000).toISOString();

const todo = (of: Partial<Todo>): Todo => ({
  doc: 'stockAdjustment',
  label: '库存调整单',
  status: 1,
  state: { label: '待审核', tone: 'waiting' },
  steps: ['审核'],
  kind: 'judge',
  count: 2,
  oldest: ago(3.5),
  url: '/storage/stockAdjustmentList?status=1&waiting=1',
  ...of,
});

const waiting = (of: Partial<Waiting>): Waiting => ({
  doc: 'stockAdjustment',
  id: 8,
  no: 'TZ8',
  label: '库存调整单',
  state: { label: '待审核', tone: 'waiting' },
  kind: 'judge',
  steps: ['审核'],
  judge: 'audit',
  parties: ['总仓', '顾言川'],
  amount: 123_450,
  pieces: 6,
  at: ago(3.5),
  url: '/storage/stockAdjustmentDet?id=8',
  ...of,
});

function Detail() {
  return <DetailPage definition={stockAdjustment} id={useRecordId() ?? 0} />;
}

const rows: readonly RouteRow[] = [
  {
    path: '/storage/stockAdjustmentDet',
    title: '库存调整单',
    needLogin: true,
    keepAlive: false,
    screen: () => Promise.resolve({ Screen: Detail }),
  },
];

function show(work: { todo: Todo[]; waiting: Waiting[] }) {
  const bench = createBench();
  const services = createServices({ onSignedOut: () => {}, onActivity: () => {} });
  const sessionEnd = { expired: () => {}, signOut: () => Promise.resolve() };
  const page = (
    <AppProvider value={{ services, sessionEnd, rows }}>
      <WaitingWork {...work} at={new Date(now).toISOString()} />
    </AppProvider>
  );
  return { bench, ...renderDesk(page, { bench, at: '/dashboard/index', keys: [] }) };
}

it('says when nothing waits', () => {
  show({ todo: [], waiting: [] });
  expect(screen.getByText('没有等您处理的单据')).toBeTruthy();
});

it('names what has waited longest by its kind: with whom, for how much, how long; drafts only as a way to their list', () => {
  show({
    todo: [
      todo({}),
      todo({ doc: 'count', label: '盘点单', kind: 'do', count: 1, oldest: ago(0) }),
      todo({ kind: 'draft' }),
    ],
    waiting: [
      waiting({}),
      waiting({ id: 9, no: 'TZ9', parties: ['总仓', '上海店'], amount: null, at: ago(0) }),
      waiting({
        doc: 'count',
        id: 1,
        no: 'PD1',
        kind: 'do',
        judge: null,
        steps: ['过账'],
        amount: null,
        pieces: null,
        parties: [],
      }),
    ],
  });
  expect(screen.getAllByRole('heading').map((one) => one.textContent)).toEqual([
    '待我审核 2',
    '待我办理 1',
    '我的草稿 2',
  ]);
  const judged = within(screen.getByRole('region', { name: '待我审核' }));
  expect(judged.getAllByRole('link').map((one) => one.textContent)).toEqual([
    '库存调整单 TZ8总仓 → 顾言川¥1,234.503 天待审核',
    '库存调整单 TZ9总仓 → 上海店6 件今天待审核',
    '库存调整单 待审核 2，最久 3 天',
  ]);
  expect(screen.getAllByRole('button').map((one) => one.textContent)).toEqual(['审核', '审核']);
});

const record = {
  id: 8,
  version: 3,
  status: 1,
  adjust_no: 'TZ8',
  reason: '盘点差异',
  lines: [],
  audit: [],
  allowed: { transitions: ['audit'], edit: false },
};

it('judges a document beside the page: its own page with the judgement begun, and back in the list after it', async () => {
  const { bench, router } = show({ todo: [todo({})], waiting: [waiting({})] });
  bench.on('/v1/Inventory/adjustDetail', { result: record });
  bench.on('/v1/Inventory/adjustAudit', { result: { id: 8, version: 4, no: 'TZ8' } });
  await userEvent.click(screen.getByRole('button', { name: '审核 TZ8' }));
  expect(await screen.findByText('审核通过？')).toBeTruthy();
  expect(screen.getByText('盘点差异')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^通\s?过$/ }));
  await waitFor(() =>
    expect(bench.calls('/v1/Inventory/adjustAudit').map(({ input }) => input)).toMatchObject([
      { id: 8, version: 3, result: 1 },
    ]),
  );
  await waitFor(() => expect(screen.queryByText('盘点差异')).toBeNull());
  expect(router.state.location.pathname).toBe('/dashboard/index');
  await vi.waitFor(() =>
    expect(document.activeElement?.contains(screen.getByRole('region', { name: '待我审核' }))).toBe(true),
  );
});

it('names the document once, and Escape closes the question before it closes the document', async () => {
  const { bench } = show({ todo: [todo({})], waiting: [waiting({})] });
  bench.on('/v1/Inventory/adjustDetail', { result: record });
  await userEvent.click(screen.getByRole('button', { name: '审核 TZ8' }));
  await screen.findByText('审核通过？');
  expect(screen.getAllByText('库存调整单 TZ8')).toHaveLength(2);
  expect(screen.getByRole('heading', { name: '库存调整单 TZ8' })).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('审核通过？')).toBeNull());
  expect(screen.getByText('盘点差异')).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText('盘点差异')).toBeNull());
});
