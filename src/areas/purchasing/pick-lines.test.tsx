// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { arrivalCalls } from '#contract/areas/purchasing/arrival-calls.ts';
import { arrivalOrder } from '#contract/areas/purchasing/arrival-order.ts';
import { purchaseLine } from '#contract/areas/purchasing/purchase-line.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './arrival-form.tsx';

const row = (id: number, supplier_id: number) => ({
  id,
  purchase_no: `CG${id}`,
  goods: `S${id} T恤`,
  supplier_id,
  supplier_id__title: `供应商${supplier_id}`,
  warehouse_id: 2,
  warehouse_id__title: '总仓',
  sku_id: id,
  sku_id__title: `S${id}`,
  expect_date: '2026-03-20',
  qty: 10,
  booked_qty: 4,
  in_qty: 0,
  closed_qty: 0,
  open_qty: 6,
  status: 1,
  purchase_price: 1_250,
  open_amount: 7_500,
});

it('brings picked lines into the form with what is left of them, and their supplier and warehouse; never those of two suppliers', async () => {
  const bench = createBench();
  bench.on(callsOf(purchaseLine).list.path, {
    result: { list: [row(1, 5), row(2, 6)], total: 2, capped: false, sum: {} },
  });
  bench.on(callsOf(arrivalOrder).add.path, { result: { id: 9, version: 1, no: 'YY9' } });
  bench.on(arrivalCalls.calendar.path, {
    result: { list: [{ date: '2026-03-20', slot: '09:00-11:00', capacity_qty: 100, booked_qty: 40, asked_qty: 0 }] },
  });
  renderDesk(<Screen />, { bench, at: '/buybox/addYuy', keys: ['arrivalOrder:add', 'arrivalOrder:view'] });
  await userEvent.click(await screen.findByRole('button', { name: '选择采购明细' }));
  const [first, second] = await screen.findAllByRole('checkbox', { name: '选择本行' });
  if (!first || !second) throw new Error('no rows');
  await userEvent.click(first);
  await userEvent.click(second);
  await screen.findByText(/只能是同一供应商/);
  await userEvent.click(second);
  await userEvent.click(screen.getByRole('button', { name: '加入 1 行' }));
  expect(((await screen.findByLabelText('第 1 行预约数量')) as HTMLInputElement).value).toBe('6');
  await userEvent.type(screen.getByLabelText(/预约时段/), '09:00-11:00');
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  // The day is still missing, and everything else is there.
  await waitFor(() => expect(screen.getByText('预约日期不能为空')).toBeTruthy());
  expect(screen.queryByText('供应商不能为空')).toBeNull();
});

it.each([false, true])('tells what is booked costs by the key of costs alone (%s)', async (told) => {
  const bench = createBench();
  bench.on(callsOf(purchaseLine).list.path, { result: { list: [row(1, 5)], total: 1, capped: false, sum: {} } });
  bench.on(arrivalCalls.calendar.path, { result: { list: [] } });
  const keys = ['arrivalOrder:add', 'arrivalOrder:view', ...(told ? ['stock:costView'] : [])];
  renderDesk(<Screen />, { bench, at: '/buybox/addYuy', keys });
  await userEvent.click(await screen.findByRole('button', { name: '选择采购明细' }));
  await userEvent.click(await screen.findByRole('checkbox', { name: '选择本行' }));
  await userEvent.click(screen.getByRole('button', { name: '加入 1 行' }));
  await screen.findByLabelText('第 1 行预约数量');
  if (told) await waitFor(() => expect(screen.getAllByText('¥75.00').length).toBeGreaterThan(0));
  else expect(document.body.textContent).not.toMatch(/12\.50|75\.00|进价/);
  // Those of the picker alone, where nobody is told; the lines ask by their ids besides.
  expect(bench.calls(callsOf(purchaseLine).list.path).some(({ input }) => 'ids' in (input as object))).toBe(told);
});
