// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { purchaseOrder } from '#contract/areas/purchasing/purchase-order.ts';
import { saveSession } from '#src/platform/session.ts';
import { createBench, renderHookOn } from '../test-bench.tsx';
import { useOnlyChoices } from './use-only-choices.ts';

afterEach(() => localStorage.clear());

const one = (id: number, title: string) => ({ id, title, hint: null });
const answered = (...list: unknown[]) => ({ result: { list } });

it('begins with the one warehouse that its person sees, and with the purchaser that they are themselves', async () => {
  saveSession({ token: 't', exp: 0, userInfo: { uid: 7, username: 'buyer', nickname: '王' } });
  const bench = createBench();
  bench.on('/v1/warehouse/options', answered(one(3, '总仓')));
  // Of many purchasers one's own is asked for.
  bench.on('/v1/purchaser/options', ({ admin_id }) =>
    admin_id === 7 ? answered(one(5, '王采购')) : answered(one(5, '王采购'), one(6, '李采购')),
  );
  bench.on('/v1/supplier/options', answered(one(1, '甲'), one(2, '乙')));
  const hook = renderHookOn(() => useOnlyChoices(purchaseOrder, true), { bench });
  await waitFor(() => expect(hook.now).toMatchObject({ warehouse_id: 3, purchaser_id: 5 }));
  expect(hook.now).not.toHaveProperty('supplier_id');
});

it('of an order that is there already, and of two of a kind, it asks nothing', async () => {
  const bench = createBench();
  renderHookOn(() => useOnlyChoices(purchaseOrder, false), { bench });
  expect(bench.asked).toEqual([]);
});
