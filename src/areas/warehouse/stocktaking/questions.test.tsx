// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { decideExceptionCall, progressCall, type SheetException } from '#contract/areas/warehouse/count-entry.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { heldPath } from '#src/engine/test-held-path.ts';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Questions } from './questions.tsx';

const question = (one: Partial<SheetException>): SheetException => ({
  count_id: 1,
  outcome: 'late',
  reason: '设备时间早于本轮盘点开始',
  barcode: '6901',
  zone: 'A',
  round: 1,
  kind: 'add',
  qty: 1,
  counted_at: '2026-03-02T02:00:00.000Z',
  counter_name: '盘点甲',
  device_id: 'tablet-0001',
  timely: true,
  decided: null,
  ...one,
});

/** The dialog that decides the first question of a sheet. */
async function dialogFor(exceptions: SheetException[]) {
  const bench = createBench();
  const line = heldPath(bench, progressCall.path, 2);
  bench.on(progressCall.path, { result: { id: 8, status: 2, round: 1, zones: [], exceptions, shortfalls: [] } });
  bench.on(decideExceptionCall.path, { result: { count: 1 } });
  renderDesk(<Questions id={8} />, { bench: line.bench, keys: ['stocktaking:review'] });
  const [first] = await screen.findAllByRole('button', { name: '处理' });
  if (first) await userEvent.click(first);
  return { bench, release: line.release, dialog: within(await screen.findByRole('dialog')) };
}

it('offers to count a late scan', async () => {
  const { dialog } = await dialogFor([question({})]);
  dialog.getByRole('button', { name: '计入此货品' });
});

it('offers no counting of a scan whose time nobody knows, says why, and sets that one alone aside', async () => {
  const { bench, dialog } = await dialogFor([question({ timely: false }), question({ count_id: 2 })]);
  expect(dialog.queryByRole('button', { name: '计入此货品' })).toBeNull();
  dialog.getByText(/设备时间早于本轮盘点开始/);
  await userEvent.type(await dialog.findByLabelText('不计入的原因'), '时间不对');
  await userEvent.click(await dialog.findByRole('button', { name: '不计入' }));
  await vi.waitFor(() =>
    expect(bench.calls(decideExceptionCall.path).map((call) => call.input)).toMatchObject([
      { count_ids: [1], reason: '时间不对' },
    ]),
  );
});

it('asks nothing again before what was decided has been read', async () => {
  const { release, dialog } = await dialogFor([question({ timely: false }), question({ count_id: 2 })]);
  await userEvent.type(await dialog.findByLabelText('不计入的原因'), '时间不对');
  await userEvent.click(await dialog.findByRole('button', { name: '不计入' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const [first] = screen.getAllByRole('button', { name: '处理' });
  expect(first).toHaveProperty('disabled', true);
  release();
  await waitFor(() => expect(screen.getAllByRole('button', { name: '处理' })[0]).toHaveProperty('disabled', false));
});
