// @vitest-environment jsdom
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { useState } from 'react';
import { describe, expect, it } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { adjustType, stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { forgetAll } from './query-keys.ts';
import type { Values } from './row.ts';
import { anAdjustment } from './test-adjustment.ts';
import { createBench, renderHookOn, renderOn, until } from './test-bench.tsx';
import { heldPath } from './test-held-path.ts';
import { useForm } from './use-form.ts';

const uuid = /^[0-9a-f-]{36}$/;

describe('a new brand', () => {
  it('is not sent while something is missing', async () => {
    const bench = createBench();
    const form = renderHookOn(() => useForm(brand), { bench });
    await act(() => form.now.save());
    expect(form.now.errors).toEqual({ name: '品牌名称不能为空' });
    expect(bench.asked).toEqual([]);
  });

  it('is not sent while the schema refuses a field', async () => {
    const bench = createBench();
    const form = renderHookOn(() => useForm(brand), { bench });
    act(() => form.now.set('name', '安踏'));
    act(() => form.now.set('initial', 'ab'));
    act(() => form.now.set('order', '3x'));
    await act(() => form.now.save());
    expect(form.now.errors.order).toBe('格式不正确');
    expect(form.now.errors.initial).toBeDefined();
    expect(bench.asked).toEqual([]);
  });

  it('shows a refusal on the field it names, until that field is touched', async () => {
    const bench = createBench();
    bench.on('/v1/brand/add', { code: 4013, msg: '品牌名称已存在', field: 'name' });
    const form = renderHookOn(() => useForm(brand), { bench });
    act(() => form.now.set('name', '安踏'));
    await act(() => form.now.save());
    expect(form.now.errors).toEqual({ name: '品牌名称已存在' });
    expect(form.now.unknown).toBe(false);
    act(() => form.now.set('name', '安踏儿童'));
    expect(form.now.errors).toEqual({});
  });

  it('repeats a save of unknown outcome with the same op id and the same words, and makes a new one after success', async () => {
    const bench = createBench();
    bench.on('/v1/brand/add', 'cut');
    const form = renderHookOn(() => useForm(brand), { bench });
    act(() => form.now.set('name', '安踏'));
    await act(() => form.now.save());
    expect(form.now.unknown).toBe(true);

    // A second press of 保存 is no second save.
    await act(() => form.now.save());
    expect(bench.calls('/v1/brand/add')).toHaveLength(1);

    bench.on('/v1/brand/add', { result: { id: 5, version: 1, no: null } });
    let saved: unknown;
    await act(async () => {
      saved = await form.now.retrySave();
    });
    expect(saved).toEqual({ id: 5, version: 1, no: null });
    const [first, again] = bench.calls('/v1/brand/add');
    expect(first?.opId).toMatch(uuid);
    expect(again).toEqual(first);
    expect(form.now.unknown).toBe(false);

    act(() => form.now.set('name', '李宁'));
    await act(() => form.now.save());
    expect(bench.calls('/v1/brand/add')[2]?.opId).not.toBe(first?.opId);
  });

  it('is saved once by a double press, and rests from the first', async () => {
    const bench = createBench();
    bench.on('/v1/brand/add', { result: { id: 5, version: 1, no: null } });
    const form = renderHookOn(() => useForm(brand), { bench });
    act(() => form.now.set('name', '安踏'));
    const { save } = form.now;
    let presses: Promise<unknown[]> = Promise.resolve([]);
    act(() => {
      presses = Promise.all([save(), save()]);
    });
    expect(form.now.resting).toBe(true);
    await act(() => presses);
    expect(await presses).toEqual([{ id: 5, version: 1, no: null }, undefined]);
    await until(() => expect(form.now.resting).toBe(false));
    expect(bench.calls('/v1/brand/add')).toHaveLength(1);
  });

  it('counts as changed only while it would send something else', () => {
    const form = renderHookOn(() => useForm(brand), { bench: createBench() });
    expect(form.now.dirty).toBe(false);
    act(() => form.now.set('name', '安'));
    expect(form.now.dirty).toBe(true);
    act(() => form.now.set('name', ''));
    expect(form.now.dirty).toBe(false);
  });
});

describe('an edit', () => {
  const stored = anAdjustment({ lines: 3 });

  it.each([
    ['nothing else', ['stock:costView'], { unit_cost: null }],
    ['nothing that stands behind a key this person lacks', [], {}],
  ] as const)('sends its version, the field and the line that changed, and %s', async (_what, keys, seen) => {
    const bench = createBench();
    bench.on('/v1/Inventory/adjustDetail', { result: stored });
    bench.on('/v1/Inventory/adjustEdit', { result: { id: 8, version: 4, no: 'TZ8' } });
    const form = renderHookOn(() => useForm(stockAdjustment, { id: 8 }), { bench, keys });
    await until(() => expect(form.now.record).toBeDefined());
    act(() => form.now.changeLines(new Map([['l1', { qty: 5 }]])));
    act(() => form.now.set('reason', '清点差异'));
    await act(() => form.now.save());
    const [sent] = bench.calls('/v1/Inventory/adjustEdit');
    expect(sent?.input).toEqual({
      id: 8,
      version: 3,
      reason: '清点差异',
      line_changes: {
        put: [
          {
            id: 2,
            sku_id: 2,
            stock_batch_id: null,
            code_ids: null,
            imperfect_type: 0,
            to_imperfect_type: null,
            zone: null,
            qty: 5,
            remark: null,
            ...seen,
          },
        ],
        remove: [],
      },
    });
  });

  it('sees a rule across all lines although it would send one', async () => {
    const bench = createBench();
    const lines = (stored['lines'] as Values[]).map((line) => ({ ...line, to_imperfect_type: 1 }));
    bench.on('/v1/Inventory/adjustDetail', { result: { ...stored, adjust_type: adjustType.degrade, lines } });
    const form = renderHookOn(() => useForm(stockAdjustment, { id: 8 }), { bench });
    await until(() => expect(form.now.record).toBeDefined());
    act(() => form.now.changeLines(new Map([['l2', { to_imperfect_type: 0 }]])));
    await act(() => form.now.save());
    expect(form.now.errors).toEqual({ 'lines.l2.to_imperfect_type': '请填写与原品级不同的转入品级' });
    expect(bench.calls('/v1/Inventory/adjustEdit')).toEqual([]);
  });

  it('shows a refusal of a sent line on the line it stands on', async () => {
    const bench = createBench();
    bench.on('/v1/Inventory/adjustDetail', { result: stored });
    bench.on('/v1/Inventory/adjustEdit', { code: 4001, msg: '货品不存在', field: 'lines.0.sku_id' });
    const form = renderHookOn(() => useForm(stockAdjustment, { id: 8 }), { bench });
    await until(() => expect(form.now.record).toBeDefined());
    act(() => form.now.changeLines(new Map([['l2', { sku_id: 77 }]])));
    await act(() => form.now.save());
    expect(form.now.errors).toEqual({ 'lines.l2.sku_id': '货品不存在' });
  });

  const useTypedAndNot = () => ({
    form: useForm(stockAdjustment, { id: 8 }),
    untouched: useForm(stockAdjustment, { id: 8 }),
    client: useQueryClient(),
  });

  // Another person saves version 4 with other words while this one types.
  it.each([
    ['is not read again with everything else', 3, (client: QueryClient) => forgetAll(client)],
    ['stands on what it was begun on when it is read again', 4, (client: QueryClient) => client.invalidateQueries()],
  ])('%s, and sends that version and its own change alone', async (_what, held, again) => {
    const bench = createBench();
    bench.on('/v1/Inventory/adjustDetail', { result: stored });
    bench.on('/v1/Inventory/adjustEdit', { code: 4009, msg: '单据已被他人修改，请刷新' });
    const view = renderHookOn(useTypedAndNot, { bench });
    await until(() => expect(view.now.form.record).toBeDefined());
    act(() => view.now.form.set('remark', '补记'));
    bench.on('/v1/Inventory/adjustDetail', { result: { ...stored, version: 4, reason: '他人改过' } });
    await act(() => again(view.now.client));
    await until(() => expect(view.now.untouched.record?.version).toBe(held));
    expect(bench.calls('/v1/Inventory/adjustDetail')).toHaveLength(held - 2);
    expect([view.now.form.record?.version, view.now.form.values['reason']]).toEqual([3, '盘点差异']);
    await act(() => view.now.form.save());
    expect(bench.calls('/v1/Inventory/adjustEdit')[0]?.input).toMatchObject({ version: 3, remark: '补记' });
    expect(bench.calls('/v1/Inventory/adjustEdit')[0]?.input).not.toHaveProperty('reason');
    // What the other person saved is there once this one lets go of what they typed.
    act(() => view.now.form.reload());
    await until(() => expect(view.now.form.record?.version).toBe(4));
    expect([view.now.form.values['reason'], view.now.form.dirty]).toEqual(['他人改过', false]);
  });

  it('is rid of a conflict with what was typed: it loads until the record has been read', async () => {
    const bench = createBench();
    bench.on('/v1/Inventory/adjustDetail', { result: stored });
    bench.on('/v1/Inventory/adjustEdit', { code: 4009, msg: '单据已被他人修改，请刷新' });
    const line = heldPath(bench, '/v1/Inventory/adjustDetail', 2);
    const form = renderHookOn(() => useForm(stockAdjustment, { id: 8 }), { bench: line.bench });
    await until(() => expect(form.now.record).toBeDefined());
    act(() => form.now.set('remark', '补记'));
    await act(() => form.now.save());
    expect(form.now.saveFailure).toMatchObject({ refusal: 'versionConflict' });
    bench.on('/v1/Inventory/adjustDetail', { result: { ...stored, version: 4 } });
    act(() => form.now.reload());
    await until(() => expect(bench.calls('/v1/Inventory/adjustDetail')).toHaveLength(2));
    expect([form.now.loading, form.now.saveFailure]).toEqual([true, null]);
    line.release();
    await until(() => expect(form.now.loading).toBe(false));
    expect([form.now.record?.version, form.now.values['remark'], form.now.errors]).toEqual([4, null, {}]);
  });

  it('keeps what was typed in view when the record cannot be read again', async () => {
    const bench = createBench();
    bench.on('/v1/Inventory/adjustDetail', { result: stored });
    const view = renderHookOn(useTypedAndNot, { bench });
    await until(() => expect(view.now.form.record).toBeDefined());
    act(() => view.now.form.set('remark', '补记'));
    bench.on('/v1/Inventory/adjustDetail', 'cut');
    await act(() => view.now.client.invalidateQueries());
    await until(() => expect(view.now.untouched.failure).toEqual({ kind: 'offline' }));
    expect([view.now.form.failure, view.now.form.values['remark']]).toEqual([null, '补记']);
  });

  it('reads its record anew when its screen starts anew', async () => {
    const bench = createBench();
    bench.on('/v1/Inventory/adjustDetail', { result: stored });
    let version: number | undefined;
    let startAnew = () => {};
    const Form = () => {
      version = useForm(stockAdjustment, { id: 8 }).record?.version;
      return null;
    };
    const Screen = () => {
      const [count, setCount] = useState(0);
      startAnew = () => setCount(count + 1);
      return <Form key={count} />;
    };
    renderOn(<Screen />, { bench });
    await until(() => expect(version).toBe(3));
    bench.on('/v1/Inventory/adjustDetail', { result: { ...stored, version: 4 } });
    act(() => startAnew());
    await until(() => expect(version).toBe(4));
  });

  it('tells offline from not there', async () => {
    const bench = createBench();
    bench.on('/v1/Inventory/adjustDetail', 'cut');
    const form = renderHookOn(() => useForm(stockAdjustment, { id: 8 }), { bench });
    await until(() => expect(form.now.failure).toEqual({ kind: 'offline' }));
  });
});
