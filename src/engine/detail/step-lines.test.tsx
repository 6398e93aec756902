// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { expect, it } from 'vitest';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Row } from '../row.ts';
import { type Bench, createBench, renderHookOn } from '../test-bench.tsx';
import { useTransitions } from './use-transitions.ts';

const ready = {
  id: 8,
  version: 3,
  status: 3,
  lines: [
    { id: 11, sku_id: 1, qty: 4, out_qty: 0 },
    { id: 12, sku_id: 2, qty: 6, out_qty: 0 },
  ],
};
const toDeal = {
  id: 9,
  version: 2,
  status: 2,
  lines: [
    { id: 21, sku_id: 1, qty: 5, deal_qty: 0 },
    { id: 22, sku_id: 2, qty: 3, deal_qty: 0 },
  ],
};

/** A step begun with one record. */
function begun(definition: AnyDefinition, name: string, { bench, record }: { bench: Bench; record: Row }) {
  const steps = renderHookOn(() => useTransitions(definition), { bench });
  const offer = steps.now.offers({ allowed: { transitions: [name] } })[0];
  if (!offer) throw new Error(`no offer ${name}`);
  act(() => steps.now.begin(offer, [record]));
  return steps;
}

it('refuses an answer that was taken away, on its line, without asking the server', async () => {
  const bench = createBench();
  const steps = begun(backOrder, 'out', { bench, record: ready });
  act(() => steps.now.answer(new Map([['a12', { out_qty: null }]])));
  await act(() => steps.now.take());
  expect(steps.now.step?.errors).toEqual({ 'lines.a12.out_qty': '不能为空' });
  expect(bench.asked).toEqual([]);
});

it('puts what the server refuses of a line on its input', async () => {
  const bench = createBench();
  bench.on('/v1/backOrder/out', { code: 4001, msg: '不能超过退返数量', field: 'lines.1.out_qty' });
  const steps = begun(backOrder, 'out', { bench, record: ready });
  act(() => steps.now.answer(new Map([['a12', { out_qty: 7 }]])));
  await act(() => steps.now.take());
  expect(steps.now.step?.errors).toEqual({ 'lines.a12.out_qty': '不能超过退返数量' });
});

it('begins each answer with what the step says, and sends every line', async () => {
  const bench = createBench();
  bench.on('/v1/backOrder/out', { result: { id: 8, version: 4, no: 'TF1' } });
  const steps = begun(backOrder, 'out', { bench, record: ready });
  expect(steps.now.step?.answers.map(({ values }) => values.out_qty)).toEqual([4, 6]);
  act(() => steps.now.answer(new Map([['a12', { out_qty: 0 }]])));
  await act(() => steps.now.take());
  expect(bench.asked[0]?.input).toEqual({
    id: 8,
    version: 3,
    logistics_id: null,
    waybill_no: null,
    lines: [
      { line_id: 11, out_qty: 4, code_ids: [] },
      { line_id: 12, out_qty: 0, code_ids: [] },
    ],
  });
  expect(steps.now.step).toBeNull();
});

it('asks at least one answer, and of each answer what its own values ask', async () => {
  const bench = createBench();
  const steps = begun(imperfectRecord, 'deal', { bench, record: toDeal });
  await act(() => steps.now.take());
  expect(steps.now.step?.errors).toEqual({ lines: '请至少填写一行' });
  act(() => steps.now.answer(new Map([['a21', { deal_type: 2, qty: 2 }]])));
  await act(() => steps.now.take());
  expect(steps.now.step?.errors).toEqual({ 'lines.a21.deal_price': '处理价不能为空' });
  expect(bench.asked).toEqual([]);
});

it('answers one line twice and another not at all', async () => {
  const bench = createBench();
  bench.on('/v1/stock/imperfectDeal', { result: { id: 9, version: 3, no: 'CC1' } });
  const steps = begun(imperfectRecord, 'deal', { bench, record: toDeal });
  act(() => steps.now.split('a21'));
  act(() => steps.now.split('a21'));
  expect(steps.now.step?.answers.map(({ key }) => key)).toEqual(['a21', 'a21-2', 'a21-1', 'a22']);
  act(() => steps.now.unsplit('a21-1'));
  const answers = { a21: { deal_type: 4, qty: 2 }, 'a21-2': { deal_type: 2, qty: 3, deal_price: 990 } };
  act(() => steps.now.answer(new Map(Object.entries(answers))));
  await act(() => steps.now.take());
  expect(bench.asked[0]?.input.lines).toEqual([
    { line_id: 21, deal_type: 4, qty: 2, deal_price: null, codes: null },
    { line_id: 21, deal_type: 2, qty: 3, deal_price: 990, codes: null },
  ]);
});
