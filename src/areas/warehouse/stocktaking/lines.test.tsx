// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { reviewLinesCall } from '#contract/areas/warehouse/count-entry.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import type { Row } from '#src/engine/row.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { SheetLines } from './lines.tsx';

const line = { id: 31, sku_id: 5, sku_id__title: 'S-1', imperfect_type: 0, ambiguity: 0, recount: false };
const conflict = { code: 4009, msg: '第 1 行的差异已变化，请核对后再填写', field: 'lines' };

function Reviewed() {
  const { record } = useDetail(stocktaking, 8);
  const lines = (record as (Row & { lines: Row[] }) | undefined)?.lines;
  return lines ? <SheetLines id={8} warehouseId={3} lines={lines} editable /> : null;
}

/** A sheet with one line on the screen: nine pieces missing. It changes when the test says so; the screen is not told. */
async function reviewing(reason: string | null = null, keys: readonly string[] = []) {
  const bench = createBench();
  const row = { id: 1, sku_id: 5, imperfect_type: 0, qty_on_hand: 3, cost_amount: 1000 };
  bench.on(callsOf(stock).list.path, { result: { list: [row], total: 1, capped: false } });
  let now = { ...line, diff_qty: -9, reason };
  bench.on(callsOf(stocktaking).detail.path, () => ({
    result: { id: 8, version: 1, status: 2, allowed: { edit: false, transitions: [] }, audit: [], lines: [now] },
  }));
  bench.on(reviewLinesCall.path, (input) => {
    const [said] = (input as { lines: { diff_qty: number; reason: string | null }[] }).lines;
    if (said?.diff_qty !== now.diff_qty) return conflict;
    now = { ...now, reason: said.reason };
    return { result: { count: 1 } };
  });
  renderDesk(<Reviewed />, { bench, keys: ['stocktaking:review', ...keys] });
  const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: '差异原因' });
  await screen.findByRole('textbox', { name: '差异原因' });
  const sent = () => bench.calls(reviewLinesCall.path).map((call) => (call.input as { lines: unknown[] }).lines[0]);
  const becomes = (diff_qty: number) => (now = { ...now, diff_qty, reason: null });
  const asked = () => bench.calls(callsOf(stock).list.path).map((call) => call.input);
  return { field, sent, becomes, asked };
}

it('sends a reason with the difference that stands on the screen', async () => {
  const { field, sent } = await reviewing();
  await userEvent.type(field(), '门店借走{Enter}');
  await vi.waitFor(() => expect(sent()).toMatchObject([{ id: 31, diff_qty: -9, reason: '门店借走' }]));
});

it.each([null, '借走九件'])('shows the new difference beside what was typed for the old one (%s)', async (reason) => {
  const { field, sent, becomes } = await reviewing(reason);
  becomes(6);
  await userEvent.clear(field());
  await userEvent.type(field(), '门店借走{Enter}');
  await screen.findByText(conflict.msg);
  await screen.findByText('6');
  await screen.findByText('未保存');
  expect(field().value).toBe('门店借走');
  // Passing through the field says nothing of the new difference; Enter does.
  await userEvent.click(field());
  await userEvent.tab();
  expect(sent()).toHaveLength(1);
  await userEvent.type(field(), '{Enter}');
  await vi.waitFor(() => expect(sent().at(-1)).toMatchObject({ diff_qty: 6, reason: '门店借走' }));
  await vi.waitFor(() => expect(screen.queryByText('未保存')).toBeNull());
});

it('sends a mark for recount with the difference too', async () => {
  const { sent, becomes } = await reviewing();
  becomes(6);
  await userEvent.click(screen.getByRole('checkbox', { name: '要求复盘' }));
  await screen.findByText(conflict.msg);
  expect(sent()).toMatchObject([{ diff_qty: -9, recount: true }]);
  await screen.findByText('6');
});

it.each([[], ['stock:view'], ['stock:costView']])('tells no cost without the keys (%s)', async (...keys) => {
  const { asked } = await reviewing(null, keys);
  expect(screen.queryByText('差异金额')).toBeNull();
  expect(asked()).toEqual([]);
});

it('tells what a piece costs and what a difference comes to', async () => {
  const { asked } = await reviewing(null, ['stock:view', 'stock:costView']);
  await screen.findByText('¥3.33');
  await screen.findByText('-¥29.97');
  expect(asked()).toMatchObject([{ warehouse_id: [3], sku_id: [5] }]);
});
