import type { Journal } from './databases.ts';
import type { ScanRow } from './rows.ts';
import { removeSheet } from './sheets.ts';

/**
 * Forgets what nobody needs, of all people: sheets that were neither downloaded nor counted on for 30 days, then journal
 * rows, received or settled, of a sheet that is no longer on this device, and either older than 7 days or beyond the
 * newest 20,000. Unsent rows and rows that wait for a person stay for ever, and their sheets with them. Runs when idle;
 * answers how many rows went.
 */
export async function prune(
  db: Journal,
  { now, keepRows = rowsKept }: { now: number; keepRows?: number },
): Promise<number> {
  await pruneSheets(db, now);
  const kept = new Set((await db.sheets.toCollection().primaryKeys()).map((key) => key.join('/')));
  const total = await db.scans.count();
  let surplus = Math.max(0, total - keepRows);
  const gone: number[] = [];
  for (const state of ['received', 'settled'] as const) {
    await db.scans
      .where('[state+id]')
      .between([state, 0], [state, Number.MAX_SAFE_INTEGER])
      .each((row) => {
        if (row.id === undefined || kept.has(`${row.uid}/${row.sheet_id}`)) return;
        if (surplus > 0 || isOld(row, now)) {
          gone.push(row.id);
          surplus -= 1;
        }
      });
  }
  await db.scans.bulkDelete(gone);
  return gone.length;
}

async function pruneSheets(db: Journal, now: number): Promise<void> {
  const counted = new Map((await db.lanes.toArray()).map((lane) => [`${lane.uid}/${lane.sheet_id}`, lane.appended_at]));
  const old: [number, number][] = [];
  await db.sheets.each(({ uid, sheet_id, saved_at }) => {
    const touched = Math.max(saved_at, counted.get(`${uid}/${sheet_id}`) ?? 0);
    if (now - touched > sheetMilliseconds) old.push([uid, sheet_id]);
  });
  for (const [uid, sheetId] of old) await removeSheet(db, uid, sheetId);
}

function isOld(row: ScanRow, now: number): boolean {
  return now - (row.settled?.at ?? row.answered_at ?? now) > keepMilliseconds;
}

const rowsKept = 20_000;
const day = 24 * 3_600_000;
const keepMilliseconds = 7 * day;
const sheetMilliseconds = 30 * day;
