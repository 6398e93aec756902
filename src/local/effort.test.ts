import { expect, it } from 'vitest';
import { viewCounts } from '#src/areas/handheld/stocktaking/count-view.ts';
import { stocktakingOf } from '#src/areas/handheld/stocktaking/stocktaking.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { countStream, scansIn } from '#tests/torture/scans.ts';
import { openJournal } from './databases.ts';

/**
 * What a scan costs is told in values that the storage hands over: each is copied on the main thread. It must not grow with
 * what is unsent, on a counting screen that shows the counts and the queue, in a dead spot.
 */
it('reads as much for a scan with 600 unsent as with 20', async () => {
  const [few, many] = [await readsOfOneScan(20), await readsOfOneScan(600)];
  expect(many).toBeLessThanOrEqual(few);
});

async function readsOfOneScan(unsent: number): Promise<number> {
  const device = await newDevice();
  await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
  device.local.sync.stop();
  await stocktakingOf(device.local).appendAll(
    Array.from({ length: unsent }, (_, n) => newScan({ barcode: `69${n % 30}` })),
  );
  // It has tried, and waits.
  await device.local.drain();
  const counts = stocktakingOf(device.local).counts({ uid: 11, sheetId: 1 });
  const status = device.local.outbox.status(11);
  const stops = [counts, status].map((live) => live.subscribe(() => {}));
  await expect.poll(() => [counts.get()?.unsent, status.get()?.unsent]).toEqual([unsent, unsent]);
  const reads = await copiesDuring(async () => {
    await stocktakingOf(device.local).append(newScan());
    await device.local.drain();
    await expect.poll(() => [counts.get()?.unsent, status.get()?.unsent]).toEqual([unsent + 1, unsent + 1]);
  });
  const { ofCode, ...shown } = counts.get() ?? (await viewAnew(device));
  const { ofCode: ofCodeAnew, ...anew } = await viewAnew(device);
  expect(shown).toEqual(anew);
  expect(ofCode('690').map(({ op_id }) => op_id)).toEqual(ofCodeAnew('690').map(({ op_id }) => op_id));
  expect(ofCode('690')).not.toEqual([]);
  for (const stop of stops) stop();
  device.local.close();
  return reads;
}

async function copiesDuring(work: () => Promise<void>): Promise<number> {
  const copy = globalThis.structuredClone;
  let copies = 0;
  globalThis.structuredClone = ((...given: Parameters<typeof copy>) => {
    copies += 1;
    return copy(...given);
  }) as typeof copy;
  try {
    await work();
  } finally {
    globalThis.structuredClone = copy;
  }
  return copies;
}

async function viewAnew(device: TestDevice) {
  const db = openJournal(device.world);
  const view = viewCounts(await scansIn(db), {
    stream: await countStream(db, 11, 1),
    sending: new Set(),
    lastMost: 20,
  });
  db.close();
  return view;
}
