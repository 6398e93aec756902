// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { addListTask } from '#contract/areas/tasks/calls.ts';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { beginViews, chooseColumns } from '#src/engine/own-views.ts';
import { useTasksWanted } from '#src/engine/tasks.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { clearToasts, useNotices } from '../../notice.ts';
import { renderDesk } from '../test-bench.tsx';
import { ListPage } from './list-page.tsx';

afterEach(() => {
  localStorage.clear();
  beginViews();
  clearToasts();
});

const at = '/?imperfect_type=%5B0%5D&keyword=T1&sort=-qty_on_hand&page=1';
const byHand = { name: 'by-hand', label: '手写', width: 80, render: () => null };

async function exported(bench: Bench, format: string): Promise<void> {
  bench.on('/v1/stock/list', { result: { list: [{ id: 1, qty_on_hand: 3 }], total: 1, capped: false } });
  renderDesk(<ListPage definition={stock} columns={[...stock.list.columns, byHand]} />, {
    bench,
    at,
    keys: ['stock:view'],
  });
  const button = (await screen.findByText('导出')).closest('button') as HTMLButtonElement;
  await waitFor(() => expect(button.disabled).toBe(false));
  await userEvent.click(button);
  await userEvent.click(await screen.findByText(format));
  await waitFor(() => expect(bench.calls(addListTask.path)).toHaveLength(1));
}

it('asks for what the view shows: its columns in their order without the hidden ones, filters, keyword and order', async () => {
  chooseColumns('stock', {
    order: ['qty_on_hand', 'sku_id'],
    hidden: ['brand_id', 'qty_negative', 'min_qty', 'max_qty', 'is_unsold', 'last_in_at', 'last_out_at'],
    widths: {},
  });
  const bench = createBench();
  bench.on(addListTask.path, { result: { id: 7, serial_no: 'GD7' } });
  const before = useTasksWanted.getState().times;
  await exported(bench, 'Excel (xlsx)');
  expect(bench.calls(addListTask.path)[0]?.input).toEqual({
    definition: 'stock',
    task_name: '库存列表',
    format: 'xlsx',
    columns: [
      'qty_on_hand',
      'sku_id',
      'warehouse_id',
      'imperfect_type',
      'qty_locked',
      'qty_available',
      'qty_in_transit',
    ],
    asked: { imperfect_type: [0], keyword: 'T1', sort: '-qty_on_hand' },
  });
  await waitFor(() => expect(useTasksWanted.getState().times).toBe(before + 1));
  expect(useNotices.getState().toasts).toMatchObject([{ text: '正在导出' }]);
});

it('says why there is none', async () => {
  const bench = createBench();
  bench.on(addListTask.path, { code: 4029, msg: '您已有 10 个未完成的工单' });
  const before = useTasksWanted.getState().times;
  await exported(bench, 'CSV');
  await waitFor(() =>
    expect(useNotices.getState().toasts).toMatchObject([{ text: '您已有 10 个未完成的工单', tone: 'bad' }]),
  );
  expect(useTasksWanted.getState().times).toBe(before);
});
