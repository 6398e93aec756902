// Before the database layer, whose live queries rest until the realm has an IndexedDB.
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { describe, expect, it } from 'vitest';
import { openJournal } from '#src/local/databases.ts';
import { openLocal } from '#src/local/index.ts';
import type { Send } from '#src/local/stream-turn.ts';
import { sheetDownload } from '#tests/factories/sheet-download.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { countStream } from '#tests/torture/scans.ts';
import { stocktaking } from './codec.ts';
import { stocktakingOf } from './stocktaking.ts';

describe('the zones of a round', () => {
  it('are those that were downloaded in it: what was finished in the last one is no part of it', async () => {
    const { device, office } = await signedIn();
    await download(device, { zones: ['A', 'B'] });
    await finish(device, 'A');
    await finish(device, 'B');
    await download(device, { round: 2, zones: ['A'] });
    expect(await streamOf(device)).toMatchObject({ round: 2, zones: [{ zone: 'A', finished: false }] });
    await device.local.sync.kick('timer');
    expect(office.reports.at(-1)).toEqual([{ zone: 'A', unsent: 0, finished: false }]);
  });

  it('are told to the server with it: a word on the last one is none on the next', async () => {
    const office = new Office();
    const said: unknown[] = [];
    const send = ((call, input, options) => {
      said.push(input);
      return office.send(call, input, options);
    }) as Send;
    const { device } = await signedIn(office, send);
    await download(device, { round: 2, zones: ['A'] });
    await finish(device, 'A');
    await device.local.sync.kick('timer');
    expect(said.at(-1)).toMatchObject({ round: 2, zones: [{ zone: 'A', unsent: 0, finished: true }] });
  });

  it('stay as they stand through another download of it, which may add some', async () => {
    const { device } = await signedIn();
    await download(device, { zones: ['A'] });
    await finish(device, 'A');
    await download(device, { zones: ['A', 'B'] });
    expect(await streamOf(device)).toMatchObject({
      round: 1,
      zones: [
        { zone: 'A', finished: true },
        { zone: 'B', finished: false },
      ],
    });
  });

  it('are taken back by a count of it, and not by an un-count of an earlier one', async () => {
    const { device } = await signedIn();
    await download(device, { zones: ['A'] });
    const { op_id } = await stocktakingOf(device.local).append({ ...scan, round: 1 });
    await download(device, { round: 2, zones: ['A'] });
    await finish(device, 'A');
    await stocktakingOf(device.local).append({ uid: 11, sheetId: 1, kind: 'void', voids: op_id });
    expect(await streamOf(device)).toMatchObject({ round: 2, zones: [{ zone: 'A', finished: true }] });
    await stocktakingOf(device.local).append({ ...scan, round: 2 });
    expect(await streamOf(device)).toMatchObject({ round: 2, zones: [{ zone: 'A', finished: false }] });
  });

  it('stay those of the later one when an answer of the one before comes in after it', async () => {
    const { device } = await signedIn();
    await download(device, { round: 2, zones: ['A'] });
    await finish(device, 'A');
    await download(device, { round: 1, zones: ['A', 'B'] });
    expect(await streamOf(device)).toMatchObject({ round: 2, zones: [{ zone: 'A', finished: true }] });
  });

  it('are shown with it', async () => {
    const { device } = await signedIn();
    await download(device, { round: 2, zones: ['A'] });
    const { get, subscribe } = stocktakingOf(device.local).counts({ uid: 11, sheetId: 1 });
    await new Promise<void>((resolve) => {
      const stop = subscribe(() => {
        resolve();
        queueMicrotask(() => stop());
      });
    });
    expect(get()).toMatchObject({ round: 2, zones: [{ zone: 'A', finished: false }] });
  });
});

it('takes the zones of a device from before rounds were noted for those of the sheet that is on it', async () => {
  const device = await newDevice();
  const name = 'before';
  const old = new Dexie(`journal-${name}`, device.world.storage);
  old.version(1).stores({ lanes: '[uid+sheet_id], uid', sheets: '[uid+sheet_id], uid' });
  const zones = [{ zone: 'A', finished: true }];
  const lane = { next_seq: 1, rev: 1, appended_at: 0, zones, reported: true, stopped: null };
  await old.table('lanes').bulkAdd([
    { uid: 11, sheet_id: 1, ...lane },
    { uid: 11, sheet_id: 2, ...lane },
  ]);
  await old.table('sheets').add({ uid: 11, sheet_id: 1, saved_at: 0, sheet: sheetDownload({ round: 3 }) });
  old.close();
  const world = { ...device.world, name };
  (await openLocal({ world, send: new Office().send, codecs: [stocktaking] })).close();
  const db = openJournal(world);
  expect((await countStream(db, 11, 1))?.note).toEqual({ round: 3, zones });
  expect((await countStream(db, 11, 2))?.note).toEqual({ round: 0, zones });
  db.close();
});

async function signedIn(
  office = new Office(),
  send: Send = office.send,
): Promise<{ device: TestDevice; office: Office }> {
  const device = await newDevice(send);
  await device.local.session.put({ uid: 11, nickname: '', token: 't', expires_at: 0 });
  return { device, office };
}

function download(device: TestDevice, { round = 1, zones }: { round?: number; zones: string[] }): Promise<void> {
  return stocktakingOf(device.local).sheets.save({ uid: 11, sheet: sheetDownload({ round }), zones });
}

function finish(device: TestDevice, zone: string): Promise<void> {
  return stocktakingOf(device.local).finishZone({ uid: 11, sheetId: 1, zone });
}

async function streamOf(device: TestDevice) {
  const db = openJournal(device.world);
  const stream = await countStream(db, 11, 1);
  db.close();
  return stream?.note;
}

const scan = {
  uid: 11,
  sheetId: 1,
  kind: 'add',
  zone: 'A',
  barcode: '690001',
  skuId: 1,
  imperfectType: 0,
  qty: 1,
} as const;
