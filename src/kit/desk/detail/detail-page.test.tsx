// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { stockAdjustmentPrinting } from '#contract/areas/warehouse/stock-adjustment-printing.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { heldPath } from '#src/engine/test-held-path.ts';
import { renderDesk } from '../test-bench.tsx';
import { DetailPage } from './detail-page.tsx';

const [detail, audit] = ['/v1/Inventory/adjustDetail', '/v1/Inventory/adjustAudit'];
const record = {
  id: 8,
  version: 3,
  status: 1,
  adjust_no: 'TZ8',
  lines: [],
  allowed: { transitions: ['audit'], edit: true },
  audit: [],
};

it('tells a step at once, and takes no other on the record of before', async () => {
  const bench = createBench();
  bench.on(detail, { result: record });
  bench.on(audit, { result: { id: 8, version: 4, no: 'TZ8' } });
  const line = heldPath(bench, detail, 2);
  renderDesk(<DetailPage definition={stockAdjustment} id={8} />, { bench: line.bench });
  await userEvent.click(await screen.findByRole('button', { name: '审核' }));
  bench.on(detail, { result: { ...record, version: 4, allowed: { transitions: ['cancel'], edit: false } } });
  await userEvent.click(await screen.findByRole('button', { name: '通过' }));
  await screen.findByText('审核通过');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() => expect(bench.calls(detail)).toHaveLength(2));
  expect(screen.getByRole('button', { name: '审核' })).toHaveProperty('disabled', true);
  line.release();
  await waitFor(() => expect(screen.getByRole('button', { name: '作废' })).toHaveProperty('disabled', false));
  expect(bench.calls(audit)).toHaveLength(1);
});

it('does not call a step done that went elsewhere: it warns with the reason', async () => {
  const bench = createBench();
  const warning = '1 行的差异与审核时不同，没有过账，已退回待审核';
  bench.on(detail, { result: record });
  bench.on(audit, { result: { id: 8, version: 4, no: 'TZ8', warning } });
  renderDesk(<DetailPage definition={stockAdjustment} id={8} />, { bench });
  await userEvent.click(await screen.findByRole('button', { name: '审核' }));
  await userEvent.click(await screen.findByRole('button', { name: '通过' }));
  const told = await screen.findByText(warning);
  expect(told.dataset['tone']).toBe('warn');
  expect(screen.queryByText(/审核通过/)).toBeNull();
});

describe('what is printed', () => {
  const page = <DetailPage definition={stockAdjustment} printing={stockAdjustmentPrinting} id={8} />;
  const shown = (keys: readonly string[]) => {
    const bench = createBench();
    bench.on(detail, { result: record });
    return renderDesk(page, { bench, keys, at: '/storage/stockAdjustmentDet?id=8' });
  };

  it('leads nowhere for who may not print it', async () => {
    const { router } = shown([]);
    await screen.findByRole('heading', { name: /TZ8/ });
    expect(screen.queryByRole('button', { name: '打印' })).toBeNull();
    expect(fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })).toBe(true);
    expect(router.state.location.search).toBe('?id=8');
  });

  it.each([
    ['the button', async () => userEvent.click(await screen.findByRole('button', { name: '打印' }))],
    ['Ctrl+P', async () => void fireEvent.keyDown(document.body, { key: 'p', ctrlKey: true })],
  ])('%s turns the page into what prints it', async (_by, press) => {
    const { router } = shown([stockAdjustmentPrinting.access]);
    await screen.findByRole('button', { name: '打印' });
    await press();
    await screen.findByRole('heading', { name: '库存调整单打印' });
    expect(router.state.location.search).toBe('?id=8&print=1');
    await screen.findByRole('img', { name: '条形码 TZ8' });
  });
});

it('asks of each line what the step asks of it, and shows what is refused of an answer where it was typed', async () => {
  const bench = createBench();
  const out = '/v1/backOrder/out';
  const line = { id: 11, sku_id: 1, sku_id__text: 'S1', stock_batch_id: 2, imperfect_type: 0, qty: 4, out_qty: 0 };
  const allowed = { transitions: ['out'], edit: false };
  bench.on('/v1/backOrder/detail', {
    result: { id: 8, version: 3, status: 3, back_no: 'TF8', lines: [line], allowed, audit: [] },
  });
  bench.on(out, { code: 4001, msg: '不能超过退返数量', field: 'lines.0.out_qty' });
  renderDesk(<DetailPage definition={backOrder} id={8} />, { bench });
  await userEvent.click(await screen.findByRole('button', { name: '退返出库' }));
  const asked = (await screen.findByLabelText('第 1 行出库数量')) as HTMLInputElement;
  expect(asked.value).toBe('4');
  await userEvent.clear(asked);
  await userEvent.type(asked, '9');
  await userEvent.click(screen.getByRole('button', { name: '确定' }));
  await waitFor(() => expect(asked.closest('[data-cell]')?.textContent).toContain('不能超过退返数量'));
  expect(bench.calls(out)[0]?.input.lines).toEqual([{ line_id: 11, out_qty: 9, code_ids: [] }]);
});
