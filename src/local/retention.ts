import type { Journal } from './databases.ts';
import { removeDocument } from './documents.ts';
import type { Operation } from './rows.ts';

/**
 * Forgets what nobody needs, of all people: documents that were neither downloaded nor worked on for 30 days, then journal
 * rows, received or settled, of a document that is no longer on this device, and either older than 7 days or beyond the
 * newest 20,000. Unsent rows and rows that wait for a person stay for ever, and their documents with them. Runs when idle;
 * answers how many rows went.
 */
export async function prune(
  db: Journal,
  { now, keepRows = rowsKept }: { now: number; keepRows?: number },
): Promise<number> {
  await pruneDocuments(db, now);
  const kept = new Set((await db.documents.toCollection().primaryKeys()).map((key) => key.join('/')));
  const total = await db.operations.count();
  let surplus = Math.max(0, total - keepRows);
  const gone: number[] = [];
  for (const state of ['received', 'settled'] as const) {
    await db.operations
      .where('[state+id]')
      .between([state, 0], [state, Number.MAX_SAFE_INTEGER])
      .each((row) => {
        if (row.id === undefined || kept.has(`${row.uid}/${row.stream}`)) return;
        if (surplus > 0 || isOld(row, now)) {
          gone.push(row.id);
          surplus -= 1;
        }
      });
  }
  await db.operations.bulkDelete(gone);
  return gone.length;
}

async function pruneDocuments(db: Journal, now: number): Promise<void> {
  const worked = new Map((await db.streams.toArray()).map((row) => [`${row.uid}/${row.stream}`, row.appended_at]));
  const old: { uid: number; stream: string }[] = [];
  await db.documents.each(({ uid, stream, saved_at }) => {
    const touched = Math.max(saved_at, worked.get(`${uid}/${stream}`) ?? 0);
    if (now - touched > documentMilliseconds) old.push({ uid, stream });
  });
  for (const at of old) await removeDocument(db, at);
}

function isOld(row: Operation, now: number): boolean {
  return now - (row.settled?.at ?? row.answered_at ?? now) > keepMilliseconds;
}

const rowsKept = 20_000;
const day = 24 * 3_600_000;
const keepMilliseconds = 7 * day;
const documentMilliseconds = 30 * day;
