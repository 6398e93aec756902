import { type CountResult, countCall, reportCall } from '#contract/areas/warehouse/count-entry.ts';
import type { Call } from '#contract/kit/call.ts';
import { catalogue } from '#contract/kit/errors.ts';
import type { Caller } from '../wire/headers.ts';
import { type Failure, isPassing, type Sent } from '../wire/sent.ts';
import type { SendOptions } from '../wire/wire.ts';
import type { Clock } from './clock.ts';
import type { Word } from './clock-note.ts';
import type { Journal } from './databases.ts';
import { laneOf, unsentOf } from './lane.ts';
import { beat } from './lease.ts';
import { faster, halved, type Pace, slower, waitOf } from './pace.ts';
import type { LaneRow, OutboxRow } from './rows.ts';
import { refuseEntry, stopLane, type Taken, takeAnswers } from './take-answers.ts';
import type { World } from './world.ts';

export type Send = <In, Out>(call: Call<In, Out>, input: In, options?: SendOptions) => Promise<Sent<Out>>;

export interface TurnParts {
  db: Journal;
  world: World;
  clock: Clock;
  send: Send;
  device(): Promise<string>;
  /** Told which op ids are on their way, an empty list when none is. In memory only (design §6). */
  sending(opIds: readonly string[]): void;
}

export interface TurnAt {
  owner: string;
  caller: Caller;
  lane: LaneRow;
  pace: Pace;
}

/** What to do after a lane's turn: go on at once, wait so many milliseconds, nothing to do, or end the drain. */
export interface Turn {
  next: 'more' | number | 'nothing' | 'robbed' | 'signed_out';
  pace: Pace;
}

/** One lane's turn: its next batch, or, when nothing is left to send, the word to the server about that. */
export async function takeTurn(parts: TurnParts, at: TurnAt): Promise<Turn> {
  const { lane, pace } = at;
  const sends = !lane.stopped && lane.unsent > 0;
  if (!sends && lane.reported) return { next: 'nothing', pace };
  // Before anything is read: in a dead spot every scan comes by here.
  const wait = Math.max(waitOf(pace, parts.world.now()), sends ? 0 : quietFor(parts, lane));
  if (wait > 0) return { next: wait, pace };
  const batch = sends ? await unsentOf(parts.db, lane).limit(pace.size).toArray() : [];
  if (!(await isMine(parts, at))) return { next: 'robbed', pace };
  if (batch.length === 0) return sayUnsent(parts, at);
  const words = await parts.clock.judge(batch.map((row) => row.clock));
  if (!words.includes('unmeasured')) return sendBatch(parts, at, { batch, words });
  // Only the server can tell whether the clock was set: it is asked before it hears times that it would believe.
  const measured = await say(parts, at);
  if (!measured.sent.ok && !isRefused(measured.sent.failure))
    return afterFailure(parts, at, { batch, failure: measured.sent.failure });
  if (!(await isMine(parts, at))) return { next: 'robbed', pace };
  return sendBatch(parts, at, { batch, words: await parts.clock.judge(batch.map((row) => row.clock)) });
}

// A beat before every request: with its patience the lease never looks lost while one is on its way.
function isMine({ db, world }: TurnParts, at: TurnAt): Promise<boolean> {
  return db.transaction('rw', db.meta, () => beat(db, at.owner, world.now()));
}

/**
 * The request gets an Idempotency-Key of its own on every try: the entries carry the ids that matter, and a stored
 * answer to an earlier try would name a position that has passed.
 */
async function sendBatch(
  parts: TurnParts,
  at: TurnAt,
  { batch, words }: { batch: OutboxRow[]; words: readonly Word[] },
): Promise<Turn> {
  const { world, clock } = parts;
  const input = {
    id: at.lane.sheet_id,
    device_id: await parts.device(),
    // What could not be measured after all is vouched for by nobody.
    entries: batch.map((row, index) =>
      words[index] === 'sure' ? row.entry : { ...row.entry, time_doubtful: true as const },
    ),
  };
  const before = world.now();
  parts.sending(batch.map((row) => row.op_id));
  try {
    const sent = await parts.send(countCall, input, {
      as: at.caller,
      hideLoading: true,
      ownWords: true,
      timeout: patience,
    });
    if (!sent.ok) return await afterFailure(parts, at, { batch, failure: sent.failure });
    if (!isResult(sent.value))
      return await afterFailure(parts, at, {
        batch,
        failure: { kind: 'unreadable', status: 200 },
      });
    await clock.observe(sent.value.server_time, before, world.now());
    const taken = await takeAnswers({ db: parts.db, owner: at.owner, now: world.now() }, batch, sent.value);
    if (taken === 'stuck') return later(parts, at.pace);
    return {
      next: taken === 'robbed' ? 'robbed' : 'more',
      pace: faster(at.pace, batch.length),
    };
  } finally {
    parts.sending([]);
  }
}

/** The outcome table of reference pwa §2.2 no. 10, by kind and code, never by words. */
async function afterFailure(
  parts: TurnParts,
  at: TurnAt,
  { batch, failure }: { batch: OutboxRow[]; failure: Failure },
): Promise<Turn> {
  const { pace } = at;
  if (failure.kind === 'signedOut') return { next: 'signed_out', pace };
  if (isPassing(failure) || failure.kind === 'aborted') {
    const retryAfter = failure.kind === 'unavailable' ? failure.retryAfter : null;
    return later(parts, failure.kind === 'timeout' ? halved(pace, batch.length) : pace, retryAfter);
  }
  const taking = { db: parts.db, owner: at.owner, now: parts.world.now() };
  if (failure.kind === 'refused') {
    if (failure.refusal === 'mustChangePassword') return later(parts, pace);
    if (concernsContent(failure)) return narrow(parts, at, { batch, failure });
  }
  const code = failure.kind === 'refused' ? failure.code : catalogue.forbidden.code;
  return after(
    await stopLane(taking, at.lane, {
      code,
      msg: failure.kind === 'refused' || failure.kind === 'forbidden' ? failure.msg : '',
    }),
    pace,
  );
}

/** Some entry of the batch is the trouble: halves until it stands alone, then puts it before a person's eyes. */
async function narrow(
  parts: TurnParts,
  at: TurnAt,
  { batch, failure }: { batch: OutboxRow[]; failure: Extract<Failure, { kind: 'refused' }> },
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
  return after(await refuseEntry({ db: parts.db, owner: at.owner, now: parts.world.now() }, only, why), {
    ...at.pace,
    doubts: 0,
  });
}

/** Tells the server, zone by zone, how much of the lane is unsent and what its person has finished (amendments A). */
async function sayUnsent(parts: TurnParts, at: TurnAt): Promise<Turn> {
  const { db } = parts;
  const { sent, rev } = await say(parts, at);
  if (!sent.ok && sent.failure.kind === 'signedOut') return { next: 'signed_out', pace: at.pace };
  // A server that will not hear it (the sheet is gone, the right is gone) is asked again at leisure.
  if (!sent.ok) return later(parts, at.pace, isRefused(sent.failure) ? leisure : null);
  await db.transaction('rw', db.lanes, async () => {
    const now = await laneOf(db, at.lane.uid, at.lane.sheet_id);
    if (now.rev === rev) await db.lanes.put({ ...now, reported: true });
  });
  return { next: 'more', pace: faster(at.pace, 0) };
}

// Its answer measures the clock besides.
async function say(parts: TurnParts, at: TurnAt): Promise<{ sent: Sent<{ server_time: string }>; rev: number }> {
  const { db, world, clock } = parts;
  const { rev, round, zones } = await unsentByZone(db, at.lane);
  const input = { id: at.lane.sheet_id, device_id: await parts.device(), rev: rev + 1, round, zones };
  const before = world.now();
  const sent = await parts.send(reportCall, input, {
    as: at.caller,
    hideLoading: true,
    ownWords: true,
    timeout: patience,
  });
  if (sent.ok) await clock.observe(sent.value.server_time, before, world.now());
  return { sent, rev };
}

function unsentByZone(
  db: Journal,
  at: LaneRow,
): Promise<{
  rev: number;
  round: number;
  zones: { zone: string; unsent: number; finished: boolean }[];
}> {
  return db.transaction('r', db.outbox, db.lanes, async () => {
    const lane = await laneOf(db, at.uid, at.sheet_id);
    const waiting = await unsentOf(db, lane).toArray();
    const unsent = (zone: string) => waiting.filter((row) => row.entry.zone === zone).length;
    return {
      rev: lane.rev,
      round: lane.round,
      zones: lane.zones.map((part) => ({ ...part, unsent: unsent(part.zone) })),
    };
  });
}

function later(parts: TurnParts, pace: Pace, retryAfter: number | null = null): Turn {
  const slow = slower(pace, {
    now: parts.world.now(),
    chance: parts.world.random(),
    retryAfter,
  });
  return { next: waitOf(slow, parts.world.now()), pace: slow };
}

function after(taken: Taken, pace: Pace): Turn {
  return { next: taken === 'robbed' ? 'robbed' : 'more', pace };
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

/** While a person scans on, "nothing unsent" would be wrong a moment later: it is said when the lane has been quiet. */
function quietFor({ world }: TurnParts, lane: LaneRow): number {
  if (lane.zones.every((zone) => zone.finished)) return 0;
  const since = world.now() - lane.appended_at;
  return since >= 0 && since < quiet ? quiet - since : 0;
}

function isResult(value: CountResult): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    Array.isArray(value.answers) &&
    value.answers.every((answer) => typeof answer?.op_id === 'string' && outcomes.includes(answer.outcome))
  );
}

const outcomes: readonly string[] = ['accepted', 'unknown', 'late', 'refused'];
/** Milliseconds for one request of a drain: well under the 30 s after which its lease counts as lost. */
const patience = 20_000;
const quiet = 3_000;
const doubtsMost = 5;
const leisure = 600_000;
