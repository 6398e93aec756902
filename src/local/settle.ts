import type { Clock } from './clock.ts';
import type { Journal } from './databases.ts';
import { type NewEntry, stamp, storeEntry } from './journal.ts';
import { laneOf, recounted, reviseRows, withZones } from './lane.ts';
import type { ScanRow } from './rows.ts';
import { isTakenBack } from './take-back.ts';
import type { World } from './world.ts';

/** Why a person could not settle an entry that way. */
export type SettleRefusal = 'not_waiting' | 'not_repeatable';

type Parts = { db: Journal; world: World; clock: Clock };

/**
 * Sends an entry that the server refused once more, as a new entry with an op id of its own: the refused one keeps
 * its answer. Its time of counting stays. Entries that the server holds (unknown goods, late) cannot be repeated,
 * that would count them twice; entries of a stopped lane go on with `resumeLane`.
 */
export function sendAgain({ db, world }: Parts, opId: string): Promise<ScanRow | SettleRefusal> {
  return db.transaction('rw', db.scans, db.outbox, db.lanes, async () => {
    const row = await db.scans.where('op_id').equals(opId).first();
    if (row?.state !== 'attention') return 'not_waiting';
    if (row.outcome !== 'refused') return 'not_repeatable';
    const moment = {
      countedAt: row.counted_at,
      clock: row.clock,
      savedAt: world.now(),
      opId: world.newOpId(),
    };
    const copy = await storeEntry(db, { ...moment, entry: asNew(row) });
    const settled = {
      how: 'sent_again',
      reason: '',
      at: world.now(),
      op_id: copy.op_id,
    } as const;
    await reviseRows(db, await laneOf(db, row.uid, row.sheet_id), [{ ...row, state: 'settled', settled }]);
    return copy;
  });
}

/**
 * Puts an entry away, with a reason; the journal keeps both. An entry that the server holds as unknown goods is taken
 * back there by a void, unless one is on its way already. An entry of a stopped lane is not sent any more; should an earlier
 * try of it have arrived although its answer was lost, the server's sheet is the truth.
 */
export function discard({ db, world, clock }: Parts, opId: string, reason: string): Promise<ScanRow | SettleRefusal> {
  return db.transaction('rw', db.scans, db.outbox, db.lanes, db.meta, async () => {
    const row = await db.scans.where('op_id').equals(opId).first();
    if (!row) return 'not_waiting';
    const lane = await laneOf(db, row.uid, row.sheet_id);
    if (row.state !== 'attention' && !(row.state === 'saved' && lane.stopped)) return 'not_waiting';
    const put: ScanRow = {
      ...row,
      state: 'settled',
      settled: { how: 'discarded', reason, at: world.now() },
    };
    await db.outbox.delete(opId);
    const left = await recounted(db, lane);
    await reviseRows(db, { ...left, reported: false, stopped: left.unsent === 0 ? null : lane.stopped }, [put]);
    if (row.outcome === 'unknown' && !(await isTakenBack(db, row))) {
      const entry: NewEntry = {
        kind: 'void',
        uid: row.uid,
        sheetId: row.sheet_id,
        voids: opId,
      };
      const { opId: voidId, ...moment } = stamp(world);
      await storeEntry(db, { entry, opId: voidId, ...(await clock.read(moment)), savedAt: moment.at });
    }
    return put;
  });
}

/** A person says that they are done with a zone: it may close when the server has everything of it (amendments A). */
export function finishZone(
  { db }: Pick<Parts, 'db'>,
  at: { uid: number; sheetId: number; zone: string },
): Promise<void> {
  return db.transaction('rw', db.scans, db.lanes, async () => {
    const lane = await laneOf(db, at.uid, at.sheetId);
    await reviseRows(db, withZones(lane, [at.zone], true), []);
  });
}

/** Lets a stopped lane be sent again, from its first unsent entry. */
export function resumeLane({ db }: Pick<Parts, 'db'>, uid: number, sheetId: number): Promise<void> {
  return db.transaction('rw', db.scans, db.lanes, async () => {
    const lane = await laneOf(db, uid, sheetId);
    await reviseRows(db, { ...lane, stopped: null }, []);
  });
}

function asNew(row: ScanRow): NewEntry {
  const lane = { uid: row.uid, sheetId: row.sheet_id };
  if (row.kind === 'void') return { ...lane, kind: 'void', voids: row.voids ?? '' };
  const { kind, zone, round, barcode, sku_id: skuId, imperfect_type: imperfectType, qty } = row;
  return { ...lane, kind, zone, round, barcode, skuId, imperfectType, qty };
}
