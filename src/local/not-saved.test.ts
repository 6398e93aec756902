import { describe, expect, it } from 'vitest';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { sheetDownload } from '#tests/factories/sheet-download.ts';
import { newDevice } from '#tests/torture/device.ts';
import { sheetStream } from '#tests/torture/scans.ts';
import type { Local } from './index.ts';

const changes: [string, (local: Local) => Promise<unknown>][] = [
  ['a download', (local) => stocktakingOf(local).sheets.save({ uid: 11, sheet: sheetDownload(), zones: ['A'] })],
  ['a zone handed back', (local) => stocktakingOf(local).finishZone({ uid: 11, sheetId: 1, zone: 'A' })],
  ['what a drain learnt', ({ drain }) => drain()],
  ['a sheet let go on', ({ outbox }) => outbox.resume(sheetStream(11, 1))],
];

describe.each(changes)('%s', (_what, change) => {
  it('that finds no room is told by type', async () => {
    const { local, storage } = await newDevice();
    local.sync.stop();
    storage.full = true;
    await expect(change(local)).rejects.toMatchObject({ name: 'NotSaved', reason: 'full' });
  });

  it('of a broken storage is told apart', async () => {
    const { local } = await newDevice();
    local.close();
    await expect(change(local)).rejects.toMatchObject({ name: 'NotSaved', reason: 'broken' });
  });

  it('takes the room of the caches', async () => {
    const device = await newDevice();
    const { local, storage } = device;
    local.sync.stop();
    const key = { uid: 11, name: 'menu', schema: 1 };
    await local.references.put(key, ['a']);
    storage.fullTimes = 1;
    await change(local);
    expect(await local.references.get(key)).toBeNull();
  });
});
