// @vitest-environment jsdom
// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { afterEach, expect, it, vi } from 'vitest';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { createServices } from './services.ts';

afterEach(() => vi.unstubAllGlobals());

it('sends nothing that this device keeps while operations have paused sending', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    asked.push(address);
    return Promise.resolve(Response.json({ build: 'b', killSw: false, pauseDrain: true }));
  });
  const local = await createServices({ onActivity: () => {}, onSignedOut: () => {} }).local();
  await local.session.put({ uid: 11, nickname: '', token: 'token-11', expires_at: 0 });
  const goods = { barcode: '690001', skuId: 1, imperfectType: 0, qty: 1 };
  await stocktakingOf(local).append({ uid: 11, sheetId: 1, kind: 'add', zone: 'A', round: 1, ...goods });
  await local.sync.kick('again');
  expect(await local.drain()).toEqual({ end: 'paused' });
  expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 1 });
  expect(asked).toEqual(['/version.json']);
  local.close();
});
