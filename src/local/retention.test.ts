import { describe, expect, it } from 'vitest';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { sheetDownload } from '#tests/factories/sheet-download.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { openJournal } from './databases.ts';

const day = 86_400_000;

describe('prune', () => {
  it('keeps a sheet with anything unsent or waiting for a person, however old', async () => {
    const device = await keeping([1, 2]);
    await stocktakingOf(device.local).append(scan(11, 1));
    const waiting = await stocktakingOf(device.local).append(scan(11, 2));
    await markReceived(device, waiting.op_id, 'attention');
    device.time += 400 * day;
    await device.local.outbox.prune();
    expect(await listed(device, 11)).toEqual([1, 2]);
  });

  it('forgets sheets that nobody has downloaded or counted on for 30 days, of all people, with their rows', async () => {
    const device = await keeping([1, 2]);
    const gone = await stocktakingOf(device.local).append(scan(12, 1));
    await markReceived(device, gone.op_id, 'received');
    device.time += 20 * day;
    const late = await stocktakingOf(device.local).append(scan(11, 2));
    await markReceived(device, late.op_id, 'received');
    device.time += 10 * day;
    await device.local.outbox.prune();
    expect([await listed(device, 11), await listed(device, 12)]).toEqual([
      [1, 2],
      [1, 2],
    ]);
    device.time += 1;
    await device.local.outbox.prune();
    expect([await listed(device, 11), await listed(device, 12)]).toEqual([[2], []]);
    const db = openJournal(device.world);
    expect((await db.operations.toArray()).map((row) => row.op_id)).toEqual([late.op_id]);
    db.close();
  });

  it('forgets no sheet because the clock was set back', async () => {
    const device = await keeping([1]);
    device.time -= 400 * day;
    await device.local.outbox.prune();
    expect(await listed(device, 11)).toEqual([1]);
  });
});

/** A device with these sheets, each on it for two people. */
async function keeping(ids: readonly number[]): Promise<TestDevice> {
  const device = await newDevice();
  device.local.sync.stop();
  for (const id of ids)
    for (const uid of [11, 12])
      await stocktakingOf(device.local).sheets.save({ uid, sheet: sheetDownload({ id }), zones: [] });
  return device;
}

/** What the server's answer leaves of an entry. */
async function markReceived(device: TestDevice, opId: string, state: 'received' | 'attention'): Promise<void> {
  const db = openJournal(device.world);
  await db.unsent.delete(opId);
  await db.operations.where('op_id').equals(opId).modify({ state, outcome: 'accepted', answered_at: device.time });
  db.close();
}

async function listed(device: TestDevice, uid: number): Promise<number[]> {
  return (await stocktakingOf(device.local).sheets.list(uid)).map((sheet) => sheet.id);
}

function scan(uid: number, sheetId: number) {
  const goods = { barcode: '690001', skuId: 1, imperfectType: 0, qty: 1 };
  return { uid, sheetId, kind: 'add', zone: 'A', round: 1, ...goods } as const;
}
