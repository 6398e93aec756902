import type { Call } from '#contract/kit/call.ts';
import { catalogue } from '#contract/kit/errors.ts';
import type { Caller } from '../wire/headers.ts';
import { type Failure, isPassing, type Sent } from '../wire/sent.ts';
import type { SendOptions } from '../wire/wire.ts';
import { type Backoff, faster, halved, slower, waitOf } from './backoff.ts';
import type { Clock } from './clock.ts';
import type { Word } from './clock-note.ts';
import { type Ask, type Codec, type Codecs, codecOf, partsOf, type Report } from './codec.ts';
import type { Journal } from './databases.ts';
import { beat } from './lease.ts';
import type { StreamRow, UnsentRow } from './rows.ts';
import { unsentOf } from './stream.ts';
import { refuseOperation, stopStream, type Taken, takeAnswers } from './take-answers.ts';
import type { World } from './world.ts';

export type Send = <In, Out>(call: Call<In, Out>, input: In, options?: SendOptions) => Promise<Sent<Out>>;

export interface TurnParts {
  db: Journal;
  world: World;
  clock: Clock;
  codecs: Codecs;
  send: Send;
  device(): Promise<string>;
  /** Told which op ids are on their way, an empty list when none is. In memory only (design §6). */
  sending(opIds: readonly string[]): void;
}

export interface TurnAt {
  owner: string;
  caller: Caller;
  stream: StreamRow;
  pace: Backoff;
}

/** A turn of a stream whose kind is known. */
interface KnownTurn extends TurnAt {
  codec: Codec;
}

/** What to do after a stream's turn: go on at once, wait so many milliseconds, nothing to do, or end the drain. */
export interface Turn {
  next: 'more' | number | 'nothing' | 'lockLost' | 'signed_out';
  pace: Backoff;
}

/** One stream's turn: its next batch, or, when nothing is left to send, the word to the server about that. */
export async function takeTurn(parts: TurnParts, given: TurnAt): Promise<Turn> {
  const { stream, pace } = given;
  const codec = codecOf(parts.codecs, stream.stream);
  // Of another build, which will send it.
  if (!codec) return { next: 'nothing', pace };
  const at = { ...given, codec };
  const sends = !stream.stopped && stream.unsent > 0;
  const report = stream.told ? undefined : codec.report;
  if (!sends && !report) return { next: 'nothing', pace };
  // Before anything is read: in a dead spot every scan comes by here.
  const wait = Math.max(waitOf(pace, parts.world.now()), sends || !report ? 0 : quietFor(parts, stream, report));
  if (wait > 0) return { next: wait, pace };
  const batch = sends ? await unsentOf(parts.db, stream).limit(pace.size).toArray() : [];
  if (!(await isMine(parts, at))) return { next: 'lockLost', pace };
  if (batch.length === 0) return report ? sayStanding(parts, at, report) : { next: 'nothing', pace };
  const words = await parts.clock.judge(batch.map((row) => row.clock));
  if (!words.includes('unmeasured') || !codec.report) return sendBatch(parts, at, { batch, words });
  // Only the server can tell whether the clock was set: it is asked before it hears times that it would believe.
  const measured = await say(parts, at, codec.report);
  if (!measured.sent.ok && !isRefused(measured.sent.failure))
    return afterFailure(parts, at, { batch, failure: measured.sent.failure });
  if (!(await isMine(parts, at))) return { next: 'lockLost', pace };
  return sendBatch(parts, at, { batch, words: await parts.clock.judge(batch.map((row) => row.clock)) });
}

// A beat before every request: with its patience the lease never looks lost while one is on its way.
function isMine({ db, world }: TurnParts, at: TurnAt): Promise<boolean> {
  return db.transaction('rw', db.meta, () => beat(db, at.owner, world.now()));
}

/**
 * The request gets an Idempotency-Key of its own on every try: the operations carry the ids that matter, and a stored
 * answer to an earlier try would name a position that has passed.
 */
async function sendBatch(
  parts: TurnParts,
  at: KnownTurn,
  { batch, words }: { batch: UnsentRow[]; words: readonly Word[] },
): Promise<Turn> {
  const { world, clock } = parts;
  // What could not be measured after all is vouched for by nobody.
  const operations = batch.map(({ op_id, seq, at, payload }, index) => ({
    op_id,
    seq,
    at,
    payload,
    doubtful: words[index] !== 'sure',
  }));
  const { document } = partsOf(at.stream.stream);
  const device = await parts.device();
  const before = world.now();
  parts.sending(batch.map((row) => row.op_id));
  try {
    const sent = await at.codec.batch(askAs(parts, at), { document, device, operations });
    if (!sent.ok) return await afterFailure(parts, at, { batch, failure: sent.failure });
    await clock.observe(sent.value.serverTime, before, world.now());
    const taken = await takeAnswers(takingOf(parts, at), batch, sent.value);
    if (taken === 'stuck') return later(parts, at.pace);
    const pace = faster(at.pace, batch.length);
    // "Not now" of one: at once it would be asked in vain.
    if (taken === 'progress' && sent.value.answers.some(({ word }) => word === 'again')) return later(parts, pace);
    return after(taken, pace);
  } finally {
    parts.sending([]);
  }
}

function askAs(parts: TurnParts, { caller }: TurnAt): Ask {
  return (call, input, opId) =>
    parts.send(call, input, {
      as: caller,
      hideLoading: true,
      ownWords: true,
      timeout: patience,
      ...(opId !== undefined && { opId }),
    });
}

function takingOf({ db, world }: TurnParts, { owner, codec }: KnownTurn) {
  return { db, codec, owner, now: world.now() };
}

/** The outcome table of reference pwa §2.2 no. 10, by kind and code, never by words. */
async function afterFailure(
  parts: TurnParts,
  at: KnownTurn,
  { batch, failure }: { batch: UnsentRow[]; failure: Failure },
): Promise<Turn> {
  const { pace } = at;
  if (failure.kind === 'signedOut') return { next: 'signed_out', pace };
  if (isPassing(failure) || failure.kind === 'aborted') {
    const retryAfter = failure.kind === 'unavailable' ? failure.retryAfter : null;
    return later(parts, failure.kind === 'timeout' ? halved(pace, batch.length) : pace, retryAfter);
  }
  if (failure.kind === 'refused') {
    if (failure.refusal === 'mustChangePassword') return later(parts, pace);
    if (concernsContent(failure)) return narrow(parts, at, { batch, failure });
  }
  const code = failure.kind === 'refused' ? failure.code : catalogue.forbidden.code;
  return after(
    await stopStream(takingOf(parts, at), at.stream, {
      code,
      msg: failure.kind === 'refused' || failure.kind === 'forbidden' ? failure.msg : '',
    }),
    pace,
  );
}

/** Some operation of the batch is the trouble: halves until it stands alone, then puts it before a person's eyes. */
async function narrow(
  parts: TurnParts,
  at: KnownTurn,
  { batch, failure }: { batch: UnsentRow[]; failure: Extract<Failure, { kind: 'refused' }> },
): Promise<Turn> {
  const [only, ...others] = batch;
  const broken = isBreakdown(failure);
  if (others.length > 0) {
    const smaller = halved(at.pace, batch.length);
    return broken ? later(parts, smaller) : { next: 'more', pace: smaller };
  }
  if (broken && at.pace.doubts + 1 < doubtsMost) return later(parts, { ...at.pace, doubts: at.pace.doubts + 1 });
  if (!only) return { next: 'nothing', pace: at.pace };
  const why = {
    code: failure.code,
    msg: failure.msg || catalogue.internal.words,
  };
  return after(await refuseOperation(takingOf(parts, at), only, why), {
    ...at.pace,
    doubts: 0,
  });
}

/** Tells the server how the stream stands, now that nothing of it can be sent. */
async function sayStanding(parts: TurnParts, at: KnownTurn, report: Report<unknown, unknown>): Promise<Turn> {
  const { db } = parts;
  const { sent, rev } = await say(parts, at, report);
  if (!sent.ok && sent.failure.kind === 'signedOut') return { next: 'signed_out', pace: at.pace };
  // A server that will not hear it (the document is gone, the right is gone) is asked again at leisure.
  if (!sent.ok) return later(parts, at.pace, isRefused(sent.failure) ? leisure : null);
  await db.transaction('rw', db.streams, async () => {
    const now = await db.streams.get([at.stream.uid, at.stream.stream]);
    if (now?.rev === rev) await db.streams.put({ ...now, told: true });
  });
  return { next: 'more', pace: faster(at.pace, 0) };
}

// Its answer measures the clock besides.
async function say(
  parts: TurnParts,
  at: KnownTurn,
  report: Report<unknown, unknown>,
): Promise<{ sent: Sent<{ serverTime: string }>; rev: number }> {
  const { db, world, clock } = parts;
  const { rev, note, unsent } = await db.transaction('r', db.unsent, db.streams, async () => {
    const { rev, note } = (await db.streams.get([at.stream.uid, at.stream.stream])) ?? at.stream;
    const waiting = await unsentOf(db, at.stream).toArray();
    return { rev, note, unsent: waiting.map((row) => row.payload) };
  });
  const { document } = partsOf(at.stream.stream);
  const device = await parts.device();
  const before = world.now();
  const sent = await report.tell(askAs(parts, at), { document, device, rev: rev + 1, note, unsent });
  if (sent.ok) await clock.observe(sent.value.serverTime, before, world.now());
  return { sent, rev };
}

function later(parts: TurnParts, pace: Backoff, retryAfter: number | null = null): Turn {
  const slow = slower(pace, {
    now: parts.world.now(),
    chance: parts.world.random(),
    retryAfter,
  });
  return { next: waitOf(slow, parts.world.now()), pace: slow };
}

function after(taken: Taken, pace: Backoff): Turn {
  return { next: taken === 'lockLost' ? 'lockLost' : 'more', pace };
}

/** The server has heard it, and will not have it. */
function isRefused(failure: Failure): boolean {
  return failure.kind === 'refused' || failure.kind === 'forbidden';
}

function concernsContent(failure: Extract<Failure, { kind: 'refused' }>): boolean {
  return isBreakdown(failure) || ['invalid', 'tooLarge', 'duplicateSubmit'].includes(failure.refusal ?? '');
}

/** The server broke over it, or gave no reason: may pass, may be this very entry. */
function isBreakdown(failure: Extract<Failure, { kind: 'refused' }>): boolean {
  return failure.refusal === 'internal' || (failure.refusal === null && failure.msg === '');
}

/** While a person scans on, "nothing unsent" would be wrong a moment later: it is said when the stream has been quiet. */
function quietFor({ world }: TurnParts, stream: StreamRow, report: Report<unknown, unknown>): number {
  if (report.atOnce(stream.note)) return 0;
  const since = world.now() - stream.appended_at;
  return since >= 0 && since < quiet ? quiet - since : 0;
}

/** Milliseconds for one request of a drain: well under the 30 s after which its lease counts as lost. */
const patience = 20_000;
const quiet = 3_000;
const doubtsMost = 5;
const leisure = 600_000;
