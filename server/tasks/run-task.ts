import { type Kysely, sql } from 'kysely';
import { catalogue, Refusal } from '#contract/kit/errors.ts';
import type { Actor } from '#server/identity/actor.ts';
import { readRights } from '#server/identity/read-rights.ts';
import { codeOf } from '#server/platform/startup-error.ts';
import { beat } from './beat.ts';
import { failRun, finishRun, forgetDraft } from './end-run.ts';
import { type Claimed, putBack } from './queue.ts';
import { taskLimits } from './task-limits.ts';
import type { TaskOutcome, TaskTools, TaskWork } from './work.ts';

/** What runs stand on. */
export interface WorkHouse extends Omit<TaskTools, 'signal' | 'progress'> {
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
 * Runs a task that was taken, to its end. A cancelled one is stopped within a second, whoever cancelled it and wherever; a
 * run whose database is gone is left to whoever finds it (`putBackDead`).
 */
export function startRun(house: WorkHouse, session: Kysely<unknown>, claimed: Claimed): Run {
  const aborting = new AbortController();
  let percent = 0;
  let stopping = false;
  let looking = false;
  const check = async (): Promise<void> => {
    if (looking) return;
    looking = true;
    try {
      // On the connection that holds the lock: where that is lost, somebody else may already have taken over.
      if (!(await beat(session, claimed, percent))) aborting.abort(new Error('not wanted any more'));
    } catch (error) {
      // Work that ends may hold its own task's row for a moment; the next look will see it. Anything else: the connection is gone.
      if (codeOf(error) !== rowIsHeld) aborting.abort(error);
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
    const outcome = await outcomeOf(house, claimed, { tools, actor });
    if (tools.signal.aborted) {
      await outcome.file?.draft.discard();
      throw tools.signal.reason;
    }
    await finishRun({ db, files, now: house.clock.now() }, claimed, { outcome, actor });
  } catch (error) {
    if (stopping()) return await putBack(db, claimed);
    // Cancelled, or overtaken: the row says so already.
    if (tools.signal.aborted) return;
    if (!(error instanceof Refusal)) log.error({ err: error, task: claimed.serial_no }, 'a task failed');
    await failRun({ db, now: house.clock.now() }, claimed, error instanceof Refusal ? error.message : broken);
  }
}

async function outcomeOf(
  { works }: WorkHouse,
  { id, serial_no: serialNo, name, data_type: type, payload }: Claimed,
  { tools, actor }: { tools: TaskTools; actor: Actor },
): Promise<TaskOutcome> {
  const found = works.find(({ types }) => types.includes(type));
  if (!found) throw new Refusal('notFound', '这个版本不支持此类工单');
  return await found.run({ id, serialNo, name, type, payload, actor }, tools);
}

/** Who asked for a task, with the rights of this instant. A task of a closed account fails. */
async function actorOf(db: Kysely<unknown>, id: number): Promise<Actor> {
  const rights = await readRights(db, id);
  const { rows } = await sql<{ username: string; nickname: string }>`
    select username, nickname from admin where id = ${id}`.execute(db);
  const [names] = rows;
  if (!rights || !names || rights.status !== 1) throw new Refusal('forbidden', '创建人的账号已停用');
  return { id, ...names, sessionId: 0, permissions: rights.permissions, scope: rights.scope };
}

const rowIsHeld = '55P03';
const broken = `${catalogue.internal.words}（任务未完成，可以重试）`;
