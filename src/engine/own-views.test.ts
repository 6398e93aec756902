// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ColumnChoice, type OwnViews, type SavedView, saveColumnsCall } from '#contract/areas/me/list-views.ts';
import { saveSession } from '#src/platform/session.ts';
import { setStored } from '#src/platform/storage.ts';
import { ownBases } from '#src/wire/bases.ts';
import { createWire } from '#src/wire/wire.ts';
import {
  beginViews,
  chooseColumns,
  columnsIn,
  keepOwnViews,
  sendColumns,
  takeViews,
  useOwnViews,
} from './own-views.ts';
import { type Bench, createBench } from './test-bench.tsx';

const columns = (hidden: string): ColumnChoice => ({ order: [], hidden: [hidden], widths: {} });
const told = (tables: OwnViews['tables'] = {}, views: readonly SavedView[] = []): OwnViews => ({
  views,
  tables,
  may_share: false,
});
const ofStock = () => columnsIn(useOwnViews.getState(), 'stock', undefined).hidden;
let bench: Bench;

beforeEach(() => {
  localStorage.clear();
  bench = createBench();
  globalThis.fetch = bench.fetch;
  keepOwnViews(createWire({ bases: ownBases, device: 'test', build: 'test', caller: () => null }));
  saveSession({ token: 't', exp: 0, userInfo: { uid: 7, username: 'a', nickname: '甲' } });
  beginViews();
});
afterEach(() => vi.useRealTimers());

it('keeps columns at once, sends them when they are still, and again after the network was gone', async () => {
  vi.useFakeTimers();
  takeViews(told());
  bench.on(saveColumnsCall.path, 'cut');
  chooseColumns('stock', columns('a'));
  chooseColumns('stock', columns('b'));
  beginViews();
  expect(ofStock()).toEqual(['b']);
  await vi.runAllTimersAsync();
  expect(useOwnViews.getState().unsent).toEqual(['stock']);
  bench.on(saveColumnsCall.path, { result: { version: 4 } });
  await sendColumns();
  expect(bench.calls(saveColumnsCall.path).at(-1)?.input).toEqual({ table: 'stock', columns: columns('b') });
  expect(useOwnViews.getState()).toMatchObject({ unsent: [], own: { tables: { stock: { version: 4 } } } });
});

it('takes the later of two answers, and neither before what was chosen here', async () => {
  bench.on(saveColumnsCall.path, 'cut');
  takeViews(told({ stock: { columns: columns('new'), default_view: null, version: 3 } }));
  takeViews(told({ stock: { columns: columns('old'), default_view: null, version: 2 } }));
  expect(ofStock()).toEqual(['new']);
  chooseColumns('stock', columns('mine'));
  takeViews(told({ stock: { columns: columns('theirs'), default_view: null, version: 9 } }));
  expect(ofStock()).toEqual(['mine']);
  await sendColumns();
});

it('takes over once what the machine kept, but for tables that the person has chosen themselves', async () => {
  setStored('device:columns:stock', columns('of-machine'));
  setStored('device:columns:brand', columns('of-machine'));
  bench.on(saveColumnsCall.path, { result: { version: 1 } });
  takeViews(told({ brand: { columns: columns('mine'), default_view: null, version: 1 } }));
  expect(ofStock()).toEqual(['of-machine']);
  expect(columnsIn(useOwnViews.getState(), 'brand', undefined).hidden).toEqual(['mine']);
  await vi.waitFor(() => expect(useOwnViews.getState().unsent).toEqual([]));
  expect(bench.calls(saveColumnsCall.path).map(({ input }) => input.table)).toEqual(['stock']);
  expect(Object.keys(localStorage).filter((key) => key.startsWith('device:columns:'))).toEqual([]);
});

it('knows nothing of the person before, and waits for the answer about a new one', () => {
  takeViews(told({ stock: { columns: columns('a'), default_view: null, version: 1 } }));
  saveSession({ token: 'u', exp: 0, userInfo: { uid: 8, username: 'b', nickname: '乙' } });
  beginViews();
  expect(ofStock()).toEqual([]);
  expect(useOwnViews.getState().awaited).toBe(true);
});
