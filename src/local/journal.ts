import type { CountEntry } from '#contract/areas/warehouse/count-entry.ts';
import type { Clock } from './clock.ts';
import type { ClockNote } from './clock-note.ts';
import type { Journal } from './databases.ts';
import { afterEntry, laneOf } from './lane.ts';
import type { Mending } from './mend.ts';
import { NotSaved, withRoom } from './not-saved.ts';
import type { OutboxRow, ScanRow } from './rows.ts';
import { targetOf } from './take-back.ts';
import type { World } from './world.ts';

/** When a person did something, and what it is called from then on, however long it waits and however often it is tried. */
export interface Made {
  /** Of the entry that it becomes. */
  opId: string;
  /** Epoch milliseconds of this device, right or wrong. */
  at: number;
  /** Ticks of this page. */
  tick: number;
}

/** What a person did: counted pieces, or took a count back. Without `made` it was done now. */
export type NewEntry = { uid: number; sheetId: number; made?: Made } & (
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
  /** The last entry of that zone in that round that is still counted; which it is shows when this is stored. */
  | { kind: 'void'; lastOf: { zone: string; round: number } }
);

export interface JournalParts {
  db: Journal;
  world: World;
  clock: Clock;
  /** Brings a storage back that kept nothing. */
  mend: Mending['mend'];
  /** Called after each commit. */
  appended(): void;
}

/** A stamp for what a person does at this moment. */
export function stamp(world: World): Made {
  return { opId: world.newOpId(), at: world.now(), tick: world.ticks() };
}

/**
 * Keeps an entry: journal, outbox and position in one transaction. Resolves after the commit is on the disk, so the
 * tone may sound when it has. Rejects with NotSaved; then nothing of the entry exists. Should a broken storage hold it all the
 * same, another try with the same stamp is answered with the row that is there.
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
  const rows = await withRoom(parts.mend, store);
  parts.appended();
  return rows;
}

function storeEntries(
  { db, world, clock }: JournalParts,
  entries: readonly NewEntry[],
  now: number,
): Promise<ScanRow[]> {
  return db.transaction('rw', db.scans, db.outbox, db.lanes, db.meta, async () => {
    const rows: ScanRow[] = [];
    for (const entry of entries) {
      const { opId, ...moment } = entry.made ?? stamp(world);
      const known = entry.made && (await db.scans.where('op_id').equals(opId).first());
      // What was made later than now was made before the clock was put back.
      const read = await clock.read({ ...moment, at: Math.min(moment.at, now) });
      rows.push(known ?? (await storeEntry(db, { entry, opId, ...read, savedAt: now })));
    }
    return rows;
  });
}

/**
 * Adds one entry to journal, outbox and lane. Inside a transaction over the three, so that a caller can make it part
 * of something larger.
 */
export async function storeEntry(db: Journal, given: Moment & { entry: NewEntry; opId: string }): Promise<ScanRow> {
  const { entry, opId, countedAt, clock, savedAt } = given;
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
    ...(clock && { clock }),
    rev: lane.rev + 1,
    state: 'saved',
  };
  // On `row` itself its number would appear while it is stored.
  const id = await db.scans.add({ ...row });
  const waiting: OutboxRow = {
    op_id: opId,
    scan_id: id,
    uid: entry.uid,
    sheet_id: entry.sheetId,
    seq,
    saved_at: savedAt,
    ...(clock && { clock }),
    entry: wire,
  };
  await db.outbox.add(waiting);
  await db.lanes.put({
    ...afterEntry(lane, row),
    next_seq: seq + 1,
    unsent: lane.unsent + 1,
    rev: row.rev,
    appended_at: savedAt,
  });
  return { ...row, id };
}

interface Moment {
  countedAt: string;
  clock?: ClockNote | undefined;
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
  const { op_id: voids, zone, round, barcode, imperfect_type, sku_id } = await targetOf(db, entry);
  return {
    ...head,
    kind: 'void',
    zone,
    round,
    barcode,
    imperfect_type,
    qty: 0,
    voids,
    sku_id,
  };
}
