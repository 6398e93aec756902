import { catalogue } from '#contract/kit/errors.ts';
import type { Answer, BatchAnswer, Codec } from './codec.ts';
import type { Journal } from './databases.ts';
import { beat } from './lease.ts';
import type { Operation, StreamRow, UnsentRow } from './rows.ts';
import { portions, recounted, renumber, reviseRows, type StreamPlace, streamAt, unsentOf } from './stream.ts';

/** Where the answers of a batch go, and in whose name. */
export interface Taking {
  db: Journal;
  codec: Codec;
  owner: string;
  now: number;
}

/** What came of a batch: `stuck` when the server neither took or refused an operation nor named another position. */
export type Taken = 'progress' | 'stuck' | 'lockLost';

/**
 * Stores the server's words on a batch in one transaction: only operations that it takes or refuses are no longer to be sent,
 * together with the change of their journal rows; all others stay as they are. Nothing is stored once another drain has taken over.
 */
export function takeAnswers(
  { db, codec, owner, now }: Taking,
  batch: readonly UnsentRow[],
  answer: BatchAnswer,
): Promise<Taken> {
  return db.transaction('rw', db.operations, db.unsent, db.streams, db.meta, async () => {
    if (!(await beat(db, owner, now))) return 'lockLost';
    const [first] = batch;
    if (!first) return 'stuck';
    const sent = new Set(batch.map((row) => row.op_id));
    const answers = new Map(
      answer.answers.filter(({ op_id, word }) => word !== 'again' && sent.has(op_id)).map((one) => [one.op_id, one]),
    );
    const stream = await streamAt(db, first, codec.blank);
    if (answers.size > 0) await storeAnswers(db, { codec, stream, batch, answers, now });
    const moved = await moveTo(db, stream, answer.next);
    return answers.size > 0 || moved ? 'progress' : 'stuck';
  });
}

/** Marks one operation that the server will not even read as refused: no longer to be sent, before a person's eyes. */
export function refuseOperation(taking: Taking, row: UnsentRow, why: { code: number; msg: string }): Promise<Taken> {
  const answers: Answer[] = [{ op_id: row.op_id, word: 'refused', outcome: 'refused', ...why }];
  return takeAnswers(taking, [row], { answers, serverTime: '' });
}

/** Stops a stream: nothing of it is lost, nothing of it is sent until a person says "again". */
export function stopStream(
  { db, codec, owner, now }: Taking,
  at: StreamPlace,
  why: { code: number | null; msg: string },
): Promise<Taken> {
  return db.transaction('rw', db.operations, db.streams, db.meta, async () => {
    if (!(await beat(db, owner, now))) return 'lockLost';
    const stream = await streamAt(db, at, codec.blank);
    await reviseRows(db, { ...stream, told: false, stopped: { ...why, at: now } }, []);
    return 'progress';
  });
}

async function storeAnswers(
  db: Journal,
  {
    codec,
    stream,
    batch,
    answers,
    now,
  }: { codec: Codec; stream: StreamRow; batch: readonly UnsentRow[]; answers: Map<string, Answer>; now: number },
): Promise<void> {
  const heard = batch.filter((row) => answers.has(row.op_id));
  const rows = await rowsOf(
    db,
    heard.map((row) => row.operation_id),
  );
  for (const part of portions(heard)) await db.unsent.bulkDelete(part.map((row) => row.op_id));
  // Less is unsent than the server was last told.
  Object.assign(stream, await recounted(db, stream), { told: false });
  await reviseRows(
    db,
    stream,
    rows.map((row) => answered(row, answers.get(row.op_id), now)),
  );
  const resolved = rows
    .filter((row) => isPlain(answers.get(row.op_id)))
    .flatMap((row) => codec.resolves?.(row.payload) ?? []);
  await settleResolved(db, stream, { resolved, now });
}

/** Rows of the journal by their numbers: with one look where they lie together, as a batch does unless people take turns. */
async function rowsOf(db: Journal, numbers: readonly number[]): Promise<Operation[]> {
  const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
  if (last - first >= 2 * numbers.length) {
    return (await db.operations.bulkGet([...numbers])).filter((row) => row !== undefined);
  }
  const wanted = new Set(numbers);
  const rows = await db.operations.where('id').between(first, last, true, true).toArray();
  return rows.filter((row) => wanted.has(row.id ?? 0));
}

/** What another operation has left no question about waits for nobody any more. */
async function settleResolved(
  db: Journal,
  stream: StreamRow,
  { resolved, now }: { resolved: readonly { op_id: string; outcome: string; reason: string }[]; now: number },
): Promise<void> {
  if (resolved.length === 0) return;
  const whys = new Map(resolved.map((one) => [one.op_id, one]));
  const rows = await db.operations
    .where('op_id')
    .anyOf([...whys.keys()])
    .toArray();
  const waiting = rows.flatMap((row): Operation[] => {
    const why = whys.get(row.op_id);
    if (row.state !== 'attention' || !why || row.outcome !== why.outcome || row.stream !== stream.stream) return [];
    return [{ ...row, state: 'settled', settled: { how: 'discarded', reason: why.reason, at: now } }];
  });
  if (waiting.length > 0) await reviseRows(db, stream, waiting);
}

function answered(row: Operation, answer: Answer | undefined, now: number): Operation {
  if (!answer || answer.word === 'again' || row.state === 'settled') return row;
  const { word, outcome, code, msg } = answer;
  // It came from another device in a file, and that device has sent it after all.
  if (row.carried && code === catalogue.duplicateSubmit.code)
    return { ...row, word: 'accepted', answered_at: now, state: 'received' };
  return {
    ...row,
    ...(outcome === undefined ? {} : { outcome }),
    ...(code === undefined ? {} : { code }),
    ...(msg === undefined ? {} : { msg }),
    word,
    answered_at: now,
    state: isPlain(answer) ? 'received' : 'attention',
  };
}

/** The server has it, and nobody need look. */
function isPlain(answer: Answer | undefined): boolean {
  return answer?.word === 'accepted' && !answer.asks;
}

/** Follows the server to its next position; true when that changed anything to be sent. */
async function moveTo(db: Journal, stream: StreamRow, next: number | undefined): Promise<boolean> {
  if (next === undefined) return false;
  const [head] = await unsentOf(db, stream).limit(1).toArray();
  if (!head) return false;
  const gaps = head.seq !== next || stream.next_seq !== next + stream.unsent;
  if (gaps) await renumber(db, stream, next);
  return gaps;
}
