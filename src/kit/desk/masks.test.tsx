// @vitest-environment jsdom

import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { openPermissionNode } from '#src/engine/permissions-store.ts';
import { createBench, until } from '#src/engine/test-bench.tsx';
import { DetailPage } from './detail/detail-page.tsx';
import { FormPage } from './form-page.tsx';
import { ListPage } from './list/list-page.tsx';
import { renderDesk } from './test-bench.tsx';

// A field behind a key is on no page of whoever lacks it; the pages say nothing of it themselves.

const secret = '单位成本';
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
  lines: [{ id: 1, sku_id: 5, sku_id__title: 'S1', imperfect_type: 0, qty: 2, unit_cost: 4321 }],
};

function serving() {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustDetail', { result: record });
  bench.on('/v1/Inventory/adjustList', { result: { list: [], total: 0, capped: false, sum: { total_qty: 0 } } });
  return bench;
}

const form = <FormPage definition={stockAdjustment} listAt="/list" totals={['qty', 'unit_cost']} />;
const detail = <DetailPage definition={stockAdjustment} id={7} lineColumns={['sku_id', 'qty', 'unit_cost']} />;

describe('a field behind a key', () => {
  it('stands on form and detail of who holds it', async () => {
    renderDesk(form, { bench: serving(), keys: ['stock:costView'] });
    await until(() => expect(screen.getAllByText(secret).length).toBeGreaterThan(0));
    renderDesk(detail, { bench: serving(), keys: ['stock:costView'] });
    await until(() => expect(screen.getByText('¥43.21')).toBeTruthy());
  });

  it.each([
    ['form', form],
    ['detail', detail],
  ])('stands nowhere on the %s of who does not', async (_name, page) => {
    renderDesk(page, { bench: serving(), keys: ['Inventory:adjustView', 'Inventory:adjustAdd'] });
    await until(() => expect(screen.getAllByText('数量').length).toBeGreaterThan(0));
    expect(document.body.textContent).not.toContain(secret);
    expect(document.body.textContent).not.toContain('43.21');
  });

  it('stands nowhere before the keys are known', async () => {
    renderDesk(form, { bench: serving(), keys: ['stock:costView'] });
    openPermissionNode(2);
    await until(() => expect(document.body.textContent).not.toContain(secret));
    expect(screen.getAllByText('数量').length).toBeGreaterThan(0);
  });

  it('is not asked for by a list whose address names it', async () => {
    const bench = serving();
    renderDesk(<ListPage definition={stockAdjustment} />, { bench, at: '/?sort=unit_cost', keys: [] });
    await until(() => expect(bench.calls('/v1/Inventory/adjustList').length).toBeGreaterThan(0));
    expect(bench.calls('/v1/Inventory/adjustList')[0]?.input).not.toHaveProperty('sort');
  });
});
