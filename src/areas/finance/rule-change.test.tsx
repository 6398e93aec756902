// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { ruleCalls } from '#contract/areas/finance/rule-calls.ts';
import { ruleChange } from '#contract/areas/finance/rule-change.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen as Rule } from './rules.tsx';

const rule = {
  id: 7,
  name: '调整 · 领用',
  event_name: '调整',
  part_name: '领用',
  subjects: '借 1405 / 贷 6601',
  debit_id: 11,
  debit_id__title: '1405',
  credit_id: 12,
  credit_id__title: '6601',
  changed_at: null,
  allowed: { edit: false, transitions: [] },
  audit: [],
};
const entry = (code: string, debit: number, credit: number, changed = false) => ({
  code,
  name: '科目',
  debit,
  credit,
  changed,
});

function ruleBench(events: object[] = []) {
  const bench = createBench();
  bench.on(callsOf(bookingRule).detail.path, { result: rule });
  bench.on(ruleCalls.events.path, { result: { list: events } });
  bench.on(callsOf(ruleChange).list.path, { result: { list: [], total: 0, capped: false, sum: {} } });
  return bench;
}

const seen = ['statement:voucherView'];

it('a rule that nothing has used says so, and offers a change to whoever may propose one', async () => {
  const { unmount } = renderDesk(<Rule />, { bench: ruleBench(), at: '/ops/rules?id=7', keys: seen });
  expect(await screen.findByText('还没有发生过用到此规则的业务')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '提出变更' })).toBeNull();
  unmount();
  renderDesk(<Rule />, {
    bench: ruleBench(),
    at: '/ops/rules?id=7',
    keys: [...seen, 'statement:ruleSave'],
  });
  expect(await screen.findByRole('button', { name: '提出变更' })).toBeTruthy();
});

it('a change shows what an event of the past gives today and with the new subjects', async () => {
  const bench = ruleBench([
    { event_id: 5, source_no: 'TZ1', day: '2026-03-02', summary: '其他出入库 TZ1', amount: -2000 },
    { event_id: 4, source_no: 'TZ0', day: '2026-03-01', summary: '其他出入库 TZ0', amount: -1000 },
  ]);
  bench.on(callsOf(ruleChange).detail.path, {
    result: {
      id: 3,
      version: 1,
      change_no: 'GZ3',
      rule_id: 7,
      debit_id: 11,
      credit_id: 13,
      status: 1,
      allowed: { edit: false, transitions: [] },
      audit: [],
    },
  });
  bench.on(ruleCalls.trial.path, {
    result: {
      today: [entry('6601', 2000, 0), entry('1405', 0, 2000)],
      proposed: [entry('6602', 2000, 0, true), entry('1405', 0, 2000, true)],
    },
  });
  renderDesk(<Rule />, { bench, at: '/ops/rules?changes=1&id=3', keys: seen });
  const trial = await screen.findByRole('region', { name: '试算' });
  expect(await within(trial).findByText('6602 科目')).toBeTruthy();
  expect(within(trial).getByText('6601 科目')).toBeTruthy();
  expect(bench.calls(ruleCalls.trial.path)[0]?.input).toEqual({ id: 7, event_id: 5, debit_id: 11, credit_id: 13 });
  await userEvent.click(within(trial).getByRole('combobox', { name: '历史业务' }));
  await userEvent.click(await screen.findByText(/2026-03-01/));
  await waitFor(() => expect(bench.calls(ruleCalls.trial.path).at(-1)?.input).toMatchObject({ event_id: 4 }));
});

it('a change is proposed for a rule with the subjects that it has', async () => {
  const bench = ruleBench();
  bench.on(callsOf(ruleChange).add.path, { result: { id: 9, version: 1, no: 'GZ9' } });
  renderDesk(<Rule />, { bench, at: '/ops/rules?rule=7', keys: [...seen, 'statement:ruleSave'] });
  await userEvent.type(await screen.findByLabelText(/变更原因/), '领用记管理费用');
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(bench.calls(callsOf(ruleChange).add.path)).toHaveLength(1));
  expect(bench.calls(callsOf(ruleChange).add.path)[0]?.input).toMatchObject({
    rule_id: 7,
    debit_id: 11,
    credit_id: 12,
    change_reason: '领用记管理费用',
  });
});
