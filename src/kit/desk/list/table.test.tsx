// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { beginViews } from '#src/engine/own-views.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { ListPage } from './list-page.tsx';

// Columns as nobody has chosen them.
beforeEach(() => {
  localStorage.clear();
  beginViews();
});

const keys = ['Inventory:adjustAudit'];
const rows = [1, 2, 3].map((id) => ({
  id,
  version: 1,
  status: 1,
  adjust_no: `TZ${id}`,
  warehouse_id: 4,
  warehouse_id__title: '东仓',
  warehouse_id__hint: 'C4',
  reason: id === 2 ? '=1+1' : '盘点\n差异',
  total_qty: id * 1000,
}));

async function openList() {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustList', { result: { list: rows, total: 3, capped: false, sum: { total_qty: 6000 } } });
  const user = userEvent.setup();
  const opened: number[] = [];
  renderDesk(<ListPage definition={stockAdjustment} onOpen={(row) => opened.push(row.id)} />, { bench, keys });
  await screen.findByText('TZ3');
  return { user, opened, bench };
}

const rowOf = (id: number) => document.querySelector<HTMLElement>(`[data-row-key="${id}"]`) as HTMLElement;
const cellOf = (id: number, at: number) => rowOf(id).children[at] as HTMLElement;
const copied = () => navigator.clipboard.readText();
const heads = () => screen.getAllByRole('columnheader').map((head) => head.textContent);

it('shows how a record stands beside its title, and keeps both in view', async () => {
  const { user } = await openList();
  expect(heads().slice(0, 4)).toEqual(['', '调整单号', '状态', '仓库']);
  const stays = () =>
    screen
      .getAllByRole('columnheader')
      .filter((head) => head.className.includes('fix'))
      .map((head) => head.textContent);
  expect(stays()).toEqual(['', '调整单号', '状态']);
  await user.click(await screen.findByRole('button', { name: '列设置' }));
  await user.click(await screen.findByRole('button', { name: '固定调整数量' }));
  await user.click(await screen.findByRole('button', { name: '固定状态' }));
  expect(stays()).toEqual(['', '调整单号', '调整数量']);
});

it('says all of a cell that is cut off, and nothing twice', async () => {
  await openList();
  const cell = cellOf(1, 3);
  fireEvent.pointerOver(cell);
  expect(cell.title).toBe('');
  Object.defineProperties(cell, { scrollWidth: { value: 300 }, clientWidth: { value: 100 } });
  fireEvent.pointerOver(cell);
  expect(cell.title).toBe('东仓');
  expect(within(cell).getByTitle('C4').textContent).toBe('东仓');
});

it('is walked row by row, page by page and cell by cell', async () => {
  const { user, opened } = await openList();
  rowOf(1).focus();
  await user.keyboard('{PageDown}');
  expect(document.activeElement).toBe(rowOf(3));
  await user.keyboard('{PageUp}{ArrowRight}{ArrowRight}{ArrowDown}');
  expect(document.activeElement).toBe(cellOf(2, 1));
  await user.keyboard('{Enter} ');
  expect(opened).toEqual([2]);
  await screen.findByText('已选1项');
  await user.keyboard('{ArrowLeft}{ArrowLeft}');
  expect(document.activeElement).toBe(rowOf(2));
});

it('copies what has the focus: a cell, a row, the picked rows under their names', async () => {
  const { user } = await openList();
  cellOf(1, 1).tabIndex = -1;
  cellOf(1, 1).focus();
  await user.keyboard('{Control>}c{/Control}');
  await waitFor(async () => expect(await copied()).toBe('TZ1'));
  rowOf(1).focus();
  await user.keyboard('{Control>}c{/Control}');
  await waitFor(async () => expect(await copied()).toMatch(/^TZ1\t待审核\t东仓 C4\t1,000\t\t盘点 差异\t/));
  await user.click(within(rowOf(1)).getByRole('checkbox'));
  await user.click(within(rowOf(2)).getByRole('checkbox'));
  rowOf(3).focus();
  await user.keyboard('{Control>}c{/Control}');
  await waitFor(async () => expect((await copied()).split('\n')).toHaveLength(3));
  const [head, , second] = (await copied()).split('\n');
  expect(head).toMatch(/^调整单号\t状态\t仓库\t/);
  // A sheet would run it.
  expect(second?.split('\t')[5]).toBe("'=1+1");
});

it('copies a column of the loaded page from its menu, and says how many rows', async () => {
  const { user } = await openList();
  fireEvent.contextMenu(screen.getByRole('columnheader', { name: '调整单号' }));
  await user.click(await screen.findByText('复制本列（3 行）'));
  await waitFor(async () => expect(await copied()).toBe('TZ1\nTZ2\nTZ3'));
  fireEvent.contextMenu(cellOf(2, 3));
  await user.click(await screen.findByText('复制单元格'));
  await waitFor(async () => expect(await copied()).toBe('东仓 C4'));
});
