// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { createBench, heldLine, renderHookOn, until } from '../test-bench.tsx';
import { type TransitionsView, useTransitions } from './use-transitions.ts';

const waiting = { id: 8, version: 3, status: 1 };
const named = (view: TransitionsView, allowed: string[], name: string) => {
  const offer = view.offers({ allowed: { transitions: allowed } }).find((one) => one.name === name);
  if (!offer) throw new Error(`no offer ${name}`);
  return offer;
};

it('offers what the server allows and nothing it works out itself', () => {
  const steps = renderHookOn(() => useTransitions(stockAdjustment), {
    bench: createBench(),
    keys: ['Inventory:adjustAudit'],
  });
  expect(steps.now.offers({ allowed: { transitions: ['cancel'] } }).map((offer) => offer.name)).toEqual(['cancel']);
});

it('offers several at once only what allows it, to who holds the key, while the state of some is right', () => {
  const steps = renderHookOn(() => useTransitions(stockAdjustment), {
    bench: createBench(),
    keys: ['Inventory:adjustAudit', 'Inventory:adjustCancel'],
  });
  expect(steps.now.batchOffers([waiting, { ...waiting, id: 9 }]).map((offer) => offer.name)).toEqual(['audit']);
  expect(steps.now.batchOffers([waiting, { ...waiting, status: 2 }]).map((offer) => offer.name)).toEqual(['audit']);
  expect(steps.now.batchOffers([{ ...waiting, status: 2 }])).toEqual([]);
});

it('refuses to void without a reason, and to reject without words', async () => {
  const bench = createBench();
  const steps = renderHookOn(() => useTransitions(stockAdjustment), { bench });
  act(() => steps.now.begin(named(steps.now, ['cancel'], 'cancel'), [waiting]));
  await act(() => steps.now.take());
  expect(steps.now.step?.errors).toEqual({ reason: '作废原因不能为空' });
  act(() => steps.now.leave());
  act(() => steps.now.begin(named(steps.now, ['audit'], 'audit'), [waiting]));
  await act(() => steps.now.take(2));
  expect(steps.now.step?.errors).toEqual({ remark: '请填写驳回原因' });
  expect(bench.asked).toEqual([]);
});

it('sends the verdict with the version that was seen', async () => {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustAudit', { result: { id: 8, version: 4, no: 'TZ1' } });
  const done: string[] = [];
  const steps = renderHookOn(() => useTransitions(stockAdjustment, { onDone: (offer) => done.push(offer.name) }), {
    bench,
  });
  act(() => steps.now.begin(named(steps.now, ['audit'], 'audit'), [waiting]));
  await act(() => steps.now.take(1));
  expect(bench.asked[0]?.input).toEqual({ id: 8, version: 3, result: 1, remark: null });
  expect(done).toEqual(['audit']);
  expect(steps.now.step).toBeNull();
});

it('is taken once, however often it is pressed before it is sent', async () => {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustAudit', { result: { id: 8, version: 4, no: 'TZ1' } });
  const done: string[] = [];
  const steps = renderHookOn(() => useTransitions(stockAdjustment, { onDone: (offer) => done.push(offer.name) }), {
    bench,
  });
  act(() => steps.now.begin(named(steps.now, ['audit'], 'audit'), [waiting]));
  const { take } = steps.now;
  await act(() => Promise.all([take(1), take(2), take(1)]));
  expect(bench.asked.map(({ input }) => input.result)).toEqual([1]);
  expect(done).toEqual(['audit']);
});

it('several are taken each by itself: those that cannot are told before, those that were refused after', async () => {
  const bench = createBench();
  const refused = [{ id: 9, no: 'TZ9', code: 4009, msg: '单据已被他人修改，请刷新' }];
  bench.on('/v1/Inventory/adjustAudit', { result: { id: 8, version: 4, no: 'TZ8', refused } });
  const left: number[][] = [];
  const steps = renderHookOn(
    () => useTransitions(stockAdjustment, { onDone: (_offer, _taken, rows) => left.push(rows.map(({ id }) => id)) }),
    { bench },
  );
  const posted = { ...waiting, id: 7, status: 2 };
  act(() => steps.now.begin(named(steps.now, ['audit'], 'audit'), [posted, waiting, { ...waiting, id: 9 }]));
  expect(steps.now.step?.unable).toEqual([{ record: posted, words: '当前为“已过账”，不能审核' }]);
  await act(() => steps.now.take(1));
  expect(bench.asked[0]?.input).toEqual({
    each: [
      { id: 8, version: 3 },
      { id: 9, version: 3 },
    ],
    result: 1,
    remark: null,
  });
  expect(steps.now.step?.refused).toEqual(refused);
  expect(left).toEqual([[9, 7]]);
  await act(() => steps.now.take(1));
  expect(bench.asked).toHaveLength(1);
});

it('keeps an unknown outcome open and repeats it with its op id', async () => {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustAudit', 'cut');
  const steps = renderHookOn(() => useTransitions(stockAdjustment), { bench });
  act(() => steps.now.begin(named(steps.now, ['audit'], 'audit'), [waiting]));
  await act(() => steps.now.take(1));
  expect(steps.now.unknown).toBe(true);
  await act(() => steps.now.take(2));
  expect(bench.asked).toHaveLength(1);
  bench.on('/v1/Inventory/adjustAudit', { result: { id: 8, version: 4, no: 'TZ1' } });
  await act(() => steps.now.retry());
  await until(() => expect(steps.now.step).toBeNull());
  expect(bench.asked[1]).toEqual(bench.asked[0]);
});

it('shows a refusal in the step and keeps what was answered', async () => {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustCancel', { code: 4010, msg: '当前状态不允许此操作' });
  const steps = renderHookOn(() => useTransitions(stockAdjustment), { bench });
  act(() => steps.now.begin(named(steps.now, ['cancel'], 'cancel'), [waiting]));
  act(() => steps.now.set('reason', '录错了'));
  await act(() => steps.now.take());
  expect(steps.now.step?.errors).toEqual({ '': '当前状态不允许此操作' });
  expect(steps.now.step?.input.reason).toBe('录错了');
});

it('where passing and rejecting are calls of their own, the pass takes words and the rejection needs them', async () => {
  const steps = renderHookOn(() => useTransitions(purchasePriceSheet), { bench: createBench() });
  const both = ['departmentAudit', 'departmentReject'];
  act(() => steps.now.begin(named(steps.now, both, 'departmentAudit'), [waiting]));
  expect(steps.now.step?.asks.remark).toMatchObject({ label: '审核意见' });
  act(() => steps.now.leave());
  act(() => steps.now.begin(named(steps.now, both, 'departmentReject'), [waiting]));
  await act(() => steps.now.take());
  expect(steps.now.step?.errors).toEqual({ remark: '驳回原因不能为空' });
});

it('is not left while it runs: what becomes of it has to be told', async () => {
  const bench = createBench();
  bench.on('/v1/Inventory/adjustAudit', 'cut');
  const line = heldLine(bench);
  const steps = renderHookOn(() => useTransitions(stockAdjustment), { bench: line.bench });
  act(() => steps.now.begin(named(steps.now, ['audit'], 'audit'), [waiting]));
  act(() => void steps.now.take(1));
  await until(() => expect(steps.now.running).toBe(true));
  act(() => steps.now.leave());
  expect(steps.now).toMatchObject({ running: true, step: { name: 'audit' } });
  line.release();
  await until(() => expect(steps.now).toMatchObject({ running: false, unknown: true, step: { name: 'audit' } }));
  act(() => steps.now.leave());
  expect(steps.now).toMatchObject({ unknown: false, step: null });
});
