// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { callsOf } from '#contract/kit/calls.ts';
import { everywhere, inShops, lasting, limited, priceSheet } from '#tests/factories/price-sheet.ts';
import { createBench, renderHookOn, until } from '../test-bench.tsx';
import { useForm } from '../use-form.ts';
import { columnsOf } from './lines.ts';

const { add, edit, detail } = callsOf(priceSheet);
const line = { style: 'S1', tag_price: 10_000, new_price: 8_000 };
const keys = ['stock:costView'];
const stored = {
  id: 7,
  version: 3,
  status: 0,
  sheet_no: 'TJ7',
  price_type: limited,
  expire_at: '2026-12-01',
  scope_type: inShops,
  shop_code: 'M1',
  note: '至 2026-12-01',
  remark: null,
  allowed: { transitions: [], edit: true },
  audit: [],
  lines: [{ id: 1, ...line, cost: 3_000, until: '2026-11-30', reason: null, discount_bp: 8_000, margin: 5_000 }],
};

function aNewSheet() {
  const bench = createBench();
  bench.on(add.path, { result: { id: 7, version: 1, no: 'TJ7' } });
  const view = renderHookOn(() => useForm(priceSheet), { bench, keys });
  const put = (values: Record<string, unknown>) => act(() => view.now.put(values));
  return { bench, view, put };
}

describe('a form whose fields depend on one another', () => {
  it('is not sent while this record asks for something, and says so no longer once it does not', async () => {
    const { bench, view, put } = aNewSheet();
    put({ price_type: limited, scope_type: inShops });
    act(() => view.now.addLines([{ ...line, new_price: 100 }]));
    await act(() => view.now.save());
    expect(view.now.errors).toEqual({
      expire_at: '失效日不能为空',
      shop_code: '门店编码不能为空',
      'lines.l0.reason': '原因不能为空',
    });
    put({ scope_type: everywhere });
    expect(view.now.errors).toEqual({ expire_at: '失效日不能为空', 'lines.l0.reason': '原因不能为空' });
    put({ price_type: lasting });
    act(() => view.now.changeLines(new Map([['l0', { new_price: 9_000 }]])));
    expect(view.now.errors).toEqual({});
    expect(bench.calls(add.path)).toEqual([]);
  });

  it('shows what the record has, keeps what was typed out of sight, and sends nothing of it', async () => {
    const { bench, view, put } = aNewSheet();
    put({ price_type: lasting, scope_type: inShops, shop_code: 'M1' });
    act(() => view.now.addLines([line]));
    expect([view.now.fields['shop_code']?.required, view.now.fields['expire_at']?.required]).toEqual([true, false]);
    put({ scope_type: everywhere });
    expect(Object.keys(view.now.fields)).not.toContain('shop_code');
    await act(() => view.now.save());
    expect(bench.calls(add.path)[0]?.input).toMatchObject({ shop_code: null, lines: [{ until: null }] });
    put({ scope_type: inShops, shop_code: 'M1' });
    put({ scope_type: everywhere });
    put({ scope_type: inShops });
    expect(view.now.values['shop_code']).toBe('M1');
  });

  it('shows what follows from what is typed, and never sends it', async () => {
    const { bench, view, put } = aNewSheet();
    put({ price_type: limited, expire_at: '2026-12-24', scope_type: everywhere });
    expect(view.now.values['note']).toBe('至 2026-12-24');
    act(() => view.now.addLines([line]));
    await act(() => view.now.save());
    const input = bench.calls(add.path)[0]?.input ?? {};
    expect(input).not.toHaveProperty('note');
    expect((input['lines'] as object[])[0]).not.toHaveProperty('discount_bp');
  });

  it('has a column while any line has its field', () => {
    const { view, put } = aNewSheet();
    const columns = () => Object.keys(columnsOf(priceSheet, view.now.lines, view.now.values));
    put({ price_type: lasting });
    expect(columns()).not.toContain('until');
    expect(columns()).toContain('discount_bp');
    put({ price_type: limited });
    expect(columns()).toContain('until');
  });

  it('of a record that is there sends that a field is gone, with what made it go', async () => {
    const bench = createBench();
    bench.on(detail.path, { result: stored });
    bench.on(edit.path, { result: { id: 7, version: 4, no: 'TJ7' } });
    const view = renderHookOn(() => useForm(priceSheet, { id: 7 }), { bench, keys });
    await until(() => expect(view.now.record).toBeDefined());
    expect(view.now.dirty).toBe(false);
    act(() => view.now.set('scope_type', everywhere));
    await act(() => view.now.save());
    expect(bench.calls(edit.path)[0]?.input).toEqual({ id: 7, version: 3, scope_type: everywhere, shop_code: null });
  });
});
