import type { CountAnswer, CountResult } from '#contract/areas/warehouse/count-entry.ts';
import type { Journal } from './databases.ts';
import { laneOf, portions, recounted, renumber, reviseRows, unsentOf } from './lane.ts';
import { beat } from './lease.ts';
import type { LaneRow, OutboxRow, ScanRow } from './rows.ts';

/** Where the answers of a batch go, and in whose name. */
export interface Taking {
  db: Journal;
  owner: string;
  now: number;
}

/** What came of a batch: `stuck` when the server neither answered an entry nor named another position. */
export type Taken = 'progress' | 'stuck' | 'robbed';

/**
 * Stores the server's words on a batch in one transaction: only entries that it lists leave the outbox, together with
 * the change of their journal rows; all others stay as they are. Nothing is stored once another drain has taken over.
 */
export function takeAnswers(
  { db, owner, now }: Taking,
  batch: readonly OutboxRow[],
  result: CountResult,
): Promise<Taken> {
  return db.transaction('rw', db.scans, db.outbox, db.lanes, db.meta, async () => {
    if (!(await beat(db, owner, now))) return 'robbed';
    const [first] = batch;
    if (!first) return 'stuck';
    const sent = new Set(batch.map((row) => row.op_id));
    const answers = new Map(
      result.answers.filter((answer) => sent.has(answer.op_id)).map((answer) => [answer.op_id, answer]),
    );
    const lane = await laneOf(db, first.uid, first.sheet_id);
    if (answers.size > 0) await storeAnswers(db, { lane, batch, answers, now });
    const moved = await moveTo(db, lane, result.expected_seq);
    return answers.size > 0 || moved ? 'progress' : 'stuck';
  });
}

/** Marks one entry that the server will not even read as refused: out of the outbox, before a person's eyes. */
export function refuseEntry(taking: Taking, row: OutboxRow, why: { code: number; msg: string }): Promise<Taken> {
  const answers: CountAnswer[] = [{ op_id: row.op_id, outcome: 'refused', ...why }];
  return takeAnswers(taking, [row], { answers, server_time: '' });
}

/** Stops a lane: nothing of it is lost, nothing of it is sent until a person says "again". */
export function stopLane(
  { db, owner, now }: Taking,
  at: { uid: number; sheet_id: number },
  why: { code: number | null; msg: string },
): Promise<Taken> {
  return db.transaction('rw', db.scans, db.lanes, db.meta, async () => {
    if (!(await beat(db, owner, now))) return 'robbed';
    const lane = await laneOf(db, at.uid, at.sheet_id);
    await reviseRows(db, { ...lane, reported: false, stopped: { ...why, at: now } }, []);
    return 'progress';
  });
}

async function storeAnswers(
  db: Journal,
  {
    lane,
    batch,
    answers,
    now,
  }: { lane: LaneRow; batch: readonly OutboxRow[]; answers: Map<string, CountAnswer>; now: number },
): Promise<void> {
  const heard = batch.filter((row) => answers.has(row.op_id));
  const rows = await rowsOf(
    db,
    heard.map((row) => row.scan_id),
  );
  for (const part of portions(heard)) await db.outbox.bulkDelete(part.map((row) => row.op_id));
  // Less is unsent than the server was last told.
  Object.assign(lane, await recounted(db, lane), { reported: false });
  await reviseRows(
    db,
    lane,
    rows.map((row) => answered(row, answers.get(row.op_id), now)),
  );
  const takenBack = rows.filter((row) => row.kind === 'void' && answers.get(row.op_id)?.outcome === 'accepted');
  await settleTakenBack(db, lane, { opIds: takenBack.flatMap((row) => row.voids ?? []), now });
}

/** Rows of the journal by their numbers: with one look where they lie together, as a batch does unless people take turns. */
async function rowsOf(db: Journal, numbers: readonly number[]): Promise<ScanRow[]> {
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (last - first >= 2 * numbers.length) {
    return (await db.scans.bulkGet([...numbers])).filter((row) => row !== undefined);
  }
  const wanted = new Set(numbers);
  const rows = await db.scans.where('id').between(first, last, true, true).toArray();
  return rows.filter((row) => wanted.has(row.id ?? 0));
}

/** An entry of unknown goods that its counter has taken back waits for nobody any more. */
async function settleTakenBack(
  db: Journal,
  lane: LaneRow,
  { opIds, now }: { opIds: readonly string[]; now: number },
): Promise<void> {
  if (opIds.length === 0) return;
  const rows = await db.scans.where('op_id').anyOf(opIds).toArray();
  const settled = { how: 'discarded', reason: '已撤销', at: now } as const;
  const unknown = rows.filter((row) => row.state === 'attention' && row.outcome === 'unknown');
  if (unknown.length > 0) {
    await reviseRows(
      db,
      lane,
      unknown.map((row) => ({ ...row, state: 'settled', settled })),
    );
  }
}

function answered(row: ScanRow, answer: CountAnswer | undefined, now: number): ScanRow {
  if (!answer || row.state === 'settled') return row;
  const { outcome, code, msg } = answer;
  const words = {
    ...(code === undefined ? {} : { code }),
    ...(msg === undefined ? {} : { msg }),
  };
  return {
    ...row,
    ...words,
    outcome,
    answered_at: now,
    state: outcome === 'accepted' ? 'received' : 'attention',
  };
}

/** Follows the server to its next position; true when that changed anything to be sent. */
async function moveTo(db: Journal, lane: LaneRow, expected: number | undefined): Promise<boolean> {
  if (expected === undefined) return false;
  const [head] = await unsentOf(db, lane).limit(1).toArray();
  if (!head) return false;
  const gaps = head.seq !== expected || lane.next_seq !== expected + lane.unsent;
  if (gaps) await renumber(db, lane, expected);
  return gaps;
}
