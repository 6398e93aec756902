// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { batchAllot } from '#contract/areas/replenishment/batch-allot.ts';
import { batchCalls } from '#contract/areas/replenishment/replenishment-calls.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './batch.tsx';

const calls = callsOf(batchAllot);
const line = (id: number, sku_id: number, to: number, qty: number) => ({
  id,
  sku_id,
  sku_id__title: `S${sku_id}`,
  sku_id__hint: 'T恤',
  in_warehouse_id: to,
  in_warehouse_id__title: `店${to}`,
  qty,
});
const record = {
  id: 8,
  version: 3,
  status: 1,
  batch_allot_no: 'PB8',
  allot_type: 1,
  out_warehouse_id: 1,
  out_warehouse_id__title: '总仓',
  expect_date: null,
  remark: null,
  lines: [line(1, 10, 2, 4), line(2, 10, 3, 5), line(3, 11, 2, 1)],
  audit: [],
  allowed: { transitions: [], edit: true },
};
const view = {
  goods: [
    { sku_id: 10, sku_no: 'S10', name: 'T恤', available: 12, sold: 0 },
    { sku_id: 11, sku_no: 'S11', name: 'T恤', available: 3, sold: 0 },
  ],
  shelves: [{ sku_id: 11, warehouse_id: 2, available: 0, coming: 1, sold: 28 }],
};

async function openMatrix() {
  const bench = createBench();
  bench.on(calls.detail.path, { result: record });
  bench.on(calls.edit.path, { result: { id: 8, version: 4, no: 'PB8' } });
  bench.on(batchCalls.addView.path, { result: view });
  renderDesk(<Screen />, { bench, at: '/storage/batchAddallot?id=8&edit=1' });
  const cell = async (name: string) => (await screen.findByLabelText(name)) as HTMLInputElement;
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(bench.calls(calls.edit.path)).toHaveLength(1));
    return bench.calls(calls.edit.path)[0]?.input.line_changes;
  };
  return { cell, save };
}

it('shows cells where their goods and receivers meet, and what is left running', async () => {
  const { cell } = await openMatrix();
  expect([(await cell('S10 店2')).value, (await cell('S11 店3')).value]).toEqual(['4', '']);
  await screen.findByText('存0 途1 销28');
  // Twelve less nine, three less one.
  await screen.findByText('合计 2 个货品，2 列，10 件');
  const input = await cell('S11 店3');
  await userEvent.type(input, '5');
  await screen.findByText('-3');
});

it('changes, adds and takes away lines, by typing, Enter and a block from a spreadsheet', async () => {
  const { cell, save } = await openMatrix();
  const first = await cell('S10 店2');
  first.focus();
  await userEvent.paste('7\t\n2\t3');
  await waitFor(() => expect(first.value).toBe('7'));
  await userEvent.keyboard('{Enter}');
  expect(document.activeElement).toBe(await cell('S10 店3'));
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement).toBe(await cell('S11 店3'));
  expect(await save()).toEqual({
    put: [
      { id: 1, sku_id: 10, in_warehouse_id: 2, qty: 7 },
      { id: 3, sku_id: 11, in_warehouse_id: 2, qty: 2 },
      { sku_id: 11, in_warehouse_id: 3, qty: 3 },
    ],
    remove: [2],
  });
});

it('fills by what a rule would propose', async () => {
  const { cell, save } = await openMatrix();
  await screen.findByText('存0 途1 销28');
  await userEvent.click(screen.getByRole('button', { name: '建议数量' }));
  await userEvent.click(await screen.findByRole('button', { name: '一键填充' }));
  await waitFor(async () => expect((await cell('S10 店2')).value).toBe('1'));
  const changes = (await save()) as { put: { sku_id: number; qty: number }[] };
  // One piece where nothing sells; what sells one a day gets what there is of it, in proportion.
  expect(changes.put.map(({ sku_id, qty }) => [sku_id, qty])).toEqual([
    [10, 1],
    [10, 1],
    [11, 3],
  ]);
});

it('begins with the goods that came in, where its person came from there', async () => {
  const bench = createBench();
  const came = (id: number, sku_id: number, in_qty: number, imperfect_type = 0) => ({
    id,
    sku_id,
    sku_id__title: `S${sku_id}`,
    sku_id__hint: 'T恤',
    in_qty,
    imperfect_type,
  });
  bench.on(callsOf(inWareBatch).detail.path, {
    result: { id: 5, version: 1, status: 4, lines: [came(1, 10, 7), came(2, 11, 0), came(3, 12, 1, 1)], audit: [] },
  });
  bench.on(batchCalls.addView.path, { result: view });
  renderDesk(<Screen />, { bench, at: '/storage/batchAddallot?inbound_id=5&out_warehouse_id=1' });
  // What did not come, and what came spoilt, goes to nobody.
  await screen.findByTitle('S10 T恤');
  expect(screen.queryByTitle('S11 T恤')).toBeNull();
  expect(screen.queryByTitle('S12 T恤')).toBeNull();
  await waitFor(() =>
    expect(bench.calls(batchCalls.addView.path).at(-1)?.input).toMatchObject({ out_warehouse_id: 1, sku_ids: [10] }),
  );
});
