// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { costAdjust } from '#contract/areas/costs/cost-adjust.ts';
import { purchaseCost } from '#contract/areas/costs/purchase-cost.ts';
import { waitingPrice } from '#contract/areas/costs/waiting-price.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen as CostForm } from './form.tsx';
import { Screen as LaterPrice } from './later-price.tsx';

const batch = {
  id: 41,
  batch_no: 'RK26030100041',
  supplier_id: 5,
  supplier_id__title: '某某服饰',
  sku_id: 2,
  sku_id__title: 'S0000000002',
  sku_name: 'T恤',
  in_qty: 10,
  remain_qty: 6,
  transit_qty: 1,
};
const keys = [
  'stock:costView',
  'purchaseOrder:costView',
  'PurchasePrice:view',
  'PurchasePrice:edit',
  'statement:costAdd',
];
const listed = (row: object) => ({ result: { list: [row], total: 1, capped: false, sum: {} } });

async function choose(name: RegExp): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }));
  await userEvent.click(await screen.findByRole('checkbox', { name: '选择本行' }));
  await userEvent.click(screen.getByRole('button', { name: '加入明细（1）' }));
}

it('a batch of any supplier is chosen for an adjustment, and its new cost typed beside what it costs now', async () => {
  const bench = createBench();
  bench.on(
    callsOf(purchaseCost).list.path,
    listed({ ...batch, cost_price: 10_000, into_time: '2026-03-01T02:00:00Z' }),
  );
  bench.on(callsOf(costAdjust).add.path, { result: { id: 9, version: 1, no: 'CB9' } });
  renderDesk(<CostForm />, { bench, at: '/finance/costAdd', keys });
  await choose(/选择入库批次/);
  await userEvent.type(await screen.findByLabelText('第 1 行新成本'), '90');
  for (const words of [/RK26030100041/, /S0000000002/, /100\.00/])
    expect(screen.getAllByText(words).length).toBeGreaterThan(0);
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  // Why is still missing, and everything else is there.
  await waitFor(() => expect(screen.getByText('调整原因不能为空')).toBeTruthy());
  expect(screen.queryByText('新成本不能为空')).toBeNull();
  expect(bench.calls(callsOf(costAdjust).add.path)).toEqual([]);
});

it('a batch that waits for its price brings goods, estimate and rate along', async () => {
  const bench = createBench();
  bench.on(callsOf(purchasePriceSheet).detail.path, {
    result: {
      id: 7,
      version: 2,
      sheet_no: 'CJ7',
      kind: 3,
      supplier_id: 5,
      supplier_id__title: '某某服饰',
      contract_id: null,
      purchaser_id: null,
      effective_date: '2026-03-02',
      reason: null,
      remark: null,
      status: 0,
      allowed: { edit: true, transitions: [] },
      audit: [],
      lines: [],
    },
  });
  bench.on(
    callsOf(waitingPrice).list.path,
    listed({ ...batch, purchase_price: 11_300, tax_rate_bp: 1300, sheet_no: null }),
  );
  bench.on(callsOf(purchasePriceSheet).edit.path, { result: { id: 7, version: 3, no: 'CJ7' } });
  renderDesk(<LaterPrice />, { bench, at: '/contract/cgHoubu?id=7', keys });
  await choose(/选择待补价批次/);
  await userEvent.type(await screen.findByLabelText('第 1 行新进价(含税)'), '99.99');
  expect(screen.queryByLabelText('第 1 行货品')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: '保存' }));
  await waitFor(() => expect(bench.calls(callsOf(purchasePriceSheet).edit.path)).toHaveLength(1));
  expect(bench.calls(callsOf(purchasePriceSheet).edit.path)[0]?.input.line_changes).toEqual({
    put: [{ sku_id: 2, in_ware_detail_id: 41, new_price: 9999, tax_rate_bp: 1300 }],
    remove: [],
  });
  expect(bench.calls(callsOf(waitingPrice).list.path)[0]?.input).toMatchObject({ supplier_id: 5 });
});
