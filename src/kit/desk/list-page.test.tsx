// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { ListPage } from './list-page.tsx';
import { renderDesk } from './test-bench.tsx';

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
