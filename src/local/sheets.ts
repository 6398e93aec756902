import type { SheetDownload } from '#contract/areas/warehouse/count-entry.ts';
import type { Clock } from './clock.ts';
import type { Journal } from './databases.ts';
import { finderOf, type GoodsFinder } from './goods-finder.ts';
import { inRound, laneOf, unsentOf, withZones } from './lane.ts';
import type { World } from './world.ts';

/** A sheet as it is counted: what was downloaded, and how a scan finds its goods. */
export interface OpenSheet extends GoodsFinder {
  sheet: SheetDownload;
  savedAt: number;
}

/** What a person downloaded: the sheet, and the zones that the download registered. */
export interface Downloaded {
  uid: number;
  sheet: SheetDownload;
  zones: readonly string[];
  /** Device times (epoch milliseconds) before and after the call; absent for a sheet that did not come from the server just now. */
  asked?: { before: number; after: number };
}

/**
 * Keeps a downloaded sheet and the zones it was registered for, and joins the lane to the position that the server
 * expects. Of two downloads the one that the server gave last rules, whichever comes in last: an answer may be minutes on
 * its way. Its server time sets the clock right before the first count in the dark.
 */
export async function saveSheet(
  { db, world, clock }: { db: Journal; world: World; clock: Clock },
  { uid, sheet, zones, asked }: Downloaded,
): Promise<void> {
  if (asked) await clock.observe(sheet.server_time, asked.before, asked.after);
  await db.transaction('rw', db.sheets, db.lanes, db.outbox, async () => {
    const kept = (await db.sheets.get([uid, sheet.id]))?.sheet;
    // The server has gone on since: what this one registered is over with its round.
    if (kept && kept.round > sheet.round) return;
    // A new round counts anew: what was registered and finished in the last one is neither in this one.
    const lane = inRound(await laneOf(db, uid, sheet.id), sheet.round);
    const empty = (await unsentOf(db, lane).count()) === 0;
    // With anything unsent the lane's own numbers stay: the server names its position when they arrive.
    const next_seq = empty ? Math.max(lane.next_seq, sheet.next_seq) : lane.next_seq;
    // Those of a download that is outrun, too: the server waits for this device in all of them.
    const fresh = zones.filter((zone) => !lane.zones.some((known) => known.zone === zone));
    await db.lanes.put({ ...withZones(lane, fresh, false), next_seq, rev: lane.rev + 1 });
    if (kept?.round === sheet.round && Date.parse(kept.server_time) > Date.parse(sheet.server_time)) return;
    const closed = kept?.round === sheet.round ? kept.zones.filter((zone) => zone.status === 0) : [];
    const codes = closed.map((zone) => zone.code);
    await db.sheets.put({ uid, sheet_id: sheet.id, saved_at: world.now(), sheet: withClosed(sheet, codes) });
  });
}

/**
 * Notes that a zone of a round is closed on the sheet as it is kept now; all else of it, and when it was downloaded, stays.
 * Nothing happens where the sheet is not here or in another round.
 */
export function noteClosed(
  db: Journal,
  { uid, sheetId, round, zone }: { uid: number; sheetId: number; round: number; zone: string },
): Promise<void> {
  return db.transaction('rw', db.sheets, async () => {
    const row = await db.sheets.get([uid, sheetId]);
    if (row?.sheet.round === round) await db.sheets.put({ ...row, sheet: withClosed(row.sheet, [zone]) });
  });
}

/** A sheet with some of its zones closed. Within a round none is ever opened again. */
function withClosed(sheet: SheetDownload, codes: readonly string[]): SheetDownload {
  return { ...sheet, zones: sheet.zones.map((zone) => (codes.includes(zone.code) ? { ...zone, status: 0 } : zone)) };
}

/** Opens a kept sheet; null when it is not on this device. */
export async function openSheet(db: Journal, uid: number, sheetId: number): Promise<OpenSheet | null> {
  const row = await db.sheets.get([uid, sheetId]);
  return row
    ? {
        sheet: row.sheet,
        savedAt: row.saved_at,
        ...finderOf(row.sheet.goods),
      }
    : null;
}

/** The sheets that this person has on this device, without their goods. */
export async function listSheets(db: Journal, uid: number): Promise<Omit<SheetDownload, 'goods'>[]> {
  const rows = await db.sheets.where('uid').equals(uid).toArray();
  return rows.map(({ sheet: { goods: _goods, ...head } }) => head);
}

/** Forgets a sheet, unless something of it is unsent or waits for a person: then nothing happens and it answers false. */
export function removeSheet(db: Journal, uid: number, sheetId: number): Promise<boolean> {
  return db.transaction('rw', db.sheets, db.outbox, db.scans, async () => {
    const waiting = await db.scans
      .where('[uid+sheet_id+rev]')
      .between([uid, sheetId, 0], [uid, sheetId, Number.MAX_SAFE_INTEGER])
      .filter((row) => row.state === 'attention')
      .count();
    if (waiting > 0 || (await unsentOf(db, { uid, sheet_id: sheetId }).count()) > 0) return false;
    await db.sheets.delete([uid, sheetId]);
    return true;
  });
}
