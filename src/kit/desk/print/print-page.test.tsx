// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { printing, printRecordCall } from '#contract/kit/printing.ts';
import { anAdjustment } from '#src/engine/test-adjustment.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { heldPath } from '#src/engine/test-held-path.ts';
import { renderDesk } from '../test-bench.tsx';
import { PrintPage } from './print-page.tsx';

const detail = callsOf(stockAdjustment).detail.path;
const asked = '已打印过，是否再次打印？';
const voucher = printing(stockAdjustment, {
  at: '/print?id={id}',
  formats: [
    {
      head: ['warehouse_id', 'reason'],
      lines: { columns: ['sku_id', 'qty', 'unit_cost'], sums: ['qty'], byHand: ['实收'], spare: 2 },
      signatures: ['库管员'],
    },
    {
      title: '箱签',
      paper: { width: 100, height: 60, margin: 3 },
      head: ['warehouse_id'],
      copies: ['存根联', '随货联'],
    },
  ],
});

/** What the printer was given, at each print. */
const papers = vi.fn(() => document.querySelector('[data-paper]')?.textContent ?? '');
const printed = () => String(papers.mock.results.at(-1)?.value);
beforeEach(() => vi.stubGlobal('print', papers));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  papers.mockClear();
});

const record = (given: object = {}) => ({ result: anAdjustment({ lines: 3, print_count: 0, ...given }) });

/** A server on which the document has been printed so often; what the page was told may be older. */
function serverWith({ told, before }: { told: number; before: number }): Bench {
  const bench = createBench();
  bench.on(detail, record({ print_count: told }));
  bench.on(printRecordCall.path, { result: { is_again_print: before > 0 ? 1 : 0, print_count: before + 1 } });
  return bench;
}

const show = (bench: Bench, keys: readonly string[] = []) =>
  renderDesk(<PrintPage printing={voucher} id={8} />, { bench, keys });
const press = async () => userEvent.click(await screen.findByRole('button', { name: '打印' }));
const answer = async (words: '确定' | '取消') =>
  userEvent.click(await within(await screen.findByRole('alertdialog')).findByRole('button', { name: words }));
const out = async () => waitFor(() => expect(papers).toHaveBeenCalledOnce());

describe('what is on paper', () => {
  it('is what the format says: head, lines, sums, room for pens, and the number as words and bars', async () => {
    show(serverWith({ told: 0, before: 0 }));
    await press();
    await out();
    expect(printed()).toMatch(/^库存调整单TZ8仓库总仓调整原因盘点差异状态草稿序号货品数量实收1S11/);
    expect(printed()).toMatch(/3S31.*合计3.*库管员打印时间 .*第 1 次打印$/s);
    const bars = await screen.findByRole('img', { name: '条形码 TZ8' });
    expect(bars.querySelector('path')?.getAttribute('d')).toMatch(/^M10 0h2v1h-2z/);
  });

  it('has no field behind a key that this person does not hold', async () => {
    const bench = serverWith({ told: 0, before: 0 });
    const lines = [{ id: 1, sku_id: 1, sku_id__title: 'S1', qty: 1, unit_cost: 4321 }];
    bench.on(detail, { result: { ...anAdjustment({ lines: 0, print_count: 0 }), lines } });
    show(bench);
    await press();
    await out();
    expect(printed()).not.toMatch(/单位成本|43\.21/);
    show(bench, ['stock:costView']);
    await waitFor(() => expect(document.body.textContent).toMatch(/单位成本.*43\.21/s));
  });

  it('is all of it, where the screen shows the first of many lines', async () => {
    const bench = serverWith({ told: 0, before: 0 });
    bench.on(detail, record({ lines: 1000 }));
    show(bench);
    await screen.findByText('还有 800 行，打印时全部输出');
    await press();
    await out();
    expect(printed()).toContain('1000S10001');
    expect(printed()).toContain('合计1,000');
    expect(printed()).not.toContain('还有');
  });

  it('is every part of a set on paper of its own size, in the format that was chosen', async () => {
    show(serverWith({ told: 0, before: 0 }));
    await userEvent.click(await screen.findByText('箱签'));
    await press();
    await out();
    expect(printed()).toMatch(/^箱签存根联TZ8.*箱签随货联TZ8/s);
    expect(document.head.textContent).toContain('size:100mm 60mm');
  });

  it('is nothing by the browser’s own menu: words that lead to the button', async () => {
    const { unmount } = show(serverWith({ told: 0, before: 0 }));
    await screen.findByRole('button', { name: '打印' });
    expect(document.querySelector('[data-paper]')?.textContent).toContain('请用页面上的“打印”按钮');
    unmount();
    expect(document.head.textContent).not.toContain('@page');
  });
});

describe('a print', () => {
  it('is not offered before there is something to print', async () => {
    const line = heldPath(serverWith({ told: 0, before: 0 }), detail);
    show(line.bench);
    await screen.findByLabelText('加载中...');
    expect(screen.queryByRole('button', { name: '打印' })).toBeNull();
    fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true });
    expect(line.bench.calls(printRecordCall.path)).toEqual([]);
    line.release();
    await screen.findByRole('button', { name: '打印' });
  });

  it('is registered once and asked about not at all the first time', async () => {
    const bench = serverWith({ told: 0, before: 0 });
    show(bench);
    await screen.findByRole('button', { name: '打印' });
    // Ctrl+P twice, as somebody does who sees nothing happen.
    const key = { key: 'p', ctrlKey: true };
    expect([fireEvent.keyDown(document.body, key), fireEvent.keyDown(document.body, key)]).toEqual([false, false]);
    await out();
    expect(bench.calls(printRecordCall.path).map(({ input }) => input)).toEqual([
      { doc_type: 'stockAdjustment', doc_id: 8 },
    ]);
    expect(screen.queryByText(asked)).toBeNull();
  });

  it('is asked about before it is registered when it is known to be again', async () => {
    const bench = serverWith({ told: 1, before: 1 });
    show(bench);
    await press();
    await screen.findByText(asked);
    expect(bench.calls(printRecordCall.path)).toEqual([]);
    await answer('确定');
    await out();
    expect(bench.calls(printRecordCall.path)).toHaveLength(1);
    expect(printed()).toContain('第 2 次打印');
  });

  it('is not registered when a person does not want it again', async () => {
    const bench = serverWith({ told: 1, before: 1 });
    show(bench);
    await press();
    await answer('取消');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(bench.calls(printRecordCall.path)).toEqual([]);
    expect(papers).not.toHaveBeenCalled();
  });

  it.each(['确定', '取消'] as const)('is asked about when somebody else has printed meanwhile: %s', async (words) => {
    const bench = serverWith({ told: 0, before: 1 });
    show(bench);
    await press();
    await screen.findByText(asked);
    expect(papers).not.toHaveBeenCalled();
    bench.on(detail, record({ reason: '后来改了' }));
    await answer(words);
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(papers).toHaveBeenCalledTimes(words === '确定' ? 1 : 0));
    // What was registered is not registered once more, and what was changed since is on the paper.
    expect(bench.calls(printRecordCall.path)).toHaveLength(1);
    if (words === '确定') expect(printed()).toContain('后来改了');
  });

  it('is of what stands in the books then, and says the hour', async () => {
    const clockAt = (time: string) => vi.useFakeTimers({ toFake: ['Date'], now: new Date(time) });
    clockAt('2026-11-22T01:00:00.000Z');
    const bench = serverWith({ told: 0, before: 0 });
    show(bench);
    await screen.findAllByText('盘点差异');
    bench.on(detail, record({ reason: '后来改了' }));
    clockAt('2026-11-22T07:00:00.000Z');
    await press();
    await out();
    expect(printed()).toContain('后来改了');
    expect(printed()).toContain('打印时间 2026-11-22 15:00');
  });

  it('is none when the document cannot be read, or the print not be registered', async () => {
    const bench = serverWith({ told: 0, before: 0 });
    show(bench);
    await screen.findByRole('button', { name: '打印' });
    bench.on(detail, { code: 5000, msg: '', http: 500 });
    await press();
    await screen.findByText('没有读到最新的数据，未打印，请重试');
    expect(bench.calls(printRecordCall.path)).toEqual([]);
    bench.on(detail, record());
    bench.on(printRecordCall.path, { code: 4004, msg: '数据不存在或已被删除' });
    await press();
    await screen.findByText('数据不存在或已被删除');
    expect(papers).not.toHaveBeenCalled();
  });
});
