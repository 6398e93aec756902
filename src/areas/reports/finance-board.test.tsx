// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { periodCalls } from '#contract/areas/reports/account-period.ts';
import { ageSpans, type Dues, dueSpans, duesCall } from '#contract/areas/settlement/dues.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './finance-board.tsx';

// What the chart draws stands in the table beside it; a canvas draws nothing here.

const today = '2026-03-02';
const nothing = { count: 0, amount: 0 };
const late = { count: 2, amount: 12_345 };
const dues: Dues = {
  today,
  all: late,
  owed: { count: 1, amount: 700 },
  weeks: dueSpans(today).map((_, place) => (place === 0 ? late : nothing)),
  ages: ageSpans(today).map((_, place) => (place === 1 ? late : nothing)),
  suppliers: [
    {
      supplier_id: 9,
      title: '远山服饰',
      ...late,
      ages: ageSpans(today).map((_, place) => (place === 1 ? late : nothing)),
    },
  ],
  supplier_count: 1,
};
const none: Dues = {
  ...dues,
  all: nothing,
  owed: nothing,
  weeks: dues.weeks.map(() => nothing),
  ages: dues.ages.map(() => nothing),
  suppliers: [],
  supplier_count: 0,
};
const check = { name: '盘点已过账', check: 'counts', url: '/storage/stocktakingList?status=[1]', warning: false };
const months = { until: '2026-03-01', count: 2, next: '2026-01', checks: [{ ...check, ok: false, count: 3 }] };
const pays = duesCall.access;
const closes = periodCalls.openPeriods.access;

it('says why it could not be read, in the place of the figures', async () => {
  const bench = createBench();
  bench.on(duesCall.path, { code: 5000, msg: '服务器异常' });
  renderDesk(<Screen />, { bench, at: '/ops/finance', keys: [pays] });
  expect((await screen.findAllByText(/服务器异常/)).length).toBeGreaterThan(0);
  expect(screen.queryByText('待付合计')).toBeNull();
});

it('asks and shows nothing of what somebody may not see', async () => {
  const bench = createBench();
  bench.on(periodCalls.openPeriods.path, { result: { ...months, checks: null } });
  renderDesk(<Screen />, { bench, at: '/ops/finance', keys: [closes] });
  expect(await screen.findByText(/限定数据范围的账号不显示/)).toBeTruthy();
  expect(bench.calls(duesCall.path)).toEqual([]);
  expect(screen.queryByText('供应商账龄')).toBeNull();
});

it('says that nothing is to be paid', async () => {
  const bench = createBench();
  bench.on(duesCall.path, { result: none });
  renderDesk(<Screen />, { bench, at: '/ops/finance', keys: [pays] });
  expect(await screen.findByText('没有待付的结算单')).toBeTruthy();
  expect(bench.calls(periodCalls.openPeriods.path)).toEqual([]);
});

it('leads from each figure to the list that it counted', async () => {
  const bench = createBench();
  bench.on(duesCall.path, { result: dues });
  bench.on(periodCalls.openPeriods.path, { result: months });
  renderDesk(<Screen />, { bench, at: '/ops/finance', keys: [pays, closes] });
  const ages = await screen.findByRole('region', { name: '供应商账龄' });
  const row = within(ages).getByRole('row', { name: /远山服饰/ });
  const asked = (link: HTMLElement) => {
    const { pathname, searchParams } = new URL(link.getAttribute('href') ?? '', 'http://here');
    return [pathname, Object.fromEntries(searchParams)];
  };
  expect(within(row).getAllByRole('link').map(asked)).toEqual([
    ['/finance/statementList', { status: '[4,5]', unpaid_amount_from: '1', supplier_id: '[9]' }],
    [
      '/finance/statementList',
      {
        status: '[4,5]',
        unpaid_amount_from: '1',
        supplier_id: '[9]',
        due_date_from: '2026-01-31',
        due_date_to: '2026-03-01',
      },
    ],
  ]);
  expect(asked(screen.getByRole('link', { name: /供应商应缴回/ }))).toEqual([
    '/finance/statementList',
    { status: '[4,5]', unpaid_amount_to: '-1' },
  ]);
  expect(asked(await screen.findByRole('link', { name: '2 个期间' }))).toEqual([
    '/finance/incontList',
    { tab: 'period', status: '[1]', end_date_to: '2026-03-01' },
  ]);
  expect(screen.getByRole('link', { name: '3 项' }).getAttribute('href')).toBe(check.url);
});
