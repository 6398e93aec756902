import { beforeEach, expect, it } from 'vitest';
import type { CountEntry, SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import { openJournal } from '#src/local/databases.ts';
import type { EarlierScan } from '#src/local/earlier-tables.ts';
import { type Local, openLocal } from '#src/local/index.ts';
import { type EarlierBuild, putOnDisk, readEarlierBuild, rowsIn, unsentIn } from '#tests/factories/earlier-build.ts';
import { newScan } from '#tests/factories/new-entry.ts';
import { newDevice, type TestDevice } from '#tests/torture/device.ts';
import { Office } from '#tests/torture/office.ts';
import { scansIn, sheetStream } from '#tests/torture/scans.ts';
import { stocktaking } from './codec.ts';
import { type ScanRow } from './scan.ts';
import { stocktakingOf } from './stocktaking.ts';

let build: EarlierBuild;
let device: TestDevice;
let office: Office;

/** A tablet of the last build before streams, in the evening of the dump, with an office that was reachable until then. */
beforeEach(async () => {
  build = readEarlierBuild();
  office = new Office();
  device = await newDevice(office.send);
  device.local.close();
  device.time = Date.UTC(2025, 2, 3, 8, 1);
  device.world = { ...device.world, name: `${device.world.name}-earlier` };
  await putOnDisk(disk(), `journal-${device.world.name}`, build.journal);
  await putOnDisk(disk(), `drafts-${device.world.name}`, build.drafts);
  office.serverTime = () => new Date(device.time + 90_000).toISOString();
});

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
  expect(await local.drafts.take({ uid: 11, page: '/warehouse/allotAdd', form: 'allot' })).toMatchObject({
    value: { remark: '周五前到货' },
  });
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
    const sheets = [...new Set(unsent.map((row) => row.sheet_id))];
    const inOrder = sheets.flatMap((sheet) => unsent.filter((row) => row.sheet_id === sheet));
    expect(taken.map(said)).toEqual(inOrder.map((row) => said(row as unknown as CountEntry)));
  }
  // The one whose clock had been set back when it was scanned.
  expect(first.filter((entry) => entry.time_doubtful)).toHaveLength(1);
  for (const uid of [11, 12]) expect(await local.outbox.statusNow(uid)).toMatchObject({ unsent: 0, others: [] });
  local.close();
});

it('settles what was refused before: sent again, put away, and what a void leaves no question about', async () => {
  const local = await open();
  office.next = new Map([[1, 10]]);
  await sendAs(local, 11);
  // The unknown label was taken back by a void that was unsent.
  const rows = await waiting(11);
  expect(rows.map(({ outcome }) => outcome).sort()).toEqual(['late', 'refused', 'refused']);
  const [refused] = rows.filter((row) => row.outcome === 'refused');
  const [late] = rows.filter((row) => row.outcome === 'late');
  expect(await local.outbox.sendAgain(late?.op_id ?? '')).toBe('not_repeatable');
  expect(await local.outbox.sendAgain(refused?.op_id ?? '')).toMatchObject({ at: refused?.counted_at });
  expect(await local.outbox.discard(late?.op_id ?? '', '重复记录')).toMatchObject({ state: 'settled' });
  local.close();
});

it('moves what a page of that build leaves behind later, behind what is there, and only once', async () => {
  const local = await open();
  await signIn(local, 11);
  await stocktakingOf(local).append(newScan({ round: 2, barcode: 'ours' }));
  // Such a page is still open in another tab, and keeps two more scans where it always did.
  const late = unsentIn(build, 11)
    .slice(0, 2)
    .map((row, index) => ({ ...row, id: 900 + index, op_id: `late-${index}` }));
  const [sheet] = late.map((row) => row.sheet_id);
  const lane = { uid: 11, sheet_id: sheet, next_seq: 3, unsent: 2, rev: 2, appended_at: device.time, round: 2 };
  await leave({
    scans: late.map((row, index) => ({ ...row, sheet_id: sheet, seq: index + 1 })),
    outbox: late.map(({ op_id, id, uid }, index) => ({
      ...{ op_id, scan_id: id, uid, sheet_id: sheet, seq: index + 1, saved_at: device.time },
      entry: { ...said(late[index] as unknown as CountEntry), op_id, seq: index + 1 },
    })),
    lanes: [{ ...lane, zones: [{ zone: 'A', finished: false }], reported: false, stopped: null }],
  });
  const before = (await local.outbox.statusNow(11)).unsent;
  await local.sync.kick('visible');
  await local.sync.kick('visible');
  expect((await local.outbox.statusNow(11)).unsent + office.taken.length).toBe(before + 2);
  await local.outbox.resume(sheetStream(11, sheet ?? 0));
  office.next = new Map();
  device.time += 60_000;
  await local.sync.kick('visible');
  expect(office.taken.filter(({ entry }) => entry.op_id.startsWith('late-')).map(({ entry }) => entry.op_id)).toEqual([
    'late-0',
    'late-1',
  ]);
  expect(await local.outbox.statusNow(11)).toMatchObject({ unsent: 0 });
  local.close();
});

function open(): Promise<Local> {
  return openLocal({ world: device.world, send: office.send, codecs: [stocktaking] });
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
