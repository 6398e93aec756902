// @vitest-environment jsdom
import { act } from '@testing-library/react';
import { type ReactNode, useState } from 'react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { brand } from '#contract/areas/goods/brand.ts';
import { stockAdjustment } from '#contract/areas/warehouse/stock-adjustment.ts';
import { clearSession, saveSession } from '#src/platform/session.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { LocalProvider } from './local-context.tsx';
import { type PageHost, PageProvider } from './page-context.ts';
import { anAdjustment } from './test-adjustment.ts';
import { type Bench, createBench, renderOn, until } from './test-bench.tsx';
import { type FormView, useForm } from './use-form.ts';

const [detail, edit] = ['/v1/Inventory/adjustDetail', '/v1/Inventory/adjustEdit'];

beforeEach(() => signIn(3));
afterEach(clearSession);

/** A form on a page of a device; `close` takes the page away, as another address does. */
function openForm(device: TestDevice, bench: Bench, { isNew = false, discarded = false } = {}) {
  let latest: FormView | undefined;
  let close = () => {};
  const open = Promise.resolve(device.local);
  const host: PageHost = {
    key: '/storage/adjust',
    mayLeave: () => true,
    discard() {},
    isDiscarded: () => discarded,
    setDirty() {},
    setName() {},
    finish() {},
    stay() {},
  };
  const NewBrand = () => {
    latest = useForm(brand) as unknown as FormView;
    return null;
  };
  const Adjustment = () => {
    latest = useForm(stockAdjustment, { id: 8 }) as unknown as FormView;
    return null;
  };
  const Form = isNew ? NewBrand : Adjustment;
  const Screen = () => {
    const [shown, setShown] = useState(true);
    close = () => setShown(false);
    return shown && <Form />;
  };
  const around = (inner: ReactNode) => (
    <LocalProvider open={() => open}>
      <PageProvider value={host}>{inner}</PageProvider>
    </LocalProvider>
  );
  const { unmount } = renderOn(<Screen />, { bench, around });
  return {
    get now(): FormView {
      if (!latest) throw new Error('the form has not been drawn');
      return latest;
    },
    close: () => act(() => close()),
    unmount,
  };
}

function signIn(uid: number): void {
  saveSession({ token: 't', exp: 0, userInfo: { uid, username: 'buyer', nickname: '赵' } });
}

function aBench(given = {}): Bench {
  const bench = createBench();
  bench.on(detail, { result: anAdjustment({ lines: 2, ...given }) });
  return bench;
}

async function typed(device: TestDevice, bench = aBench()) {
  const form = openForm(device, bench);
  await until(() => expect(form.now.loading).toBe(false));
  act(() => form.now.set('reason', '写到一半'));
  act(() => form.now.changeLines(new Map([['l1', { qty: 5 }]])));
  return form;
}

/** What the form shows once it has looked for a draft. */
async function opened(device: TestDevice, bench = aBench()) {
  const form = openForm(device, bench);
  await until(() => expect(form.now.loading).toBe(false));
  await until(() => expect(form.now.record).toBeDefined());
  return form;
}

const view = ({ now }: { now: FormView }) => [now.values['reason'], now.lines.rows[1]?.values['qty'], now.dirty];

it('what was typed is there again after the page died, and after its session ended', async () => {
  const device = await newDevice();
  const form = await typed(device);
  clearSession();
  form.unmount();
  await vi.waitUntil(() => device.local.drafts.take(place));
  device.die();
  signIn(3);
  const back = await opened(await device.secondPage());
  expect(view(back)).toEqual(['写到一半', 5, true]);
  expect(back.now.restoredAt).toBe(device.time);
  expect(back.now.conflict).toBeNull();
});

it('another person finds nothing of it', async () => {
  const device = await newDevice();
  (await typed(device)).unmount();
  signIn(4);
  expect(view(await opened(device))).toEqual(['盘点差异', 1, false]);
});

it('stands in conflict with what another has saved meanwhile, and neither is lost', async () => {
  const device = await newDevice();
  (await typed(device)).unmount();
  const bench = aBench({ version: 4, reason: '对方的', remark: '对方的备注' });
  bench.on(edit, { result: { id: 8, version: 5, no: 'TZ8' } });
  const back = await opened(device, bench);
  expect(view(back)).toEqual(['写到一半', 5, true]);
  expect(back.now.conflict?.fields).toMatchObject([{ key: 'reason', clashes: true, theirs: { reason: '对方的' } }]);
  act(() => back.now.settle(new Set(['reason'])));
  expect(back.now.conflict).toBeNull();
  await act(() => back.now.save());
  const [sent] = bench.calls(edit);
  expect(sent?.input).toMatchObject({ id: 8, version: 4, line_changes: { put: [{ id: 2, qty: 5 }] } });
  expect(sent?.input).not.toHaveProperty('reason');
  expect(sent?.input).not.toHaveProperty('remark');
});

it('is gone with a save, although the form goes in the same moment', async () => {
  const device = await newDevice();
  const bench = aBench();
  bench.on(edit, { result: { id: 8, version: 4, no: 'TZ8' } });
  const form = await typed(device, bench);
  await act(async () => {
    await form.now.save();
  });
  form.close();
  form.unmount();
  expect(view(await opened(device))).toEqual(['盘点差异', 1, false]);
});

it('is gone when its person lets go of it, and when they agreed to lose the page', async () => {
  const device = await newDevice();
  (await typed(device)).unmount();
  const back = await opened(device);
  act(() => back.now.discard());
  expect(view(back)).toEqual(['盘点差异', 1, false]);
  expect(back.now.restoredAt).toBeNull();
  back.unmount();
  expect(view(await opened(device))).toEqual(['盘点差异', 1, false]);

  const leaving = openForm(device, aBench(), { discarded: true });
  await until(() => expect(leaving.now.record).toBeDefined());
  act(() => leaving.now.set('reason', '不要了'));
  leaving.unmount();
  expect(view(await opened(device))).toEqual(['盘点差异', 1, false]);
});

it('of a new record is put back too', async () => {
  const device = await newDevice();
  const form = openForm(device, createBench(), { isNew: true });
  await until(() => expect(form.now.loading).toBe(false));
  act(() => form.now.set('name', '安踏'));
  form.unmount();
  const back = openForm(device, createBench(), { isNew: true });
  await until(() => expect(back.now.values['name']).toBe('安踏'));
});

const place = { uid: 3, page: '/storage/adjust', form: `${stockAdjustment.name}/8` };
