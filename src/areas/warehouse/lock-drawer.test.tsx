// @vitest-environment jsdom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { createBench, until } from '#src/engine/test-bench.tsx';
import { renderDesk } from '#src/kit/desk/test-bench.tsx';
import { LockDrawer } from './lock-drawer.tsx';

afterEach(cleanup);

const shelf = {
  id: 1,
  warehouse_id: 3,
  warehouse_id__title: '总仓',
  sku_id: 5,
  sku_id__title: 'S1',
  imperfect_type: 0,
  qty_available: 4,
};
const total = () => /合计共\d+条数量\d+/.exec((document.body.textContent ?? '').replace(/\s/g, ''))?.[0];

it('begins with one line of the shelf, at the first opening and at every other', async () => {
  const bench = createBench();
  for (let opening = 0; opening < 2; opening += 1) {
    renderDesk(<LockDrawer shelf={shelf} onClose={() => undefined} />, { bench, keys: ['stock:lock'] });
    await until(() => expect(screen.getAllByText('S1')).toHaveLength(1));
    expect(total()).toBe('合计共1条数量4');
    cleanup();
  }
});
