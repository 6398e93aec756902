import { beforeEach, describe, expect, it } from 'vitest';
import type { CountEntry, SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { openJournal } from '#src/local/databases.ts';
import type { EarlierScan } from '#src/local/earlier-tables.ts';
import { type Local, openLocal } from '#src/local/index.ts';
import {
  type EarlierBuild,
  type EarlierSchema,
  putOnDisk,
  readEarlierBuild,
  rowsIn,
  unsentIn,
} from '#tests/factories/earlier-build.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { createChance } from '#tests/torture/chance.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { scansIn, sheetStream } from '#tests/torture/scans.ts';
import { PageStorage } from '#tests/torture/storage.ts';
import { stocktaking } from './codec.ts';
import { type ScanRow } from './scan.ts';
import { stocktakingOf } from './stocktaking.ts';

let build: EarlierBuild;
let device: TestDevice;
let office: Office;

/** A tablet of a build before streams, in the evening of the dump, with an office that was reachable until then. */
async function takeUp(schema: EarlierSchema): Promise<void> {
  build = readEarlierBuild(schema);
  office = new Office();
  device = await newDevice(office.send);
  device.local.close();
  device.time = Date.UTC(2025, 2, 3, 8, 1);
  // Ids of its own: those of the dumps came from the chance of the devices, too.
  const chance = createChance(schema);
  device.world = { ...device.world, name: `${device.world.name}-earlier`, newOpId: () => chance.uuid() };
  await putOnDisk(disk(), `journal-${device.world.name}`, build.journal);
  if (build.drafts.version > 0) await putOnDisk(disk(), `drafts-${device.world.name}`, build.drafts);
  office.serverTime = () => new Date(device.time + 90_000).toISOString();
}

describe.each<EarlierSchema>([2, 3])('a tablet of schema %i', (schema) => {
  beforeEach(() => takeUp(schema));

  it('loses nothing where there is no room to move it: what was there stays, and is moved when there is', async () => {
    device.storage.full = true;
    await expect(open()).rejects.toBeTruthy();
    device.storage.full = false;
    const local = await open();
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 9, others: [{ uid: 12, unsent: 3 }] });
    local.close();
  });

  it('makes room for it out of the caches', async () => {
    device.storage.fullTimes = 1;
    const local = await open();
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 9 });
    local.close();
  });

  it('is all moved or all there still, wherever the page dies', async () => {
    const all = { scans: rowsIn(build.journal, 'scans').length, unsent: rowsIn(build.journal, 'outbox').length };
    let inTheMidst = 0;
    for (let turns = 1; turns < 60; turns += 2) {
      const page = new PageStorage(disk());
      const dying = openLocal({
        world: { ...device.world, storage: page.given },
        send: office.send,
        codecs: [stocktaking],
      });
      for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve));
      if (page.open.size > 0) inTheMidst += 1;
      page.kill(() => true);
      // Nobody hears any more what became of it; it is over before the next one opens.
      await Promise.allSettled([dying]);
      expect(await onDisk()).toEqual(all);
    }
    expect(inTheMidst).toBeGreaterThan(5);
    const local = await open();
    expect(await onDisk()).toEqual(all);
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 9, others: [{ uid: 12, unsent: 3 }] });
    local.close();
  });

  it('shows every entry as it stood: what is unsent, what was answered, what waits for a person', async () => {
    const local = await open();
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 9, others: [{ uid: 12, unsent: 3 }] });
    const db = openJournal(device.world);
    const before = rowsIn<EarlierScan>(build.journal, 'scans');
    const after = await scansIn(db);
    expect(after.map(asBefore)).toEqual(before.map(asBefore));
    db.close();
    const [one] = rowsIn<{ sheet: SheetDownload }>(build.journal, 'sheets');
    expect((await stocktakingOf(local).sheets.open(11, 1))?.sheet).toEqual(one?.sheet);
    expect(await stocktakingOf(local).countsNow({ uid: 11, sheetId: 1 })).toMatchObject({
      round: 2,
      zones: [
        { zone: 'B', finished: true },
        { zone: 'A', finished: false },
      ],
    });
    expect((await stocktakingOf(local).countsNow({ uid: 11, sheetId: 2 })).stopped).toMatchObject({ code: 4004 });
    expect(await local.deviceId()).toBe(rowsIn<{ id: string }>(build.journal, 'meta')[0]?.id);
    const draft = await local.drafts.take({ uid: 11, page: '/warehouse/allotAdd', form: 'allot' });
    expect(draft?.value).toEqual(rowsIn<{ value: object }>(build.drafts, 'drafts')[0]?.value);
    local.close();
  });

  it('sends all of it, of each person under their own name, each entry once and in its order', async () => {
    const local = await open();
    office.next = new Map([
      [1, 10],
      [2, 2],
    ]);
    await sendAs(local, 11);
    await local.outbox.resume(sheetStream(11, 2));
    await sendAs(local, 11);
    const first = office.taken.splice(0).map(({ entry }) => entry);
    await sendAs(local, 12);
    const second = office.taken.splice(0).map(({ entry }) => entry);
    for (const [uid, taken] of [
      [11, first],
      [12, second],
    ] as const) {
      const unsent = unsentIn(build, uid);
      // The second sheet waits until it is told to go on.
      const sheets = [1, 2];
      const inOrder = sheets.flatMap((sheet) => unsent.filter((row) => row.sheet_id === sheet));
      expect(taken.map(said)).toEqual(inOrder.map((row) => said(row as unknown as CountEntry)));
    }
    // The one whose clock had been set back when it was scanned; of a build that kept no ticks nobody can tell.
    expect(first.filter((entry) => entry.time_doubtful)).toHaveLength(schema === 2 ? 0 : 1);
    for (const uid of [11, 12]) expect(await local.outbox.statusNow(uid)).toMatchObject({ unsent: 0, others: [] });
    local.close();
  });

  it('settles what was refused before: sent again, put away, and what a void leaves no question about', async () => {
    const local = await open();
    office.next = new Map([[1, 10]]);
    await sendAs(local, 11);
    // The unknown label was taken back by a void that was unsent.
    const rows = await waiting(11);
    expect(rows.flatMap(({ outcome = '' }) => outcome).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'late',
      'refused',
      'refused',
    ]);
    const [refused] = rows.filter((row) => row.outcome === 'refused');
    const [late] = rows.filter((row) => row.outcome === 'late');
    expect(await local.outbox.sendAgain(late?.op_id ?? '')).toBe('not_repeatable');
    expect(await local.outbox.sendAgain(refused?.op_id ?? '')).toMatchObject({ at: refused?.counted_at });
    expect(await local.outbox.discard(late?.op_id ?? '', '重复记录')).toMatchObject({ state: 'settled' });
    local.close();
  });

  it('moves what a page of that build leaves behind later, behind what is there, and only once', async () => {
    const local = await open();
    await local.session.put({ uid: 11, nickname: '', token: 't-11', expires_at: 0 });
    await stocktakingOf(local).append(newScan({ round: 2, barcode: 'ours' }));
    await local.sync.kick('timer');
    const kept = async () => (await local.outbox.statusNow(11)).unsent + office.taken.length;
    const before = await kept();
    // Such a page is still open in another tab, and keeps three more scans where it always did: two on a sheet that we have, too.
    const [row] = unsentIn(build, 11);
    if (!row) throw new Error('nothing was unsent');
    const late = [2, 2, 3].map((sheet_id, index) => {
      const place = { uid: 11, sheet_id, op_id: `late-${index}`, seq: index === 1 ? 2 : 1 };
      return { scan: { ...row, ...place, id: 900 + index }, place, saved_at: device.time };
    });
    const lane = { uid: 11, rev: 2, appended_at: device.time, round: 2, zones: [{ zone: 'A', finished: false }] };
    const lanes = [2, 3].map((sheet_id) => {
      const unsent = late.filter(({ place }) => place.sheet_id === sheet_id).length;
      const counted = schema === 2 ? {} : { unsent };
      return { ...lane, ...counted, sheet_id, next_seq: unsent + 1, reported: false, stopped: null };
    });
    await leave({
      scans: late.map(({ scan }) => scan),
      outbox: late.map(({ scan, place, saved_at }) => ({
        ...place,
        saved_at,
        ...(schema === 2 ? {} : { scan_id: scan.id }),
        entry: { ...said(scan as unknown as CountEntry), seq: place.seq },
      })),
      lanes,
    });
    await local.sync.kick('visible');
    await local.sync.kick('visible');
    expect(await kept()).toBe(before + 3);
    await local.outbox.resume(sheetStream(11, 2));
    device.time += 60_000;
    await local.sync.kick('visible');
    const arrived = office.taken.flatMap(({ entry }) => (entry.op_id.startsWith('late-') ? [entry.op_id] : []));
    // Those of the second sheet waited with it.
    expect(arrived).toEqual(['late-2', 'late-0', 'late-1']);
    expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
    local.close();
  });
});

function open(): Promise<Local> {
  return openLocal({ world: device.world, send: office.send, codecs: [stocktaking] });
}

/** How many rows there are, in the tables of before and in ours. */
async function onDisk(): Promise<{ scans: number; unsent: number }> {
  const db = openJournal(device.world);
  const rows = async (before: string, ours: string) =>
    (await db.table(before).count()) + (await db.table(ours).count());
  const counted = { scans: await rows('scans', 'operations'), unsent: await rows('outbox', 'unsent') };
  db.close();
  return counted;
}

function disk(): IDBFactory {
  return device.storage.given.indexedDB;
}

function signIn(local: Local, uid: number): Promise<void> {
  local.sync.stop();
  return local.session.put({ uid, nickname: '', token: `t-${uid}`, expires_at: 0 });
}

async function sendAs(local: Local, uid: number): Promise<void> {
  await signIn(local, uid);
  await local.drain();
}

/** What an entry says, however it is kept; its position is the stream's. */
function said({ op_id, kind, zone, round, barcode, imperfect_type, qty, counted_at, voids }: CountEntry) {
  return { op_id, kind, zone, round, barcode, imperfect_type, qty, counted_at, voids };
}

/** A row of the journal without its number on this device. */
function asBefore({ id: _id, ...row }: EarlierScan | ScanRow): object {
  return row;
}

async function waiting(uid: number): Promise<ScanRow[]> {
  const db = openJournal(device.world);
  const rows = await scansIn(db);
  db.close();
  return rows.filter((row) => row.uid === uid && row.state === 'attention');
}

/** Writes rows as a page of that build does: it opens what is there, whatever its version is. */
async function leave(tables: Record<string, readonly object[]>): Promise<void> {
  const db = openJournal(device.world);
  for (const [name, rows] of Object.entries(tables)) await db.table(name).bulkPut([...rows]);
  db.close();
}
