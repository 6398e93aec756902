// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { styleGridCall } from '#contract/areas/goods/style-grid.ts';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { FormPage } from '../form-page.tsx';
import { renderDesk } from '../test-bench.tsx';

const calls = callsOf(purchaseOrder);

/** Black in S and M, white in S alone; M of black is in the order already. */
const grid = {
  spu_id: 1,
  spu_no: 'P1',
  style_no: 'T1',
  name: 'T恤',
  colors: [
    { id: 1, name: '黑' },
    { id: 2, name: '白' },
  ],
  sizes: [
    { id: 11, name: 'S' },
    { id: 12, name: 'M' },
  ],
  cells: [
    { sku_id: 101, sku_no: 'S101', name: 'T恤 黑 S', color_id: 1, size_id: 11, enabled: true },
    { sku_id: 102, sku_no: 'S102', name: 'T恤 黑 M', color_id: 1, size_id: 12, enabled: true },
    { sku_id: 201, sku_no: 'S201', name: 'T恤 白 S', color_id: 2, size_id: 11, enabled: true },
  ],
};
const line = { id: 5, sku_id: 102, sku_id__title: 'S102', sku_id__hint: 'T恤 黑 M', qty: 4 };
const record = {
  id: 8,
  version: 3,
  status: 0,
  purchase_no: 'CG8',
  purchase_type: 2,
  supplier_id: 1,
  supplier_id__title: '供应商',
  contract_id: 1,
  contract_id__title: 'HT1',
  co_model: 1,
  purchaser_id: 1,
  purchaser_id__title: '采购',
  department_id: null,
  warehouse_id: 1,
  warehouse_id__title: '总仓',
  expect_date: '2026-03-20',
  remark: null,
  lines: [line],
  audit: [],
  allowed: { transitions: [], edit: true },
};

async function openMatrix() {
  const bench = createBench();
  bench.on(calls.detail.path, { result: record });
  bench.on(calls.edit.path, { result: { id: 8, version: 4, no: 'CG8' } });
  bench.on(styleGridCall.path, { result: { list: [grid] } });
  renderDesk(<FormPage definition={purchaseOrder} id={8} linesAs="matrix" listAt="/list" />, { bench });
  const cell = async (name: string) => (await screen.findByLabelText(name)) as HTMLInputElement;
  const save = async () => {
    await userEvent.click(screen.getByRole('button', { name: '保存' }));
    await waitFor(() => expect(bench.calls(calls.edit.path)).toHaveLength(1));
    return bench.calls(calls.edit.path)[0]?.input.line_changes;
  };
  return { cell, save };
}

it('shows lines where their goods stand, and what there is none of as nothing', async () => {
  const { cell } = await openMatrix();
  expect((await cell('T恤 黑 M')).value).toBe('4');
  expect((await cell('T恤 黑 S')).value).toBe('');
  expect(screen.queryByLabelText('T恤 白 M')).toBeNull();
  expect(within(screen.getByRole('table', { name: 'T恤 T1' })).getAllByText('4').length).toBeGreaterThan(1);
});

it('makes a line of a cell that is filled, changes one, and takes one away that is emptied', async () => {
  const { cell, save } = await openMatrix();
  await userEvent.type(await cell('T恤 黑 S'), '12');
  await userEvent.clear(await cell('T恤 黑 M'));
  const sent = await save();
  expect(sent).toMatchObject({ put: [{ sku_id: 101, qty: 12 }], remove: [5] });
});

it('is walked with the arrows and takes a block from a spreadsheet', async () => {
  const { cell, save } = await openMatrix();
  const first = await cell('T恤 黑 S');
  first.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(document.activeElement).toBe(await cell('T恤 黑 M'));
  await userEvent.keyboard('{ArrowLeft}{ArrowDown}');
  expect(document.activeElement).toBe(await cell('T恤 白 S'));
  first.focus();
  await userEvent.paste('1\t2\n3\t9');
  expect(await save()).toMatchObject({
    put: expect.arrayContaining([
      { id: 5, sku_id: 102, qty: 2 },
      { sku_id: 101, qty: 1 },
      { sku_id: 201, qty: 3 },
    ]) as unknown,
  });
});
