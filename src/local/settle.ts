import { catalogue } from '#contract/kit/errors.ts';
import type { Clock } from './clock.ts';
import { type Codec, type Codecs, type Correction, codecOf, type Discarded, partsOf, streamKey } from './codec.ts';
import type { Journal } from './databases.ts';
import { stamp, storeOperation } from './journal.ts';
import type { Operation, StreamRow } from './rows.ts';
import { recounted, reviseRows, type StreamPlace, streamAt } from './stream.ts';
import { snapshotOf } from './stream-snapshot.ts';
import type { World } from './world.ts';

/** Why a person could not settle an operation that way. */
export type SettleRefusal = 'not_waiting' | 'not_repeatable';

interface Parts {
  db: Journal;
  world: World;
  clock: Clock;
  codecs: Codecs;
  /** How the server is told of what was put away; absent where it is not. */
  discards?: Codec | undefined;
}

/** Whether the server has refused an operation for what it says, so that another one may take its place. */
export function isRepeatable({ state, word, code }: Pick<Operation, 'state' | 'word' | 'code'>): boolean {
  // An id that the server knows: what it stands for was taken under another name, and must not be done twice.
  return state === 'attention' && word === 'refused' && code !== catalogue.duplicateSubmit.code;
}

/**
 * Sends an operation that the server refused once more, as a new one with an op id of its own: the refused one keeps
 * its answer. Its time stays that of the deed. Operations that the server holds cannot be repeated, that would do them twice;
 * those of a stopped stream go on with `resume`.
 */
export function sendAgain({ db, world, codecs }: Parts, opId: string): Promise<Operation | SettleRefusal> {
  return db.transaction('rw', db.operations, db.unsent, db.streams, async () => {
    const { row, codec } = await found(db, codecs, opId);
    if (row?.state !== 'attention' || !codec) return 'not_waiting';
    if (!isRepeatable(row)) return 'not_repeatable';
    const payload = codec.repeats ? await codec.repeats(row, snapshotOf(db, row)) : row.payload;
    return await replace({ db, world, codec }, row, { payload, how: 'sent_again' });
  });
}

/**
 * Sends one that waits for a person once more, put right. What the server holds of it is taken back there first, in the same
 * transaction; what it holds for good cannot be put right here.
 */
export function correct(
  { db, world, clock, codecs }: Parts,
  opId: string,
  correction: Correction,
): Promise<Operation | SettleRefusal> {
  return db.transaction('rw', [db.operations, db.unsent, db.streams, db.documents, db.meta], async () => {
    const { row, codec } = await found(db, codecs, opId);
    if (row?.state !== 'attention' || !codec) return 'not_waiting';
    if (!codec.corrects?.of(row)) return 'not_repeatable';
    const document = (await db.documents.get([row.uid, row.stream]))?.document ?? null;
    if (!isRepeatable(row)) {
      const back = (await codec.takesBack?.(row, snapshotOf(db, row))) ?? null;
      if (back === null) return 'not_repeatable';
      await storeNow({ db, world, clock }, { codec, uid: row.uid, stream: row.stream, payload: back });
    }
    const payload = codec.corrects.into(row.payload, correction, document);
    return await replace({ db, world, codec }, row, { payload, how: 'corrected' });
  });
}

/** Keeps a new operation in the place of one that is settled by it. Its time stays that of the deed. */
async function replace(
  { db, world, codec }: Pick<Parts, 'db' | 'world'> & { codec: Codec },
  row: Operation,
  { payload, how }: { payload: unknown; how: 'sent_again' | 'corrected' },
): Promise<Operation> {
  const { uid, stream, at, clock } = row;
  const now = world.now();
  const copy = await storeOperation(
    { db, codec },
    { uid, stream, at, clock, payload, savedAt: now, opId: world.newOpId() },
  );
  const after = await db.streams.get([uid, stream]);
  const settled = { how, reason: '', at: now, op_id: copy.op_id } as const;
  if (after) await reviseRows(db, after, [{ ...row, state: 'settled', settled }]);
  return copy;
}

/** Keeps an operation that is done at this moment. */
async function storeNow(
  { db, world, clock }: Pick<Parts, 'db' | 'world' | 'clock'>,
  { codec, payload, ...at }: StreamPlace & { codec: Codec; payload: unknown },
): Promise<void> {
  const { opId, ...moment } = stamp(world);
  await storeOperation({ db, codec }, { ...at, ...(await clock.read(moment)), opId, payload, savedAt: moment.at });
}

/**
 * Puts an operation away, with a reason; the journal keeps both. What its kind says must follow, so that the server knows, is
 * kept with it, and so is what the trail hears of it. An operation of a stopped stream is not sent any more; should an earlier try of it have arrived although its
 * answer was lost, what the server has is the truth.
 */
export function discard(parts: Parts, opId: string, reason: string): Promise<Operation | SettleRefusal> {
  const { db, world, clock, codecs, discards } = parts;
  return db.transaction('rw', db.operations, db.unsent, db.streams, db.meta, async () => {
    const { row, codec, stream } = await found(db, codecs, opId);
    if (!row || !stream || !codec) return 'not_waiting';
    if (row.state !== 'attention' && !(row.state === 'saved' && stream.stopped)) return 'not_waiting';
    const put: Operation = { ...row, state: 'settled', settled: { how: 'discarded', reason, at: world.now() } };
    await db.unsent.delete(opId);
    const left = await recounted(db, stream);
    await reviseRows(db, { ...left, told: false, stopped: left.unsent === 0 ? null : stream.stopped }, [put]);
    const payload = (await codec.takesBack?.(row, snapshotOf(db, row))) ?? null;
    const { uid } = row;
    if (payload !== null) await storeNow({ db, world, clock }, { codec, uid, stream: row.stream, payload });
    if (discards && discards !== codec)
      await storeNow(parts, {
        codec: discards,
        uid,
        stream: streamKey(discards.kind, 0),
        payload: wordsOf(row, { codec, stopped: stream.stopped, reason }),
      });
    return put;
  });
}

function wordsOf(
  { op_id, stream, payload, msg, outcome }: Operation,
  { codec, stopped, reason }: { codec: Codec; stopped: StreamRow['stopped']; reason: string },
): Discarded {
  const { what, sign, where } = codec.summary.line(payload);
  return {
    discarded: op_id,
    ...partsOf(stream),
    what: [what, sign, where].filter(Boolean).join(' '),
    why: msg || (outcome ? codec.summary.reason(outcome) : (stopped?.msg ?? '')),
    reason,
  };
}

/** Lets a stopped stream be sent again, from its first unsent operation. */
export function resume({ db, codecs }: Pick<Parts, 'db' | 'codecs'>, at: StreamPlace): Promise<void> {
  return db.transaction('rw', db.operations, db.streams, async () => {
    const codec = codecOf(codecs, at.stream);
    if (codec) await reviseRows(db, { ...(await streamAt(db, at, codec.blank)), stopped: null }, []);
  });
}

async function found(db: Journal, codecs: Codecs, opId: string) {
  const row = await db.operations.where('op_id').equals(opId).first();
  const stream: StreamRow | undefined = row && (await db.streams.get([row.uid, row.stream]));
  return { row, stream, codec: row && codecOf(codecs, row.stream) };
}
