import type { Journal } from './databases.ts';
import type { ScanRow } from './rows.ts';

/**
 * Forgets journal rows that nobody needs: received or settled, of a sheet that is no longer on this device, and either
 * older than 7 days or beyond the newest 20,000. Unsent rows and rows that wait for a person stay for ever. Runs when
 * idle; answers how many went.
 */
export async function prune(
  db: Journal,
  { now, keepRows = rowsKept }: { now: number; keepRows?: number },
): Promise<number> {
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

function isOld(row: ScanRow, now: number): boolean {
  return now - (row.settled?.at ?? row.answered_at ?? now) > keepMilliseconds;
}

const rowsKept = 20_000;
const keepMilliseconds = 7 * 24 * 3_600_000;
