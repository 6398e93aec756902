// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { sku } from '#contract/areas/goods/sku.ts';
import { type CountRequest, countCall, progressCall, reportCall } from '#contract/areas/warehouse/count-entry.ts';
import { importCountsCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { CountGrid } from './count-grid.tsx';

const zone = (id: number, code: string, closed_at: string | null = null) => ({
  id,
  code,
  name: `库区${code}`,
  closed_at,
  entries: 0,
  devices: [],
});

/** A sheet in its first round with two open zones; it knows the goods S1 to S9000. */
async function atTheDesk() {
  const bench = createBench();
  bench.on(progressCall.path, {
    result: { id: 8, status: 1, round: 1, zones: [zone(1, 'A'), zone(2, 'B')], exceptions: [], shortfalls: [] },
  });
  bench.on(callsOf(sku).options.path, ({ texts = [] }) => ({
    result: {
      list: (texts as string[])
        .filter((text) => /^S\d+$/.test(text))
        .map((text) => ({ id: Number(text.slice(1)), title: text, hint: `货品${text}`, text })),
    },
  }));
  bench.on(countCall.path, (input) => ({
    result: {
      answers: (input as unknown as CountRequest).entries.map(({ op_id, barcode }) =>
        barcode === 'S13' ? { op_id, outcome: 'late', msg: '本轮未要求复盘' } : { op_id, outcome: 'accepted' },
      ),
      server_time: new Date().toISOString(),
    },
  }));
  bench.on(reportCall.path, { result: { server_time: new Date().toISOString() } });
  renderDesk(<CountGrid id={8} round={1} />, { bench, keys: ['stocktaking:count'] });
  await userEvent.click(await screen.findByRole('button', { name: '新增一行' }));
  await screen.findByLabelText('第 1 行货品');
  const sent = () => bench.calls(countCall.path).map((call) => call.input as unknown as CountRequest);
  const paste = (text: string) =>
    fireEvent.paste(screen.getByLabelText('第 1 行货品'), { clipboardData: { getData: () => text } });
  const post = () => userEvent.keyboard('{Control>}s{/Control}');
  return { bench, sent, paste, post };
}

it('marks a code that names nothing on its own row, and sends nothing', async () => {
  const { sent, paste, post } = await atTheDesk();
  paste('S1\t3\nNOWHERE\t4');
  await screen.findByText('未识别：NOWHERE');
  expect(screen.getByLabelText('第 2 行货品').getAttribute('aria-invalid')).toBe('true');
  screen.getByLabelText('第 2 行货品').focus();
  await post();
  await screen.findByText('货品不能为空');
  expect(sent()).toEqual([]);
});

it('states one figure for the same goods in one zone, hands its zones in, and keeps what was not taken', async () => {
  const { bench, sent, paste, post } = await atTheDesk();
  paste('S1\t3\nS13\t2\nS1\t4');
  await screen.findByDisplayValue('4');
  screen.getByLabelText('第 1 行数量').focus();
  await post();
  await waitFor(() => expect(bench.calls(reportCall.path)).toHaveLength(1));
  const [request] = sent();
  expect(request?.entries).toMatchObject([
    { kind: 'total', zone: 'A', round: 1, barcode: 'S1', imperfect_type: 0, qty: 7, seq: 1 },
    { kind: 'total', zone: 'A', barcode: 'S13', qty: 2, seq: 2 },
  ]);
  expect(new Set(request?.entries.map((entry) => entry.op_id)).size).toBe(2);
  expect(bench.calls(reportCall.path)[0]?.input).toMatchObject({
    device_id: request?.device_id,
    zones: [{ zone: 'A', unsent: 0, finished: true }],
  });
  await screen.findByText('本轮未要求复盘，已记入“未知与迟到”');
  expect(screen.getByLabelText<HTMLInputElement>('第 1 行数量').value).toBe('2');
  expect(screen.queryByLabelText('第 2 行数量')).toBeNull();
});

it('sends a part of unknown outcome again as it was, and goes on with the next', async () => {
  const { bench, sent, paste, post } = await atTheDesk();
  const many = limits.drainBatchMost + 1;
  let cut = true;
  bench.on(countCall.path, (input) => {
    if (cut) return 'cut';
    const { entries } = input as unknown as CountRequest;
    return { result: { answers: entries.map(({ op_id }) => ({ op_id, outcome: 'accepted' })), server_time: '' } };
  });
  paste(Array.from({ length: many }, (_row, index) => `S${index + 100}\t1`).join('\n'));
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('第 1 行数量').value).toBe('1'));
  screen.getByLabelText('第 1 行数量').focus();
  await post();
  await screen.findByText(/结果未知，请重试/);
  cut = false;
  await userEvent.click(screen.getByRole('button', { name: '重试' }));
  await waitFor(() => expect(bench.calls(reportCall.path)).toHaveLength(1));
  const [first, again, rest] = bench.calls(countCall.path);
  expect(again).toEqual(first);
  expect(sent().map(({ entries }) => entries.length)).toEqual([limits.drainBatchMost, limits.drainBatchMost, 1]);
  expect(rest?.input).toMatchObject({ entries: [{ seq: many }] });
});

it('takes what was counted from a file into the grid, tells rows that are none, and sends nothing by itself', async () => {
  const { bench, sent } = await atTheDesk();
  bench.on(importCountsCall.path, {
    result: {
      lines: [{ row: 1, sku_id: 5, sku_no: 'S5', name: '衬衫', qty: 6, zone_id: 2, imperfect_type: 0 }],
      errors: [{ row: 2, words: '此盘点单没有库区“C”' }],
    },
  });
  await userEvent.click(screen.getByRole('button', { name: '导入明细' }));
  const dialog = await screen.findByRole('dialog');
  fireEvent.paste(await within(dialog).findByLabelText('粘贴表格'), {
    clipboardData: { getData: () => 'S5\t6\tB\nS6\t1\tC' },
  });
  await within(dialog).findByText('此盘点单没有库区“C”');
  expect(bench.calls(importCountsCall.path)[0]?.input).toMatchObject({
    id: 8,
    rows: [
      { code: 'S5', qty: '6', zone: 'B', grade: '' },
      { code: 'S6', qty: '1', zone: 'C', grade: '' },
    ],
  });
  await userEvent.click(within(dialog).getByRole('button', { name: '导入 1 行' }));
  await screen.findByDisplayValue('6');
  expect(sent()).toEqual([]);
});
