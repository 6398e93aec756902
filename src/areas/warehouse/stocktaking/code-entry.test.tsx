// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { type CountRequest, countCall, progressCall, reportCall } from '#contract/areas/warehouse/count-entry.ts';
import { sheetCodesCall } from '#contract/areas/warehouse/stocktaking-calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { CodeEntry } from './code-entry.tsx';
import { SheetCodes } from './sheet-codes.tsx';

const zone = (id: number, code: string, closed_at: string | null = null) => ({
  id,
  code,
  name: `库区${code}`,
  closed_at,
  entries: 0,
  devices: [],
});

it('sends each code once, one piece each, and keeps only what was refused', async () => {
  const bench = createBench();
  bench.on(progressCall.path, {
    result: { id: 8, status: 1, round: 1, zones: [zone(1, 'A'), zone(2, 'B')], exceptions: [], shortfalls: [] },
  });
  bench.on(countCall.path, (input) => ({
    result: {
      answers: (input as unknown as CountRequest).entries.map(({ op_id, barcode }) => {
        if (barcode === 'X') return { op_id, outcome: 'refused', msg: '不在盘点范围内' };
        return barcode === 'Y' ? { op_id, outcome: 'unknown', msg: '不是唯一码' } : { op_id, outcome: 'accepted' };
      }),
      server_time: new Date().toISOString(),
    },
  }));
  bench.on(reportCall.path, { result: { server_time: new Date().toISOString() } });
  renderDesk(<CodeEntry id={8} round={1} />, { bench, keys: ['stocktaking:count'] });
  const box = await screen.findByLabelText('唯一码或EPC');
  await userEvent.click(box);
  await userEvent.paste('C1\n\n C2 \nC1\nX\nY');
  await userEvent.click(screen.getByRole('button', { name: '提交盘点' }));
  await waitFor(() => expect((box as HTMLTextAreaElement).value).toBe('X'));
  const [request] = bench.calls(countCall.path).map((call) => call.input as unknown as CountRequest);
  expect(request?.entries.map(({ barcode, kind, qty, zone: at }) => [barcode, kind, qty, at])).toEqual(
    ['C1', 'C2', 'X', 'Y'].map((barcode) => [barcode, 'add', 1, 'A']),
  );
  await screen.findByText('X：不在盘点范围内');
  await screen.findByText('Y：不是唯一码，已记入“未知与迟到”');
});

it('shows which codes make the differences', async () => {
  const bench = createBench();
  const code = { epc: null, sku_no: 'S1', name: '衬衫', imperfect_type: 0, position: null };
  const list = [
    { id: 1, unique_code: '1000000000000001', part: 'missing', ...code },
    { id: 2, unique_code: '1000000000000002', part: 'returned', ...code },
  ];
  bench.on(sheetCodesCall.path, { result: { list, count: 2 } });
  renderDesk(<SheetCodes id={8} />, { bench, keys: ['stocktaking:view'] });
  await screen.findByText('未读到');
  await screen.findByText('丢失后读到');
});
