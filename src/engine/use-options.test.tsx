// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { warehouse } from '#contract/areas/partners/warehouse.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { saveSession } from '#src/platform/session.ts';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { freshenReferenceLists, keepReferenceLists } from './reference-lists.ts';
import { type Bench, createBench, renderHookOn, until } from './test-bench.tsx';
import { useOptions } from './use-options.ts';

const rows = [
  { id: 7, name: '上海凌羽贸易', code: 'GY26030200002' },
  { id: 8, name: '织里木鹿童装', code: 'GY26030200007' },
];

let device: TestDevice;
let bench: Bench;

beforeEach(async () => {
  saveSession({ token: 't', exp: 0, userInfo: { uid: 11, username: 'u', nickname: '人' } });
  device = await newDevice();
  bench = createBench();
  bench.on('/v1/task/getCommData', ({ t }) =>
    t === 'sup' ? { result: { supplier_list: rows, more: false } } : { result: { more: false } },
  );
  globalThis.fetch = bench.fetch;
  const wire = createWire({ bases: ownBases, device: 'test', build: 'test', caller: () => null });
  keepReferenceLists({ wire, local: () => Promise.resolve(device.local) });
});

afterEach(() => localStorage.clear());

const show = (definition: AnyDefinition, asked: { keyword?: string; ids?: number[] } = {}) =>
  renderHookOn(() => useOptions(definition, { keyword: '', ids: [], open: true, ...asked }), { bench });

describe('a picker without the server', () => {
  it('says that it could not be reached when no list is kept', async () => {
    bench.on('/v1/supplier/options', 'cut');
    const view = show(supplier);
    await until(() => expect(view.now).toMatchObject({ failure: { kind: 'offline' }, options: [], kept: null }));
  });

  it('says so where there is no list of the kind', async () => {
    await freshenReferenceLists();
    bench.on('/v1/warehouse/options', 'cut');
    const view = show(warehouse);
    await until(() => expect(view.now).toMatchObject({ failure: { kind: 'offline' }, kept: null }));
  });

  it('offers the kept list, marked with its time and with its expiry', async () => {
    await freshenReferenceLists();
    const taken = device.time;
    device.time += 40_000_000;
    bench.on('/v1/supplier/options', 'cut');
    const view = show(supplier);
    await until(() => expect(view.now.options.map((one) => one.id)).toEqual([7, 8]));
    expect(view.now).toMatchObject({ kept: { takenAt: taken, expired: true }, failure: null });
  });

  it('finds in it what is typed, and the titles of known ids', async () => {
    await freshenReferenceLists();
    bench.on('/v1/supplier/options', 'cut');
    const typed = show(supplier, { keyword: 'mltz' });
    await until(() => expect(typed.now.options.map((one) => one.title)).toEqual(['织里木鹿童装']));
    const known = show(supplier, { ids: [7] });
    await until(() => expect(known.now.chosen).toEqual([{ id: 7, title: '上海凌羽贸易', hint: 'GY26030200002' }]));
  });
});

describe('a picker with the server', () => {
  it('shows a refusal as one, whatever is kept', async () => {
    await freshenReferenceLists();
    bench.on('/v1/supplier/options', { code: 4003, msg: '没有操作权限', http: 403 });
    const view = show(supplier);
    await until(() => expect(view.now).toMatchObject({ failure: { kind: 'forbidden' }, options: [], kept: null }));
  });

  it('offers what the server says, unmarked', async () => {
    await freshenReferenceLists();
    bench.on('/v1/supplier/options', { result: { list: [{ id: 9, title: '新供应商', hint: null }] } });
    const view = show(supplier);
    await until(() => expect(view.now.options.map((one) => one.id)).toEqual([9]));
    expect(view.now.kept).toBeNull();
  });

  it('is asked again as soon as the network is back', async () => {
    await freshenReferenceLists();
    bench.on('/v1/supplier/options', 'cut');
    const view = show(supplier);
    await until(() => expect(view.now.kept).not.toBeNull());
    bench.on('/v1/supplier/options', { result: { list: [{ id: 9, title: '新供应商', hint: null }] } });
    dispatchEvent(new Event('offline'));
    dispatchEvent(new Event('online'));
    await until(() => expect(view.now.options.map((one) => one.id)).toEqual([9]));
    expect(view.now.kept).toBeNull();
  });
});
