// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { stock } from '#contract/areas/warehouse/stock.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { callsOf } from '#contract/kit/calls.ts';
import type { FormLine } from '#src/engine/form/lines.ts';
import { createBench, until } from '#src/engine/test-bench.tsx';
import { stockBeside } from '#src/kit/desk/lines/stock-beside.ts';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { Screen } from './stock-adjustment.tsx';

afterEach(cleanup);

const line = (values: FormLine['values']): FormLine => ({ key: 'a', values, changed: true });
const row = { id: 1, sku_id: 5, imperfect_type: 0, qty_on_hand: 3, qty_available: 2, cost_amount: 1000 };
const read = (rows: (typeof row)[], of: FormLine, costs = true) =>
  stockBeside(rows, costs).map((column) => column.of(of));

describe('what stands beside a line', () => {
  it('is nothing of goods that are not there, or in another grade', () => {
    expect(read([row], line({ sku_id: 6, imperfect_type: 0, qty: 2 }))).toEqual([null, null, null]);
    expect(read([row], line({ sku_id: 5, imperfect_type: 1, qty: 2 }))).toEqual([null, null, null]);
  });

  it('has no cost where no piece stands there, and none for who may not see it', () => {
    const none = { ...row, qty_on_hand: 0, qty_available: -1, cost_amount: 0 };
    expect(read([none], line({ sku_id: 5, qty: 2 }))).toEqual(['-1', null, null]);
    expect(read([row], line({ sku_id: 5, qty: 2 }), false)).toEqual(['2']);
  });

  it('is what is free, what a piece costs in the mean, and what the line comes to, by the cost that is typed', () => {
    expect(read([row], line({ sku_id: 5, qty: 2 }))).toEqual(['2', '¥3.33', '¥6.66']);
    expect(read([row], line({ sku_id: 5, qty: 2, unit_cost: 500 }))).toEqual(['2', '¥3.33', '¥10.00']);
    expect(read([row], line({ sku_id: 5, qty: null }))).toEqual(['2', '¥3.33', null]);
  });
});

describe('the form of an adjustment', () => {
  const record = {
    id: 7,
    version: 1,
    adjust_no: 'TZ1',
    warehouse_id: 3,
    warehouse_id__title: '总仓',
    adjust_type: 6,
    reason: '清点',
    status: 0,
    allowed: { transitions: [], edit: true },
    audit: [],
    lines: [{ id: 1, sku_id: 5, sku_id__title: 'S1', imperfect_type: 0, qty: 2, unit_cost: null }],
  };
  const list = callsOf(stock).list;
  function open(keys: string[]) {
    const bench = createBench();
    bench.on('/v1/Inventory/adjustDetail', { result: record });
    bench.on(list.path, { result: { list: [row], total: 1, capped: false } });
    const view = [stockAdjustment.calls.detail?.[1], stockAdjustment.calls.edit?.[1]].map(String);
    renderDesk(<Screen />, { bench, at: '/storage/stockAdjustmentDet?id=7&edit=1', keys: [...view, ...keys] });
    return bench;
  }

  it('asks for no stock of who may not see it', async () => {
    const bench = open([]);
    await until(() => expect(screen.getAllByText('S1').length).toBeGreaterThan(0));
    expect(bench.calls(list.path)).toHaveLength(0);
    expect(screen.queryByText('可用库存')).toBeNull();
  });

  it('shows what is free, and costs by their key', async () => {
    const bench = open(['stock:view']);
    await until(() => expect(screen.getAllByText('可用库存').length).toBeGreaterThan(0));
    expect(bench.calls(list.path)[0]?.input).toMatchObject({ warehouse_id: [3], sku_id: [5] });
    expect(screen.queryByText('现单位成本')).toBeNull();
    cleanup();
    open(['stock:view', 'stock:costView']);
    await until(() => expect(screen.getAllByText('¥6.66').length).toBeGreaterThan(0));
  });
});
