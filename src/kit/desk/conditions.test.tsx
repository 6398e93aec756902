// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { anAdjustment } from '#src/engine/test-adjustment.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { inShops, limited, priceSheet } from '#tests/factories/price-sheet.ts';
import { FormPage } from './form-page.tsx';
import { renderDesk } from './test-bench.tsx';

let bench: Bench;
beforeEach(() => {
  bench = createBench();
});

const choose = async (label: RegExp, option: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.click(await screen.findByTitle(option));
};
const heads = () => [...document.querySelectorAll('thead th')].map((head) => head.textContent);

it('an adjustment asks for the grade that goods become only where its type changes grades', async () => {
  bench.on('/v1/Inventory/adjustDetail', { result: anAdjustment({ lines: 1 }) });
  renderDesk(<FormPage definition={stockAdjustment} id={8} listAt="/list" />, { bench });
  await screen.findByLabelText('第 1 行数量');
  expect(heads()).not.toContain('转入品级 *');
  expect(screen.queryByLabelText('第 1 行转入品级')).toBeNull();
  await choose(/调整类型/, '正品转残次');
  await screen.findByLabelText('第 1 行转入品级');
  expect(heads()).toContain('转入品级 *');
  fireEvent.submit(document.querySelector('form') as Element);
  expect((await screen.findByRole('alert')).textContent).toBe('请填写与原品级不同的转入品级');
  await choose(/调整类型/, '报损');
  await waitFor(() => expect(screen.queryByLabelText('第 1 行转入品级')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  bench.on('/v1/Inventory/adjustEdit', { result: { id: 8, version: 4, no: 'TZ8' } });
  fireEvent.submit(document.querySelector('form') as Element);
  await waitFor(() => expect(bench.calls('/v1/Inventory/adjustEdit')).toHaveLength(1));
  expect(bench.calls('/v1/Inventory/adjustEdit')[0]?.input).toEqual({
    id: 8,
    version: 3,
    adjust_type: adjustType.loss,
  });
});

it('what follows from a line is read beside it and in the totals while it is typed', async () => {
  const line = { id: 1, style: 'S1', tag_price: 10_000, new_price: 8_000, cost: 3_000, until: null, reason: null };
  bench.on(callsOf(priceSheet).detail.path, {
    result: {
      id: 7,
      version: 1,
      status: 0,
      price_type: limited,
      expire_at: '2026-12-01',
      scope_type: inShops,
      shop_code: 'M1',
      lines: [line],
      audit: [],
      allowed: { transitions: [], edit: true },
    },
  });
  renderDesk(<FormPage definition={priceSheet} id={7} listAt="/list" totals={['margin']} />, {
    bench,
    keys: ['stock:costView'],
  });
  const price = await screen.findByLabelText('第 1 行新价');
  expect(document.querySelector('[data-field="note"] output')?.textContent).toBe('至 2026-12-01');
  const row = () => [...document.querySelectorAll('.desk-lines output')].map((one) => one.textContent);
  expect(row()).toEqual(['80%', expect.stringContaining('50.00')]);
  await userEvent.clear(price);
  await userEvent.type(price, '60.00');
  await userEvent.tab();
  await waitFor(() => expect(row()).toEqual(['60%', expect.stringContaining('30.00')]));
  expect(screen.getByRole('group', { name: '合计' }).textContent).toContain('30.00');
});
