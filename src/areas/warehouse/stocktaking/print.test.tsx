// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { printSheetCall } from '#contract/areas/warehouse/count-entry.ts';
import { stocktaking } from '#contract/areas/warehouse/stocktaking.ts';
import { paperCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { type Bench, createBench, heldLine, type Reply } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './print.tsx';

const detail = callsOf(stocktaking).detail.path;
const asked = '已打印过，是否再次打印？';
const papers = vi.fn(() => document.querySelector('.paper')?.textContent);
const printed = () => String(papers.mock.results.at(-1)?.value);
beforeEach(() => vi.stubGlobal('print', papers));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  papers.mockClear();
});

const record = (print_count: number, lines: object[] = []): Reply => ({
  result: {
    id: 8,
    version: 1,
    status: 1,
    stocktaking_no: 'PD8',
    warehouse_id__title: '一号仓',
    plan_date: '2026-11-22',
    print_count,
    lines,
    allowed: { transitions: [], edit: false },
    audit: [],
  },
});

const paper = (list: object[] = []): Reply => ({ result: { list } });

/** A server on which the sheet has been printed so often; what the page was told may be older. */
function serverWith({ told, printed }: { told: number; printed: number }): Bench {
  const bench = createBench();
  bench.on(detail, record(told));
  bench.on(paperCall.path, paper());
  bench.on(printSheetCall.path, { result: { is_again_print: printed > 0 ? 1 : 0, print_count: printed + 1 } });
  return bench;
}

const show = (bench: Bench) => renderDesk(<Screen />, { bench, at: '/print?id=8' });
const press = async () => userEvent.click(await screen.findByRole('button', { name: '打印' }));
const answer = async (words: '确定' | '取消') =>
  userEvent.click(await within(await screen.findByRole('dialog')).findByRole('button', { name: words }));

it('offers nothing to print before there is something', async () => {
  const line = heldLine(serverWith({ told: 0, printed: 0 }));
  show(line.bench);
  await screen.findByLabelText('加载中...');
  expect(screen.queryByRole('button', { name: '打印' })).toBeNull();
  line.release();
  await screen.findByRole('button', { name: '打印' });
});

it('prints a first time without a question', async () => {
  show(serverWith({ told: 0, printed: 0 }));
  await press();
  await waitFor(() => expect(papers).toHaveBeenCalledOnce());
  expect(screen.queryByText(asked)).toBeNull();
});

it('asks before it registers a second time, and prints without asking twice', async () => {
  const bench = serverWith({ told: 1, printed: 1 });
  show(bench);
  await press();
  await screen.findByText(asked);
  expect(bench.calls(printSheetCall.path)).toEqual([]);
  await answer('确定');
  await waitFor(() => expect(papers).toHaveBeenCalledOnce());
  expect(bench.calls(printSheetCall.path)).toHaveLength(1);
});

it.each(['确定', '取消'] as const)('asks when somebody else has printed meanwhile: %s', async (words) => {
  const bench = serverWith({ told: 0, printed: 1 });
  show(bench);
  await press();
  await screen.findByText(asked);
  expect(papers).not.toHaveBeenCalled();
  await answer(words);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  // What was registered is not registered once more.
  expect(bench.calls(printSheetCall.path)).toHaveLength(1);
  expect(papers).toHaveBeenCalledTimes(words === '确定' ? 1 : 0);
});

const line = (diff_qty: number) => ({ id: 1, sku_id__title: 'S1', book_qty: 10, final_qty: 10 + diff_qty, diff_qty });
/** The clock alone: nothing waits for it. */
const clockAt = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });

it('prints what stands in the books when it is printed, and that hour', async () => {
  clockAt('2026-11-22T01:00:00.000Z');
  const bench = serverWith({ told: 0, printed: 0 });
  bench.on(detail, record(0, [line(-30)]));
  show(bench);
  await userEvent.click(await screen.findByText('差异表'));
  await screen.findByText('-30');
  bench.on(detail, record(1, [line(-70)]));
  clockAt('2026-11-22T07:00:00.000Z');
  await press();
  await waitFor(() => expect(papers).toHaveBeenCalledOnce());
  expect(printed()).toContain('-70');
  expect(printed()).not.toContain('-30');
  expect(printed()).toContain('2026-11-22 15:00');
});

it('prints what stands there when a person agrees to print once more', async () => {
  const bench = serverWith({ told: 0, printed: 1 });
  bench.on(detail, record(0, [line(-30)]));
  show(bench);
  await userEvent.click(await screen.findByText('差异表'));
  await press();
  await screen.findByText(asked);
  bench.on(detail, record(2, [line(-70)]));
  await answer('确定');
  await waitFor(() => expect(papers).toHaveBeenCalledOnce());
  expect(printed()).toContain('-70');
});

it('prints nothing old when the sheet cannot be read', async () => {
  const bench = serverWith({ told: 0, printed: 0 });
  show(bench);
  await screen.findByRole('button', { name: '打印' });
  bench.on(detail, { code: 5000, msg: '', http: 500 });
  await press();
  await screen.findByText('没有读到最新的数据，未打印，请重试');
  expect(papers).not.toHaveBeenCalled();
});

it('of a plan prints a sheet to count on: the goods, never what the books say of them', async () => {
  const bench = serverWith({ told: 0, printed: 0 });
  bench.on(paperCall.path, paper([{ id: 1, sku_no: 'S1', name: '短袖 黑 M', imperfect_type: 1 }]));
  show(bench);
  await press();
  await waitFor(() => expect(papers).toHaveBeenCalledOnce());
  expect(printed()).toContain('S1短袖 黑 M轻残');
  expect(printed()).not.toContain('账面');
});
