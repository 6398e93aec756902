// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { lossDispose } from '#contract/areas/finance/loss-calls.ts';
import { accountPeriod, periodCalls } from '#contract/areas/reports/account-period.ts';
import { incontReport } from '#contract/areas/reports/stock-reports.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { CloseDialog } from './close-dialog.tsx';
import { Screen } from './incont.tsx';
import { Periods } from './periods.tsx';

const row = { warehouse_id: 3, warehouse_id__title: '嘉定总仓', begin_qty: 4, end_qty: 9, end_amount: 12_300 };

it('puts a report together anew by the next dimension where a row is clicked', async () => {
  const bench = createBench();
  bench.on(incontReport.call.path, {
    result: { list: [row], total: 1, capped: false, sum: { end_qty: 9, end_amount: 12_300 }, as_of: '2026-03-03' },
  });
  renderDesk(<Screen />, { bench, at: '/finance/incontList', keys: [incontReport.call.access, 'stock:costView'] });
  await userEvent.click(await screen.findByRole('button', { name: '嘉定总仓' }));
  await waitFor(() => {
    const last = bench.calls(incontReport.call.path).at(-1)?.input;
    expect(last).toMatchObject({ warehouse_id: [3], group_by: ['supplier_id'] });
  });
  expect(screen.getByText('数据截至 2026-03-03')).toBeTruthy();
});

it('shows no column of what somebody may not see', async () => {
  const bench = createBench();
  bench.on(incontReport.call.path, { result: { list: [row], total: 1, capped: false, sum: {}, as_of: null } });
  renderDesk(<Screen />, { bench, at: '/finance/incontList', keys: [incontReport.call.access] });
  await screen.findByRole('button', { name: '嘉定总仓' });
  expect(screen.queryByText('期末金额')).toBeNull();
  expect(screen.getAllByText('期末数量').length).toBeGreaterThan(0);
});

const check = { name: '盘点已过账', check: 'counts', url: '/storage/stocktakingList' };

it('closes a month only where nothing is in the way, and says how far it is', async () => {
  const bench = createBench();
  let ok = false;
  bench.on(periodCalls.monthClose.path, ({ check_only: only }) => ({
    result: { checks: [{ ...check, ok, count: ok ? 0 : 2, warning: false }], task_id: only === 0 ? 7 : null },
  }));
  bench.on(periodCalls.closing.path, { result: { status: 3, progress: 100, remark: '2026-03 已结账' } });
  const keys = [periodCalls.monthClose.access, periodCalls.closing.access];
  const { unmount } = renderDesk(<CloseDialog period="2026-03" onClose={() => undefined} />, { bench, keys });
  expect((await screen.findByRole('link', { name: '2 项' })).getAttribute('href')).toBe(check.url);
  // It is called otherwise while what was asked is on its way.
  expect(await screen.findByRole('button', { name: '确认月结' })).toHaveProperty('disabled', true);
  unmount();
  ok = true;
  renderDesk(<CloseDialog period="2026-03" onClose={() => undefined} />, { bench, keys });
  await waitFor(() => expect(screen.getByRole('button', { name: '确认月结' })).toHaveProperty('disabled', false));
  await userEvent.click(screen.getByRole('button', { name: '确认月结' }));
  expect(await screen.findByText('2026-03 已结账')).toBeTruthy();
  expect(bench.calls(periodCalls.monthClose.path).at(-1)?.input).toEqual({ period: '2026-03', check_only: 0 });
});

it('what stands on 1901 is disposed of from its month, by who may write vouchers, with a subject and why', async () => {
  const bench = createBench();
  const row = {
    id: 5,
    period: '2026-03',
    start_date: '2026-03-01',
    end_date: '2026-03-31',
    status: 1,
    reopen_by: null,
  };
  bench.on(callsOf(accountPeriod).list.path, { result: { list: [row], total: 1, capped: false, sum: {} } });
  bench.on(lossDispose.path, { result: { id: 9, voucher_no: 'PZ9' } });
  const keys = [callsOf(accountPeriod).list.access];
  const { unmount } = renderDesk(<Periods above={null} />, { bench, keys });
  expect((await screen.findAllByText('2026-03')).length).toBeGreaterThan(0);
  expect(screen.queryByRole('button', { name: '结转损溢' })).toBeNull();
  unmount();
  renderDesk(<Periods above={null} />, { bench, keys: [...keys, lossDispose.access] });
  await userEvent.click(await screen.findByRole('button', { name: '结转损溢' }));
  const dialog = await screen.findByRole('dialog');
  const sure = [...dialog.querySelectorAll('button')].find(
    ({ textContent }) => textContent?.replaceAll(' ', '') === '确定',
  );
  expect(sure?.disabled).toBe(true);
  expect(bench.calls(lossDispose.path)).toEqual([]);
});
