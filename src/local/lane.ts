import type { Journal } from './databases.ts';
import type { LaneRow, OutboxRow, ScanRow } from './rows.ts';

/** The lane, made when it is not there. Inside a transaction over `lanes`. */
export async function laneOf(db: Journal, uid: number, sheetId: number): Promise<LaneRow> {
  const lane = await db.lanes.get([uid, sheetId]);
  return (
    lane ?? {
      uid,
      sheet_id: sheetId,
      next_seq: 1,
      unsent: 0,
      rev: 0,
      appended_at: 0,
      round: 0,
      zones: [],
      reported: true,
      stopped: null,
    }
  );
}

/** The lane in a round: another one begins without zones. */
export function inRound(lane: LaneRow, round: number): LaneRow {
  return lane.round === round ? lane : { ...lane, round, zones: [] };
}

/** The lane after an entry: its zone is being counted (again). An entry of an earlier round says nothing of this one's zones. */
export function afterEntry(lane: LaneRow, { round, zone }: Pick<ScanRow, 'round' | 'zone'>): LaneRow {
  return round < lane.round ? { ...lane, reported: false } : withZones(inRound(lane, round), [zone], false);
}

/** The lane with zones of its round marked: `finished` by its person's word, not finished by registering or by another count. */
export function withZones(lane: LaneRow, zones: readonly string[], finished: boolean): LaneRow {
  const others = lane.zones.filter((known) => !zones.includes(known.zone));
  return {
    ...lane,
    zones: [...others, ...zones.map((zone) => ({ zone, finished }))],
    reported: false,
  };
}

/** Stores changed journal rows under the lane's next revision. Inside a transaction over `scans` and `lanes`. */
export async function reviseRows(db: Journal, lane: LaneRow, rows: readonly ScanRow[]): Promise<void> {
  lane.rev += 1;
  for (const row of rows) row.rev = lane.rev;
  for (const part of portions(rows)) await db.scans.bulkPut(part);
  await db.lanes.put(lane);
}

/** Rows in portions that a page can hand over to the storage without keeping a press or a letter waiting. */
export function portions<T>(rows: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(rows.length / portion) }, (_, n) => rows.slice(n * portion, (n + 1) * portion));
}

/** A slow tablet takes about 0.6 ms for each. */
const portion = 50;

/**
 * Makes the positions of everything unsent in a lane run from `first` without gaps, in their order. Safe: the server
 * named `first` as its next position, so it holds none of these. Inside a transaction over `outbox` and `lanes`.
 */
export async function renumber(db: Journal, lane: LaneRow, first: number): Promise<void> {
  const rows = await unsentOf(db, lane).sortBy('seq');
  const moved: OutboxRow[] = [];
  rows.forEach((row, index) => {
    const seq = first + index;
    if (row.seq !== seq) moved.push({ ...row, seq, entry: { ...row.entry, seq } });
  });
  lane.next_seq = first + rows.length;
  lane.unsent = rows.length;
  await db.outbox.bulkPut(moved);
  await db.lanes.put(lane);
}

/** The lane with the number of its unsent entries as the outbox has it. Inside a transaction over `outbox`, after it was changed. */
export async function recounted(db: Journal, lane: LaneRow): Promise<LaneRow> {
  return { ...lane, unsent: await unsentOf(db, lane).count() };
}

/** Everything of a lane that the server has not spoken about. */
export function unsentOf(db: Journal, lane: Pick<LaneRow, 'uid' | 'sheet_id'>) {
  const { uid, sheet_id } = lane;
  return db.outbox.where('[uid+sheet_id+seq]').between([uid, sheet_id, 0], [uid, sheet_id, Number.MAX_SAFE_INTEGER]);
}
