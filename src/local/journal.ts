import type { CountEntry } from '#contract/areas/warehouse/count-entry.ts';
import type { Clock } from './clock.ts';
import type { Journal } from './databases.ts';
import { afterEntry, laneOf } from './lane.ts';
import { NotSaved, withRoom } from './not-saved.ts';
import type { OutboxRow, ScanRow } from './rows.ts';
import type { World } from './world.ts';

/** What a person did: counted pieces, or took a count back. */
export type NewEntry = { uid: number; sheetId: number } & (
  | {
      kind: 'add' | 'total';
      zone: string;
      round: number;
      barcode: string;
      /** The goods as the downloaded sheet knows them; null for an unknown code. */
      skuId: number | null;
      imperfectType: number;
      qty: number;
    }
  /** Zone, round and goods are those of the entry that is taken back. */
  | { kind: 'void'; voids: string }
);

export interface JournalParts {
  db: Journal;
  world: World;
  clock: Clock;
  /** Frees room on a full device; nothing of the journal. */
  makeRoom(): Promise<void>;
  /** Called after each commit. */
  appended(): void;
}

/**
 * Keeps an entry: journal, outbox and position in one transaction. Resolves after the commit is on the disk, so the
 * tone may sound when it has. Rejects with NotSaved; then nothing of the entry exists.
 */
export async function append(parts: JournalParts, entry: NewEntry): Promise<ScanRow> {
  const [row] = await appendAll(parts, [entry]);
  if (!row) throw new NotSaved(new Error('nothing was stored'));
  return row;
}

/** Keeps several entries in one transaction, in order: all or none (a reader's burst, reference pwa §2.2 no. 3). */
export async function appendAll(parts: JournalParts, entries: readonly NewEntry[]): Promise<ScanRow[]> {
  const now = parts.world.now();
  const store = () => storeEntries(parts, entries, now);
  const rows = await withRoom(parts.makeRoom, store);
  parts.appended();
  return rows;
}

function storeEntries(
  { db, world, clock }: JournalParts,
  entries: readonly NewEntry[],
  now: number,
): Promise<ScanRow[]> {
  return db.transaction('rw', db.scans, db.outbox, db.lanes, db.meta, async () => {
    const moment = { countedAt: await clock.correct(now), savedAt: now };
    const rows: ScanRow[] = [];
    for (const entry of entries) rows.push(await storeEntry(db, { ...moment, entry, opId: world.newOpId() }));
    return rows;
  });
}

/**
 * Adds one entry to journal, outbox and lane. Inside a transaction over the three, so that a caller can make it part
 * of something larger.
 */
export async function storeEntry(db: Journal, given: Moment & { entry: NewEntry; opId: string }): Promise<ScanRow> {
  const { entry, opId, countedAt, savedAt } = given;
  const lane = await laneOf(db, entry.uid, entry.sheetId);
  const seq = lane.next_seq;
  const { sku_id, ...wire } = await wireEntry(db, entry, {
    op_id: opId,
    seq,
    counted_at: countedAt,
  });
  const row: ScanRow = {
    ...wire,
    uid: entry.uid,
    sheet_id: entry.sheetId,
    sku_id,
    rev: lane.rev + 1,
    state: 'saved',
  };
  const waiting: OutboxRow = {
    op_id: opId,
    uid: entry.uid,
    sheet_id: entry.sheetId,
    seq,
    saved_at: savedAt,
    entry: wire,
  };
  await db.scans.add(row);
  await db.outbox.add(waiting);
  await db.lanes.put({
    ...afterEntry(lane, row),
    next_seq: seq + 1,
    rev: row.rev,
    appended_at: savedAt,
  });
  return row;
}

interface Moment {
  countedAt: string;
  savedAt: number;
}

async function wireEntry(
  db: Journal,
  entry: NewEntry,
  head: Pick<CountEntry, 'op_id' | 'seq' | 'counted_at'>,
): Promise<CountEntry & { sku_id: number | null }> {
  if (entry.kind !== 'void') {
    const { kind, zone, round, barcode, skuId, imperfectType, qty } = entry;
    return {
      ...head,
      kind,
      zone,
      round,
      barcode,
      imperfect_type: imperfectType,
      qty,
      sku_id: skuId,
    };
  }
  const target = await db.scans.where('op_id').equals(entry.voids).first();
  if (!target || target.kind === 'void' || target.uid !== entry.uid || target.sheet_id !== entry.sheetId) {
    throw new Error(`a void must name an entry of its own lane, not ${entry.voids}`);
  }
  const { zone, round, barcode, imperfect_type, sku_id } = target;
  return {
    ...head,
    kind: 'void',
    zone,
    round,
    barcode,
    imperfect_type,
    qty: 0,
    voids: entry.voids,
    sku_id,
  };
}
