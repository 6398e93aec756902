import type { SheetDownload, SheetGoods } from '#contract/areas/warehouse/count-entry.ts';
import type { Journal } from './databases.ts';
import { laneOf, unsentOf, withZones } from './lane.ts';
import type { World } from './world.ts';

/** A sheet as it is counted: what was downloaded, and how a scan finds its goods. */
export interface OpenSheet {
  sheet: SheetDownload;
  savedAt: number;
  /**
   * The goods of a barcode or SKU number, in the asked grade where the sheet has it, otherwise in the grade it does have
   * (the same SKU: a grade that was not in the snapshot gets its line on the server). Null for an unknown code.
   */
  find(code: string, imperfectType?: number): SheetGoods | null;
}

/**
 * Keeps a downloaded sheet and the zones it was registered for, and joins the lane to the position that the server
 * expects. The last download rules.
 */
export function saveSheet(
  { db, world }: { db: Journal; world: World },
  at: { uid: number; sheet: SheetDownload; zones: readonly string[] },
): Promise<void> {
  const { uid, sheet, zones } = at;
  return db.transaction('rw', db.sheets, db.lanes, db.outbox, async () => {
    const lane = await laneOf(db, uid, sheet.id);
    const empty = (await unsentOf(db, lane).count()) === 0;
    // With anything unsent the lane's own numbers stay: the server names its position when they arrive.
    const next_seq = empty ? Math.max(lane.next_seq, sheet.next_seq) : lane.next_seq;
    const kept = await db.sheets.get([uid, sheet.id]);
    // A new round counts anew: what was finished in the last one is not finished in this one.
    const known = kept?.sheet.round === sheet.round ? lane.zones.map((part) => part.zone) : [];
    const fresh = zones.filter((zone) => !known.includes(zone));
    const joined = withZones(lane, fresh, false);
    await db.lanes.put({ ...joined, next_seq, rev: lane.rev + 1 });
    await db.sheets.put({
      uid,
      sheet_id: sheet.id,
      saved_at: world.now(),
      sheet,
    });
  });
}

/** Opens a kept sheet; null when it is not on this device. */
export async function openSheet(db: Journal, uid: number, sheetId: number): Promise<OpenSheet | null> {
  const row = await db.sheets.get([uid, sheetId]);
  return row
    ? {
        sheet: row.sheet,
        savedAt: row.saved_at,
        find: finderOf(row.sheet.goods),
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

/** How codes find goods; letter case and surrounding blanks do not matter. */
export function finderOf(goods: readonly SheetGoods[]): OpenSheet['find'] {
  const index = new Map<string, SheetGoods[]>();
  for (const item of goods) {
    for (const code of new Set([item.sku_no, ...item.barcodes].map(plain))) {
      const found = index.get(code);
      if (found) found.push(item);
      else index.set(code, [item]);
    }
  }
  return (code, imperfectType = 0) => {
    const found = index.get(plain(code)) ?? [];
    return found.find((item) => item.imperfect_type === imperfectType) ?? found[0] ?? null;
  };
}

function plain(code: string): string {
  return code.trim().toUpperCase();
}
