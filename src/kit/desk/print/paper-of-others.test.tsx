// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { purchaseOrderPrinting } from '#contract/areas/purchasing/purchase-order-printing.ts';
import { checkBillPrinting } from '#contract/areas/settlement/check-bill-printing.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '../test-bench.tsx';
import { Paper } from './paper.tsx';

const content = {
  record: { id: 1, bill_no: 'DZ1', status: 1, total_amount: 1130, audit: [] },
  lines: [
    {
      id: 7,
      source_no: 'RK1',
      item_type: 1,
      occur_date: '2026-03-02',
      qty: 10,
      price: 113,
      amount: 1130,
      adjust_amount: 0,
    },
    {
      id: 8,
      source_no: 'RK2',
      item_type: 1,
      occur_date: '2026-03-03',
      qty: 2,
      price: 50,
      amount: 100,
      adjust_amount: 0,
    },
  ],
};

function paper(keys: readonly string[]) {
  const [format] = checkBillPrinting.formats;
  if (!format) throw new Error('nothing is printed');
  return renderDesk(<Paper printing={checkBillPrinting} format={format} content={content} />, {
    bench: createBench(),
    keys,
  });
}

it('lines that are records of another definition stand on paper with their sums', async () => {
  paper(['stock:costView']);
  for (const words of ['来源单号', 'RK1', 'RK2']) expect(screen.getByText(words)).toBeTruthy();
  expect((await screen.findAllByText(/12\.30/)).length).toBeGreaterThan(0);
});

it('without the columns that whoever prints does not see', () => {
  paper([]);
  expect(screen.getByText('RK1')).toBeTruthy();
  expect(screen.queryByText('原金额')).toBeNull();
  expect(screen.queryByText('单价')).toBeNull();
});

it.each([false, true])('says what an order comes to in words, to whoever may see it (%s)', (told) => {
  const order = { record: { id: 1, purchase_no: 'CG1', status: 3, total_amount: 1_525_860, audit: [] }, lines: [] };
  for (const format of purchaseOrderPrinting.formats) {
    const { unmount } = renderDesk(<Paper printing={purchaseOrderPrinting} format={format} content={order} />, {
      bench: createBench(),
      keys: told ? ['stock:costView'] : [],
    });
    expect(document.body.textContent?.includes('壹万伍仟贰佰伍拾捌元陆角')).toBe(told);
    unmount();
  }
});
