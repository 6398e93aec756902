// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { sheetDownload } from '#tests/factories/sheet-download.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { stocktakingOf } from './stocktaking.ts';

describe('of two downloads the one that the server gave last is kept', () => {
  it('whichever comes in last', async () => {
    const device = await newDevice();
    await save(device, { warehouse_name: '二号仓', server_time: nine });
    const { savedAt } = (await stocktakingOf(device.local).sheets.open(11, 1)) ?? {};
    device.time += 60_000;
    await save(device, { server_time: eight });
    expect(await stocktakingOf(device.local).sheets.open(11, 1)).toMatchObject({
      sheet: { warehouse_name: '二号仓' },
      savedAt,
    });
  });

  it('and the zones of both: the server waits for the device in all of them', async () => {
    const device = await newDevice();
    await save(device, { server_time: nine }, ['A']);
    await save(device, { server_time: eight }, ['B']);
    const { zones } = await stocktakingOf(device.local).countsNow({ uid: 11, sheetId: 1 });
    expect(zones.map(({ zone }) => zone)).toEqual(['A', 'B']);
  });

  it('a later round before an earlier one, whatever the server’s clock', async () => {
    const device = await newDevice();
    await save(device, { round: 2, server_time: eight });
    await save(device, { round: 1, server_time: nine });
    expect((await stocktakingOf(device.local).sheets.open(11, 1))?.sheet.round).toBe(2);
    await save(device, { round: 3, server_time: eight });
    expect((await stocktakingOf(device.local).sheets.open(11, 1))?.sheet.round).toBe(3);
  });
});

describe('a zone that is closed', () => {
  it('is noted on what is kept now, which stays as old as it is', async () => {
    const device = await newDevice();
    await save(device, { zones, warehouse_name: '二号仓' });
    const { savedAt } = (await stocktakingOf(device.local).sheets.open(11, 1)) ?? {};
    device.time += 60_000;
    await stocktakingOf(device.local).sheets.noteClosed({ uid: 11, sheetId: 1, round: 1, zone: 'A' });
    expect(await stocktakingOf(device.local).sheets.open(11, 1)).toMatchObject({
      sheet: { zones: [{ status: 0 }, { status: 1 }], warehouse_name: '二号仓' },
      savedAt,
    });
  });

  it('is told by type when there is no room to note it', async () => {
    const device = await newDevice();
    await save(device, { zones });
    device.storage.full = true;
    await expect(
      stocktakingOf(device.local).sheets.noteClosed({ uid: 11, sheetId: 1, round: 1, zone: 'A' }),
    ).rejects.toMatchObject({
      name: 'NotSaved',
      reason: 'full',
    });
  });

  it('is none of another round, nor of a sheet that has left the device', async () => {
    const device = await newDevice();
    await save(device, { zones, round: 2 });
    await stocktakingOf(device.local).sheets.noteClosed({ uid: 11, sheetId: 1, round: 1, zone: 'A' });
    expect((await stocktakingOf(device.local).sheets.open(11, 1))?.sheet.zones).toEqual(zones);
    await stocktakingOf(device.local).sheets.noteClosed({ uid: 11, sheetId: 2, round: 1, zone: 'A' });
    expect(await stocktakingOf(device.local).sheets.open(11, 2)).toBeNull();
  });

  it('stays closed when a download that was given before that comes in, and is open in the next round', async () => {
    const device = await newDevice();
    await save(device, { zones, server_time: eight });
    await stocktakingOf(device.local).sheets.noteClosed({ uid: 11, sheetId: 1, round: 1, zone: 'A' });
    await save(device, { zones, server_time: nine });
    expect((await stocktakingOf(device.local).sheets.open(11, 1))?.sheet.zones).toMatchObject([
      { status: 0 },
      { status: 1 },
    ]);
    await save(device, { zones, server_time: nine, round: 2 });
    expect((await stocktakingOf(device.local).sheets.open(11, 1))?.sheet.zones).toEqual(zones);
  });
});

it('tells who looks at a sheet of every change of it, and that it is not here', async () => {
  const device = await newDevice();
  const { get, subscribe } = stocktakingOf(device.local).sheets.kept(11, 1);
  const seen: (number | null)[] = [];
  const stop = subscribe(() => seen.push(get()?.open?.sheet.round ?? null));
  await expect.poll(() => seen).toEqual([null]);
  await save(device, { round: 1 });
  await expect.poll(() => seen).toEqual([null, 1]);
  await stocktakingOf(device.local).sheets.save({ uid: 12, sheet: sheetDownload({ round: 7 }), zones: [] });
  await save(device, { round: 2 });
  await expect.poll(() => seen).toEqual([null, 1, 2]);
  expect(await stocktakingOf(device.local).sheets.remove(11, 1)).toBe(true);
  await expect.poll(() => seen).toEqual([null, 1, 2, null]);
  stop();
});

const [eight, nine] = ['2025-03-03T08:00:00.000Z', '2025-03-03T09:00:00.000Z'];
const zones = [
  { id: 1, code: 'A', name: '女装区', status: 1 },
  { id: 2, code: 'B', name: '男装区', status: 1 },
];

function save(device: TestDevice, sheet: Partial<SheetDownload>, registered = ['A']): Promise<void> {
  return stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetDownload(sheet), zones: registered });
}
