// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { supplierBalances } from '#contract/areas/settlement/settle-calls.ts';
import { statement } from '#contract/areas/settlement/statement.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { blocks as ofContracts } from '#src/areas/contracts/record-blocks.ts';
import { blocks as ofPurchasing } from '#src/areas/purchasing/record-blocks.ts';
import { blocks as ofSettlement } from '#src/areas/settlement/record-blocks.ts';
import { setRecordBlocks } from '#src/engine/record-blocks.ts';
import { type Bench, createBench } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { blocks as ofPartners } from './record-blocks.ts';
import { Screen } from './supplier-detail.tsx';

// Everything of one supplier: each tab under the key of what it reads, and read when it is opened.

beforeAll(() => setRecordBlocks([ofPartners, ofContracts, ofPurchasing, ofSettlement]));

const record = {
  id: 8,
  version: 3,
  status: 1,
  supplier_no: 'GY8',
  name: '远山服饰',
  allowed: { transitions: [], edit: false },
  audit: [],
};
const nothing = { list: [], total: 0, capped: false, sum: {} };
const orders = callsOf(purchaseOrder).list;
const statements = callsOf(statement).list;
const shown = (bench: Bench, keys: readonly string[]) => {
  bench.on('/v1/supplier/detail', { result: record });
  renderDesk(<Screen />, { bench, at: '/basicbox/gyDetails?id=8', keys });
};
const tabs = async () => {
  await screen.findByRole('tab', { name: '操作记录' });
  return screen.getAllByRole('tab').map((tab) => tab.textContent);
};

it('shows no tab of what somebody may not see', async () => {
  const bench = createBench();
  shown(bench, ['contract:view', 'checkBill:fineView']);
  expect((await tabs()).filter((name) => name !== '附件')).toEqual(['合同', '罚款', '操作记录']);
});

it('reads each list when its tab is opened, of this supplier alone', async () => {
  const bench = createBench();
  for (const { path } of [orders, statements, callsOf(purchaseOrder).list]) bench.on(path, { result: nothing });
  bench.on('/v1/supplierAccount/list', { result: nothing });
  shown(bench, ['supplierAccount:view', orders.access, statements.access]);
  await tabs();
  expect(bench.calls(orders.path)).toEqual([]);
  await userEvent.click(screen.getByRole('tab', { name: '在途采购' }));
  await waitFor(() => expect(bench.calls(orders.path)[0]?.input).toMatchObject({ supplier_id: 8, status: [3, 4] }));
  expect(bench.calls(statements.path)).toEqual([]);
  await userEvent.click(screen.getByRole('tab', { name: '结算单' }));
  await waitFor(() => expect(bench.calls(statements.path)[0]?.input).toMatchObject({ supplier_id: 8 }));
});

it('says what stands in each account, and what could not be read', async () => {
  const bench = createBench();
  bench.on(supplierBalances.path, { code: 5000, msg: '服务器异常' });
  shown(bench, [supplierBalances.access]);
  await tabs();
  await userEvent.click(screen.getByRole('tab', { name: '余额' }));
  expect((await screen.findAllByText(/服务器异常/)).length).toBeGreaterThan(0);
  bench.on(supplierBalances.path, { result: { balances: { 1: 12_345, 2: 50 } } });
  await userEvent.click(screen.getByRole('button', { name: /重试|重新/ }));
  expect(await screen.findByText('¥123.45')).toBeTruthy();
  expect(screen.getByText('¥0.50')).toBeTruthy();
});
