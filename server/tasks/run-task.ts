import type { Kysely } from 'kysely';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { failRun, finishRun, forgetDraft } from './end-run.ts';
import { inTime } from './in-time.ts';
import { type Claimed, putBack } from './queue.ts';
import { renewLease } from './renew-lease.ts';
import { actorOf } from './task-actor.ts';
import { taskLimits } from './task-limits.ts';
import type { TaskOrder, TaskTools, TaskWork } from './work.ts';

/** What runs stand on. */
export interface WorkHouse extends Omit<TaskTools, 'signal' | 'progress' | 'admit'> {
  readonly works: readonly TaskWork[];
}

/** A run that is under way. */
export interface Run {
  readonly done: Promise<void>;
  /** Looks at once whether the run is still wanted. */
  check(): void;
  /** Ends it with its process; the task waits again. */
  stop(): void;
}

/**
 * Runs a task that was taken, to its end. A cancelled one is stopped within a second, whoever cancelled it and wherever; so
 * is one whose maker may no longer have it done. A run whose database is gone, or does not answer for `patience`
 * milliseconds, is left to whoever finds it (`putBackDead`).
 */
export function startRun(
  house: WorkHouse,
  session: Kysely<unknown>,
  claimed: Claimed,
  { patience = taskLimits.silence }: { patience?: number } = {},
): Run {
  const aborting = new AbortController();
  let percent = 0;
  let stopping = false;
  let looking = false;
  const admit = async (db: Kysely<unknown>): Promise<void> => {
    const actor = await actorOf(db, claimed.admin_id);
    workOf(house, claimed).refuse(orderOf(claimed, actor));
  };
  const look = async (): Promise<void> => {
    // On the connection that holds the lock: where that is lost, somebody else may already have taken over.
    const found = await renewLease(session, claimed, percent);
    if (found === 'gone') aborting.abort(new Error('not wanted any more'));
    if (found === 'wanted') await admit(session);
  };
  const check = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      await inTime(look(), patience);
    } catch (error) {
      // Work that ends may hold its own task's row for a moment; the next look will see it. Otherwise the connection is gone, or the right.
      if (codeOf(error) === rowIsHeld) return;
      if (!(error instanceof Refusal))
        house.log.warn({ err: error, task: claimed.serial_no }, 'a run lost sight of its task');
      aborting.abort(error);
    } finally {
      looking = false;
    }
  };
  const timer = setInterval(() => void check(), taskLimits.beat);
  const tools: TaskTools = {
    ...house,
    signal: aborting.signal,
    progress: (value) => {
      percent = Math.max(percent, Math.min(99, Math.floor(value)));
    },
    admit,
  };
  const done = work(house, claimed, { tools, stopping: () => stopping }).finally(() => clearInterval(timer));
  return {
    done,
    check: () => void check(),
    stop: () => {
      stopping = true;
      aborting.abort(new Error('the process stops'));
    },
  };
}

async function work(
  house: WorkHouse,
  claimed: Claimed,
  { tools, stopping }: { tools: TaskTools; stopping: () => boolean },
): Promise<void> {
  const { db, files, log } = house;
  try {
    await forgetDraft(house, claimed);
    const actor = await actorOf(db, claimed.admin_id);
    tools.signal.throwIfAborted();
    const outcome = await workOf(house, claimed).run(orderOf(claimed, actor), tools);
    if (tools.signal.aborted) {
      await outcome.file?.draft.discard();
      throw tools.signal.reason;
    }
    await finishRun({ db, files, now: house.clock.now() }, claimed, { outcome, actor });
  } catch (thrown) {
    if (stopping()) return await putBack(db, claimed);
    // Work that is stopped ends with an error of its own; why it was stopped is what counts.
    const error: unknown = tools.signal.aborted ? tools.signal.reason : thrown;
    // Cancelled, or overtaken: the row says so already.
    if (tools.signal.aborted && !(error instanceof Refusal)) return;
    if (!(error instanceof Refusal)) log.error({ err: error, task: claimed.serial_no }, 'a task failed');
    await failRun({ db, now: house.clock.now() }, claimed, error instanceof Refusal ? error.message : broken);
  }
}

function workOf({ works }: WorkHouse, { data_type: type }: Claimed): TaskWork {
  const found = works.find(({ types }) => types.includes(type));
  if (!found) throw new Refusal('notFound', '这个版本不支持此类工单');
  return found;
}

function orderOf({ id, run, serial_no: serialNo, name, data_type: type, payload }: Claimed, actor: Actor): TaskOrder {
  return { id, run, serialNo, name, type, payload, actor };
}

const rowIsHeld = '55P03';
const broken = `${catalogue.internal.words}（任务未完成，可以重试）`;
