// @vitest-environment jsdom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { arrivalCalls } from '#contract/areas/purchasing/arrival-calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { DockBoard } from './dock-board.tsx';

const arrival = {
  id: 7,
  arrival_no: 'YY7',
  supplier_name: '禾木森',
  status: 4,
  plan_qty: 1200,
  in_qty: 0,
  carton_qty: 12,
  truck_no: '浙F1',
  arrive_time: '2026-03-03T04:00:00.000Z',
  is_late: true,
};
const slot = { date: '2026-03-03', capacity_qty: 3000, booked_qty: 1200, asked_qty: 300 };

it('asks for nothing before a warehouse is chosen', async () => {
  const bench = createBench();
  renderDesk(<DockBoard />, { bench, at: '/buybox/yuyueList?view=dock' });
  await screen.findByText('请选择仓库');
  expect(bench.calls(arrivalCalls.board.path)).toEqual([]);
});

it('shows each slot with what it takes and has taken, who comes, and who was late', async () => {
  const bench = createBench();
  bench.on(arrivalCalls.board.path, {
    result: {
      slots: [
        { ...slot, slot: '09:00-11:00', arrivals: [arrival] },
        { ...slot, slot: '13:00-15:00', booked_qty: 3000, asked_qty: 0, arrivals: [] },
      ],
    },
  });
  renderDesk(<DockBoard />, { bench, at: '/buybox/yuyueList?view=dock&w=2&day=2026-03-03' });
  const [first, second] = await screen
    .findAllByRole('listitem', { name: '' })
    .then((all) => all.filter((one) => within(one).queryByRole('heading')));
  expect(first?.textContent).toContain('1,200/3,000 件');
  expect(first?.textContent).toContain('待审核 300 件');
  expect(first?.textContent).toContain('迟到');
  expect(
    within(first as HTMLElement)
      .getByRole('link', { name: 'YY7' })
      .getAttribute('href'),
  ).toContain('id=7');
  expect(second?.dataset['full']).toBe('true');
  expect(bench.calls(arrivalCalls.board.path)[0]?.input).toEqual({ warehouse_id: 2, date: '2026-03-03' });
});
