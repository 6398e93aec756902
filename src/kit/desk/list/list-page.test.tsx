// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { createBench, heldLine } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { ListPage } from './list-page.tsx';

const row = { id: 8, version: 3, status: 1, adjust_no: 'TZ8', total_qty: 1 };
const press = async (words: string) => fireEvent.click(await screen.findByText(words));

/** The list with its row picked, and what it answers from then on. */
async function pickTheRow() {
  const bench = createBench();
  const serve = (change: object) =>
    bench.on('/v1/Inventory/adjustList', { result: { list: [{ ...row, ...change }], total: 1, capped: false } });
  serve({});
  renderDesk(<ListPage definition={stockAdjustment} />, { bench, keys: ['Inventory:adjustAudit'] });
  await screen.findByText('TZ8');
  fireEvent.click(document.querySelector('[data-row-key] input') as HTMLElement);
  await screen.findByText('已选1项');
  return serve;
}

it('offers no step of a status that a picked row no longer has', async () => {
  const serve = await pickTheRow();
  await screen.findByText('审核');
  serve({ status: 2 });
  await press('刷新');
  await waitFor(() => expect(screen.queryByText('审核')).toBeNull());
  screen.getByText('已选1项');
});

it('takes a step with what can of a mixed choice, names the rest and keeps it picked', async () => {
  const bench = createBench();
  const rows = [1, 1, 2].map((status, at) => ({
    id: 7 + at,
    version: 3,
    status,
    adjust_no: `TZ${7 + at}`,
    warehouse_id: 4,
    warehouse_id__title: '上海仓',
    created_by: 1,
    created_by__title: '沈若兰',
    total_qty: 1200,
  }));
  bench.on('/v1/Inventory/adjustList', { result: { list: rows, total: 3, capped: false } });
  const refused = [{ id: 8, no: 'TZ8', code: 4010, msg: '制单人、修改人、提交人和已审核人不能审核同一单据' }];
  bench.on('/v1/Inventory/adjustAudit', { result: { id: 7, version: 4, no: 'TZ7', refused } });
  renderDesk(<ListPage definition={stockAdjustment} />, { bench, keys: ['Inventory:adjustAudit'] });
  await screen.findByText('TZ9');
  for (const box of document.querySelectorAll<HTMLElement>('[data-row-key] input')) fireEvent.click(box);
  await screen.findByText('已选3项');
  await press('审核');
  const able = await screen.findByRole('region', { name: '可审核 2 项' });
  // Who judges several at once sees what each is about, and what they come to.
  expect(able.textContent).toContain('TZ8 上海仓 · 1,200 件');
  expect((await screen.findAllByRole('group', { name: '合计' })).at(-1)?.textContent).toContain('2,400');
  expect(screen.getByRole('region', { name: '不能审核 1 项' }).textContent).toContain('TZ9 当前为“已过账”，不能审核');
  fireEvent.click(screen.getByRole('button', { name: '通过' }));
  const rest = await screen.findByRole('region', { name: '未办理 2 项' });
  expect(rest.textContent).toContain('TZ8 制单人、修改人、提交人和已审核人不能审核同一单据');
  expect(rest.textContent).toContain('TZ9 当前为“已过账”，不能审核');
  screen.getByRole('region', { name: '已办理 1 项' });
  await screen.findByText('已选2项');
});

it('adds up what is picked beside the total of everything', async () => {
  const bench = createBench();
  const rows = [1000, 2000, 4000].map((total_qty, at) => ({ ...row, id: at + 1, adjust_no: `TZ${at + 1}`, total_qty }));
  bench.on('/v1/Inventory/adjustList', {
    result: { list: rows, total: 8236, capped: false, sum: { total_qty: 99_000 } },
  });
  renderDesk(<ListPage definition={stockAdjustment} />, { bench, keys: ['Inventory:adjustAudit'] });
  await screen.findByText('共8,236条');
  const boxes = document.querySelectorAll<HTMLElement>('[data-row-key] input');
  for (const box of [...boxes].slice(1)) fireEvent.click(box);
  expect((await screen.findByRole('group', { name: '选中 2 行合计' })).textContent).toContain('6,000');
  expect(screen.getByRole('group', { name: '合计' }).textContent).toContain('99,000');
});

it('says of a search that it found nothing and offers to clear it; of an empty list, to begin', async () => {
  const bench = createBench();
  const line = heldLine(bench);
  bench.on('/v1/Inventory/adjustList', ({ keyword }) => ({
    result: { list: keyword === undefined ? [row] : [], total: keyword === undefined ? 1 : 0, capped: false },
  }));
  const { unmount } = renderDesk(<ListPage definition={stockAdjustment} />, { bench: line.bench, at: '/?keyword=x' });
  await screen.findByRole('status', { name: '加载中...' });
  expect(screen.queryByText(/^共.*条/)).toBeNull();
  line.release();
  await screen.findByText('没有符合条件的数据');
  await press('清空条件');
  await screen.findByText('TZ8');
  unmount();
  bench.on('/v1/Inventory/adjustList', { result: { list: [], total: 0, capped: false } });
  const shown = { bench, keys: ['Inventory:adjustAdd'], at: '/' };
  const { router } = renderDesk(<ListPage definition={stockAdjustment} newAt="/new" />, shown);
  await screen.findByText('暂无数据');
  fireEvent.click(screen.getAllByRole('button', { name: '新建' }).at(-1) as HTMLElement);
  await waitFor(() => expect(router.state.location.pathname).toBe('/new'));
});
