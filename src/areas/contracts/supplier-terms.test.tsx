// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { contractCalls, type SupplierStanding } from '#contract/areas/contracts/contract-calls.ts';
import { returnRates } from '#contract/areas/purchasing/back-order-calls.ts';
import { ReturnRates } from '#src/areas/purchasing/returns/return-rates.tsx';
import { createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { SupplierTerms } from './supplier-terms.tsx';

// How far a contract is kept, as its people read it.

const one: SupplierStanding['list'][number] = {
  contract_id: 4,
  contract_no: 'HT4',
  name: '春装',
  status: '执行中',
  in_qty: 17,
  back_qty: 2,
  leaving_qty: 1,
  return_rate_bp: 1000,
  returned_bp: 1160,
  over: true,
  rebate_rate_bp: 200,
  in_amount: 154_930,
  back_amount: 11_980,
  rebate_amount: 2859,
};

it('says why nothing could be read', async () => {
  const bench = createBench();
  bench.on(contractCalls.standing.path, { code: 5000, msg: '服务器异常' });
  renderDesk(<SupplierTerms id={8} />, { bench });
  expect((await screen.findAllByText(/服务器异常/)).length).toBeGreaterThan(0);
});

it('warns of what goes back above the rate, and tells rebates to who may see them', async () => {
  const bench = createBench();
  bench.on(contractCalls.standing.path, { result: { list: [one], rebate_amount: 2859, rebate_received: 1000 } });
  const { unmount } = renderDesk(<SupplierTerms id={8} />, { bench });
  const row = await screen.findByText(/HT4/);
  expect(row.textContent).toBe(
    'HT4（执行中）：入库 17 件，退返 2 件（另有 1 件待退），退返率 11.6%，可退比例 10.0%，已超出；返利 2.0%，应返 ¥28.59',
  );
  expect(row.className).toContain('desk-wrong');
  expect(screen.getByText('返利合计 ¥28.59，已收或抵扣 ¥10.00，待收 ¥18.59')).toBeTruthy();
  unmount();
  const masked = { ...one, over: false, returned_bp: 0, in_amount: null, back_amount: null, rebate_amount: null };
  bench.on(contractCalls.standing.path, { result: { list: [masked], rebate_amount: null, rebate_received: null } });
  renderDesk(<SupplierTerms id={9} />, { bench });
  expect((await screen.findByText(/HT4/)).textContent).not.toMatch(/¥|超出/);
  expect(screen.queryByText(/返利合计/)).toBeNull();
});

it('a return says that it is above the rate, and nothing where it is not', async () => {
  const bench = createBench();
  bench.on(returnRates.path, { result: { list: [] } });
  const { unmount } = renderDesk(<ReturnRates id={3} />, { bench });
  await waitFor(() => expect(bench.calls(returnRates.path).length).toBeGreaterThan(0));
  expect(screen.queryByRole('alert')).toBeNull();
  unmount();
  const rate = { contract_no: 'HT4', return_rate_bp: 1000, others_bp: 773, returned_bp: 1160 };
  bench.on(returnRates.path, { result: { list: [rate] } });
  renderDesk(<ReturnRates id={4} />, { bench });
  expect((await screen.findByRole('alert')).textContent).toBe(
    '合同 HT4 可退比例 10.0%，此前已退 7.7%，含本单 11.6%，超出约定',
  );
});
