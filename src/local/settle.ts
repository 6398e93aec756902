import type { Clock } from './clock.ts';
import { type Codecs, codecOf } from './codec.ts';
import type { Journal } from './databases.ts';
import { stamp, storeOperation } from './journal.ts';
import { lookAt } from './look.ts';
import type { Operation, StreamRow } from './rows.ts';
import { recounted, reviseRows, type StreamPlace, streamAt } from './stream.ts';
import type { World } from './world.ts';

/** Why a person could not settle an operation that way. */
export type SettleRefusal = 'not_waiting' | 'not_repeatable';

type Parts = { db: Journal; world: World; clock: Clock; codecs: Codecs };

/**
 * Sends an operation that the server refused once more, as a new one with an op id of its own: the refused one keeps
 * its answer. Its time stays that of the deed. Operations that the server holds cannot be repeated, that would do them twice;
 * those of a stopped stream go on with `resume`.
 */
export function sendAgain({ db, world, codecs }: Parts, opId: string): Promise<Operation | SettleRefusal> {
  return db.transaction('rw', db.operations, db.unsent, db.streams, async () => {
    const { row, codec } = await found(db, codecs, opId);
    if (row?.state !== 'attention' || !codec) return 'not_waiting';
    if (row.word !== 'refused') return 'not_repeatable';
    const { uid, stream, at, clock } = row;
    const payload = codec.repeats ? await codec.repeats(row, lookAt(db, row)) : row.payload;
    const now = world.now();
    const again = { uid, stream, at, clock, payload, savedAt: now, opId: world.newOpId() };
    const copy = await storeOperation({ db, codec }, again);
    const settled = { how: 'sent_again', reason: '', at: now, op_id: copy.op_id } as const;
    const after = await db.streams.get([uid, stream]);
    if (after) await reviseRows(db, after, [{ ...row, state: 'settled', settled }]);
    return copy;
  });
}

/**
 * Puts an operation away, with a reason; the journal keeps both. What its kind says must follow, so that the server knows, is
 * kept with it. An operation of a stopped stream is not sent any more; should an earlier try of it have arrived although its
 * answer was lost, what the server has is the truth.
 */
export function discard(
  { db, world, clock, codecs }: Parts,
  opId: string,
  reason: string,
): Promise<Operation | SettleRefusal> {
  return db.transaction('rw', db.operations, db.unsent, db.streams, db.meta, async () => {
    const { row, codec, stream } = await found(db, codecs, opId);
    if (!row || !stream || !codec) return 'not_waiting';
    if (row.state !== 'attention' && !(row.state === 'saved' && stream.stopped)) return 'not_waiting';
    const put: Operation = { ...row, state: 'settled', settled: { how: 'discarded', reason, at: world.now() } };
    await db.unsent.delete(opId);
    const left = await recounted(db, stream);
    await reviseRows(db, { ...left, told: false, stopped: left.unsent === 0 ? null : stream.stopped }, [put]);
    const payload = (await codec.takesBack?.(row, lookAt(db, row))) ?? null;
    if (payload !== null) {
      const { opId: nextId, ...moment } = stamp(world);
      const at = { uid: row.uid, stream: row.stream, opId: nextId, savedAt: moment.at };
      await storeOperation({ db, codec }, { ...at, ...(await clock.read(moment)), payload });
    }
    return put;
  });
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
