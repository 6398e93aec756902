// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { paperCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { stocktakingPrinting } from '#contract/areas/warehouse/stocktaking-printing.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { registration } from '#contract/kit/printing.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './print.tsx';

// What is special about the papers of a stocktake; how a paper is printed is tested where the frame is (src/kit/desk/print).

const { call } = registration(stocktakingPrinting, { id: 8, kind: 1 });
const papers = vi.fn(() => document.querySelector('[data-paper]')?.textContent ?? '');
const printed = () => String(papers.mock.results.at(-1)?.value);
beforeEach(() => vi.stubGlobal('print', papers));
afterEach(() => {
  vi.unstubAllGlobals();
  papers.mockClear();
});

const line = (id: number, diff_qty: number | null) => ({
  id,
  sku_id: id,
  sku_id__title: `S${id}`,
  sku_id__hint: '短袖 黑 M',
  imperfect_type: 0,
  book_qty: 10,
  final_qty: diff_qty === null ? null : 10 + diff_qty,
  diff_qty,
  reason: null,
});

function sheet(status: number, lines: readonly object[]): Bench {
  const bench = createBench();
  bench.on(callsOf(stocktaking).detail.path, {
    result: {
      id: 8,
      version: 1,
      status,
      stocktaking_no: 'PD8',
      warehouse_id: 1,
      warehouse_id__title: '一号仓',
      take_type: 1,
      plan_date: '2026-11-22',
      print_count: 0,
      lines,
      allowed: { transitions: [], edit: false },
      audit: [],
    },
  });
  const goods = [{ id: 1, sku_id: 1, sku_id__title: 'S1', sku_id__hint: '短袖 黑 M', imperfect_type: 1 }];
  bench.on(paperCall.path, { result: { list: goods } });
  bench.on(call.path, { result: { is_again_print: 0, print_count: 1 } });
  return bench;
}

async function print(bench: Bench): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name: '打印' }));
  await waitFor(() => expect(papers).toHaveBeenCalledOnce());
  expect(bench.calls(call.path)).toHaveLength(1);
}

it('of a plan prints a sheet to count on: the goods, room for figures, never what the books say of them', async () => {
  const bench = sheet(0, []);
  renderDesk(<Screen />, { bench, at: '/print?id=8' });
  await print(bench);
  expect(printed()).toContain('盘点表PD8');
  expect(printed()).toContain('序号货品品级实盘数量1S1 短袖 黑 M轻残');
  expect(printed()).not.toContain('账面');
  expect(bench.calls(call.path)[0]?.input).toEqual({ id: 8, kind: 1 });
});

it('of a counted sheet prints the differences and their sums', async () => {
  const bench = sheet(2, [line(1, -3), line(2, 0), line(3, null), line(4, 1)]);
  renderDesk(<Screen />, { bench, at: '/print?id=8' });
  await userEvent.click(await screen.findByText('差异表'));
  await print(bench);
  expect(printed()).toMatch(/1S1 短袖 黑 M正品107-32S4 短袖 黑 M正品10111/);
  expect(printed()).toContain('合计2018-2');
  expect(printed()).not.toMatch(/S2|S3/);
  expect(bench.calls(call.path)[0]?.input).toEqual({ id: 8, kind: 2 });
});

it('says so where nothing differs', async () => {
  renderDesk(<Screen />, { bench: sheet(6, [line(2, 0)]), at: '/print?id=8' });
  await userEvent.click(await screen.findByText('差异表'));
  await screen.findByText('没有差异');
});
