// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { billLinkCalls, type LinkedBill } from '#contract/areas/settlement/bill-link-calls.ts';
import { createBench, renderOn } from '#src/engine/test-bench.tsx';
import { Screen } from './screen.tsx';

const token = 'a'.repeat(43);
const bill: LinkedBill = {
  bill_no: 'DZ26030100001',
  version: 4,
  supplier_name: '某某服饰有限公司',
  period_from: '2026-03-01',
  period_to: '2026-03-31',
  in_qty: 10,
  in_amount: 113_000,
  back_qty: 0,
  back_amount: 0,
  adjust_amount: 0,
  total_amount: 113_000,
  tax_amount: 13_000,
  line_count: 201,
  expires_at: '2026-04-15T00:00:00Z',
  answer: null,
  lines: [
    {
      id: 7,
      source_no: 'RK1',
      item_type: 1,
      occur_date: '2026-03-02',
      sku_no: 'S1',
      sku_name: 'T恤',
      qty: 10,
      price: 11_300,
      amount: 113_000,
      adjust_amount: 0,
      adjust_reason: null,
    },
  ],
};

function open(hash = `#${token}`) {
  location.hash = hash;
  const bench = createBench();
  bench.on(billLinkCalls.open.path, { result: null });
  bench.on(billLinkCalls.show.path, { result: bill });
  renderOn(<Screen />, { bench, at: '/login/bill' });
  return bench;
}

afterEach(() => {
  location.hash = '';
});

it('a link that was cut off says so and asks for nothing', async () => {
  const bench = open('#abc');
  expect(await screen.findByText(/链接不完整/)).toBeTruthy();
  expect(bench.calls(billLinkCalls.show.path)).toEqual([]);
});

it('a link that is over says what the other side says', async () => {
  location.hash = `#${token}`;
  const bench = createBench();
  const gone = { code: 4004, msg: '链接已失效，请向对方索取新的链接' };
  bench.on(billLinkCalls.open.path, gone);
  bench.on(billLinkCalls.show.path, gone);
  renderOn(<Screen />, { bench, at: '/login/bill' });
  expect(await screen.findByText(gone.msg)).toBeTruthy();
  expect(screen.queryByRole('button', { name: '确认无误' })).toBeNull();
});

it('agreeing needs a name and nothing marked, and says what was seen', async () => {
  const bench = open();
  bench.on(billLinkCalls.answer.path, { result: { answer: 'agreed' } });
  await userEvent.click(await screen.findByRole('button', { name: '确认无误' }));
  expect(screen.getByRole('alert').textContent).toBe('请填写姓名');
  await userEvent.type(screen.getByLabelText('姓名'), '陈经理');
  await userEvent.click(screen.getByLabelText('RK1 S1 有异议'));
  await userEvent.click(screen.getByRole('button', { name: '确认无误' }));
  expect(screen.getByRole('alert').textContent).toContain('请提出异议');
  await userEvent.click(screen.getByLabelText('RK1 S1 有异议'));
  await userEvent.click(screen.getByRole('button', { name: '确认无误' }));
  await waitFor(() =>
    expect(bench.calls(billLinkCalls.answer.path).map(({ input }) => input)).toEqual([
      { token, version: 4, agrees: true, name: '陈经理' },
    ]),
  );
});

it('differing says why and which lines, over all pages', async () => {
  const bench = open();
  bench.on(billLinkCalls.answer.path, { result: { answer: 'differed' } });
  await userEvent.click(await screen.findByLabelText('RK1 S1 有异议'));
  await userEvent.type(screen.getByLabelText('姓名'), '陈经理');
  await userEvent.click(screen.getByRole('button', { name: '提出异议' }));
  expect(screen.getByRole('alert').textContent).toBe('请填写异议原因');
  await userEvent.click(screen.getByRole('button', { name: '下一页' }));
  await waitFor(() => expect(bench.calls(billLinkCalls.show.path).at(-1)?.input).toEqual({ token, page: 2 }));
  await userEvent.type(screen.getByLabelText(/异议原因/), '单价应为 110.00');
  await userEvent.click(screen.getByRole('button', { name: '提出异议' }));
  await waitFor(() =>
    expect(bench.calls(billLinkCalls.answer.path)[0]?.input).toEqual({
      token,
      version: 4,
      agrees: false,
      name: '陈经理',
      reason: '单价应为 110.00',
      line_ids: [7],
    }),
  );
});

it('what was answered is said, and cannot be answered again', async () => {
  location.hash = `#${token}`;
  const bench = createBench();
  bench.on(billLinkCalls.open.path, { result: null });
  bench.on(billLinkCalls.show.path, { result: { ...bill, answer: 'agreed' } });
  renderOn(<Screen />, { bench, at: '/login/bill' });
  expect(await screen.findByText('您已确认此对账单，谢谢。')).toBeTruthy();
  expect(screen.queryByRole('button', { name: '确认无误' })).toBeNull();
  expect(screen.queryByRole('checkbox')).toBeNull();
});
