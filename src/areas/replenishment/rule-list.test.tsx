// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { allotRule } from '#contract/areas/replenishment/allot-rule.ts';
import { ruleCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './rule-list.tsx';

const calls = callsOf(allotRule);
const row = (id: number, given: object) => ({
  id,
  version: 2,
  name: `规则${id}`,
  rule_type: 1,
  from_warehouse_ids: [1],
  to_warehouse_ids: [2],
  status: 1,
  ...given,
});

async function openList(rows: readonly object[], ...keys: readonly string[]) {
  const bench = createBench();
  bench.on(calls.list.path, { result: { list: rows, total: rows.length, capped: false } });
  renderDesk(<Screen />, { bench, at: '/storage/allotruleList', keys: ['allotRule:view', ...keys] });
  await screen.findByText('规则1');
  return bench;
}

it('runs the rules that are on and propose, and none else', async () => {
  const bench = await openList(
    [row(1, {}), row(2, { status: 0 }), row(3, { rule_type: 2 })],
    'allotRule:decisionGenerate',
  );
  bench.on(ruleCalls.generate.path, { result: { decision_nos: [], decision_ids: [] } });
  const buttons = screen.getAllByRole('button', { name: '生成决策' });
  expect(buttons).toHaveLength(1);
  await userEvent.click(buttons[0] as HTMLElement);
  await screen.findByText('没有需要调拨的货品');
  expect(bench.calls(ruleCalls.generate.path)[0]?.input).toEqual({ rule_ids: [1] });
});

it('tries a rule as it stands and shows what would have come of it', async () => {
  const bench = await openList([row(1, { status: 0 })], 'allotRule:edit');
  const day = (date: string, short_before: number, short_after: number) => ({
    date,
    moved: 0,
    short_before,
    short_after,
  });
  bench.on(ruleCalls.simulate.path, {
    result: {
      days: [day('2026-03-01', 4, 4), day('2026-03-02', 5, 1)],
      move_qty: 1234,
      allot_count: 3,
      short_before: 9,
      short_after: 5,
      more_sold: 7,
      sender_short: 0,
      version: 3,
    },
  });
  await userEvent.click(screen.getByRole('button', { name: '试算' }));
  const dialog = await screen.findByRole('dialog');
  await userEvent.click(within(dialog).getByRole('button', { name: /试算近/ }));
  await within(dialog).findByText('1,234');
  expect(within(dialog).getByRole('img', { name: /2 天/ })).toBeTruthy();
  await waitFor(() => expect(bench.calls(ruleCalls.simulate.path)[0]?.input).toEqual({ id: 1, version: 2 }));
});
