// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './detail.tsx';

const record = {
  id: 4,
  version: 1,
  status: 1,
  negative_no: 'FC26030100001',
  warehouse_id: 7,
  warehouse_id__title: '宁波天一店仓',
  sku_id: 11,
  sku_id__title: 'S1',
  imperfect_type: 0,
  source_type: 'order',
  source_id: 3,
  source_no: 'SO26030100001',
  qty: 2,
  open_qty: 2,
  offset_qty: 0,
  lines: [],
  allowed: { transitions: ['offset'], edit: false },
  audit: [],
};

it('offers batches of the case alone, and adjustments of its warehouse that are posted', async () => {
  const bench = createBench();
  bench.on('/v1/Inventory/negativeDetail', { result: record });
  bench.on('/v1/Inventory/streamList', { result: { list: [], total: 0, capped: false } });
  const [batches, adjustments] = ['/v1/stock/batchOptions', '/v1/Inventory/adjustOptions'];
  bench.on(batches, { result: { list: [] } });
  bench.on(adjustments, { result: { list: [] } });
  renderDesk(<Screen />, { bench, at: '/storage/negativeInventoryDet?id=4', keys: ['Inventory:streamView'] });
  await userEvent.click(await screen.findByRole('button', { name: /冲 ?销$/ }));
  const dialog = within(await screen.findByRole('dialog'));
  const choose = async (words: string) => {
    await userEvent.click(await dialog.findByLabelText(/冲销方式/));
    await userEvent.click(await screen.findByTitle(words));
  };
  const asked = async (path: string, field: RegExp) => {
    await userEvent.click(await dialog.findByLabelText(field));
    await waitFor(() => expect(bench.calls(path)).not.toEqual([]));
    return bench.calls(path).at(-1)?.input;
  };
  await choose('指定批次');
  expect(await asked(batches, /冲销批次/)).toMatchObject({ warehouse_id: 7, sku_id: 11, imperfect_type: 0 });
  await choose('关联调整单');
  expect(await asked(adjustments, /调整单/)).toMatchObject({ warehouse_id: 7, status: [2] });
});
