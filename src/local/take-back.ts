import { isCounted } from './count-view.ts';
import type { Journal } from './databases.ts';
import type { NewEntry } from './journal.ts';
import { NothingToTakeBack } from './not-saved.ts';
import type { ScanRow } from './rows.ts';

/**
 * The entry that a void takes back. Throws NothingToTakeBack where a void that counts has taken it back already, or none is
 * left. Inside a transaction over `scans`, so that of two voids the second sees the first.
 */
export async function targetOf(db: Journal, entry: Extract<NewEntry, { kind: 'void' }>): Promise<ScanRow> {
  if ('lastOf' in entry) {
    const last = await lastOf(db, entry, entry.lastOf);
    if (!last) throw new NothingToTakeBack(`nothing of zone ${entry.lastOf.zone} is left to take back`);
    return last;
  }
  const target = await db.scans.where('op_id').equals(entry.voids).first();
  if (!target || target.kind === 'void' || target.uid !== entry.uid || target.sheet_id !== entry.sheetId) {
    throw new Error(`a void must name an entry of its own lane, not ${entry.voids}`);
  }
  if (await isTakenBack(db, target)) throw new NothingToTakeBack(`${entry.voids} is taken back already`);
  return target;
}

/** Whether a void that counts names the entry. Inside a transaction over `scans`, or outside of any. */
export async function isTakenBack(db: Journal, { id = 0, op_id }: Pick<ScanRow, 'id' | 'op_id'>): Promise<boolean> {
  const voids = db.scans
    .where('id')
    .above(id)
    .filter((row) => row.voids === op_id && isCounted(row));
  return (await voids.first()) !== undefined;
}

/** The newest entry of a lane that counts in a zone's round. */
function lastOf(
  db: Journal,
  { uid, sheetId }: { uid: number; sheetId: number },
  { zone, round }: { zone: string; round: number },
): Promise<ScanRow | undefined> {
  // From the newest on, a void comes before what it takes back.
  const takenBack = new Set<string>();
  const found = db.scans.reverse().filter((row) => {
    if (row.uid !== uid || row.sheet_id !== sheetId || !isCounted(row)) return false;
    if (row.voids !== undefined) takenBack.add(row.voids);
    return row.kind !== 'void' && row.zone === zone && row.round === round && !takenBack.has(row.op_id);
  });
  return found.first();
}
