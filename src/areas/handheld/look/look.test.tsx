// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { codeCalls } from '#contract/areas/codes/code-calls.ts';
import { pictureCalls } from '#contract/areas/goods/pictures.ts';
import { stockLookCall } from '#contract/areas/warehouse/stock-look.ts';
import { createBench } from '#src/engine/test-bench.tsx';
import { newDevice } from '#tests/torture/device.ts';
import { mountHand, sheetOf, shoot } from '../hand-bench.tsx';
import { stocktakingOf } from '../stocktaking/stocktaking.ts';
import { isPiece } from './look-at.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.unstubAllGlobals();
});

it.each([
  ['6901000', false],
  ['1000000000000016', true],
  ['1000000000000018', false],
  ['3074257BF7194E4000001A85', true],
])('knows a piece from goods: %s', (code, piece) => expect(isPiece(code)).toBe(piece));

it('says where goods stand, by warehouse, and which documents of this device have them', async () => {
  const asked = answer({
    list: [
      { ...row, id: 1, warehouse_id__title: '嘉兴总仓', qty_on_hand: 12, qty_locked: 2, qty_available: 10 },
      { ...row, id: 2, warehouse_id__title: '苏州店仓', qty_on_hand: 3, qty_available: 3, qty_in_transit: 5 },
    ],
  });
  const { local } = await newDevice();
  await stocktakingOf(local).sheets.save({ uid: 11, sheet: sheetOf(), zones: ['A'] });
  await mountHand('/hand/look', local);
  await screen.findByText(/^扫条码查各仓库存/);
  shoot('6901000');
  expect(await screen.findByText('共 15 件')).toBeTruthy();
  expect(screen.getByText('可用 10 · 锁定 2')).toBeTruthy();
  expect(screen.getByText('可用 3 · 在途 5')).toBeTruthy();
  expect(await screen.findByText('盘点单 PD25030300001')).toBeTruthy();
  expect(asked()).toEqual([{ keyword: '6901000', page_size: 100 }]);
  // What they look like is asked for beside it, and the words stand without.
  await vi.waitFor(() => expect(asked(pictureCalls.main.path)).toEqual([{ sku_ids: [1] }]));
});

it('shows the life of a piece, the latest first', async () => {
  answer({
    code: {
      id: 5,
      unique_code: '1000000000000016',
      status: 3,
      sku_id__title: '棉麻衬衫',
      warehouse_id__title: '嘉兴总仓',
    },
    tag: null,
    records: [
      { id: 1, event_type: 1, to_status: 0, at: '2026-11-20T02:00:00.000Z', source_no: 'MZ1' },
      { id: 2, event_type: 6, to_status: 3, at: '2026-11-21T02:00:00.000Z', source_no: 'RK2' },
    ],
  });
  await mountHand('/hand/look?code=1000000000000016', (await newDevice()).local);
  await screen.findByText('棉麻衬衫');
  const [latest, first] = [await screen.findByText(/RK2/), screen.getByText(/MZ1/)];
  expect(latest.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});

it('says so where nobody has the goods', async () => {
  answer({ list: [] });
  await mountHand('/hand/look?code=999', (await newDevice()).local);
  expect(await screen.findByText('各仓都没有这种货品，或您看不到')).toBeTruthy();
});

const row = {
  sku_id: 1,
  sku_id__title: 'SP-1',
  sku_name: '棉麻衬衫',
  warehouse_id: 1,
  imperfect_type: 0,
  qty_locked: 0,
  qty_in_transit: 0,
};

/** A server with one answer to both questions; tells what it was asked. */
function answer(result: object): (path?: string) => unknown[] {
  const bench = createBench();
  const paths = [stockLookCall.path, codeCalls.track.path];
  for (const path of paths) bench.on(path, { result });
  vi.stubGlobal('fetch', bench.fetch);
  return (only) =>
    bench.asked
      .filter(({ path }) => (only === undefined ? paths.includes(path as never) : path === only))
      .map(({ input }) => input);
}
