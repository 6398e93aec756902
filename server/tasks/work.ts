import type { Kysely } from 'kysely';
import type { Actor } from '#server/identity/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Draft, FileStore } from '#server/platform/file-store.ts';
import type { Log } from '#server/platform/log.ts';

/** What a task is asked to do; its row is the truth (design §10, decision 0020). */
export interface TaskOrder {
  readonly id: number;
  /** Which run of it this is: another may have taken over when its effect comes (`sealRun`). */
  readonly run: number;
  readonly serialNo: string;
  readonly name: string;
  readonly type: number;
  readonly payload: Readonly<Record<string, unknown>>;
  /** Who asked for it, with the rights of this instant: what is written holds nothing that they may not see. */
  readonly actor: Actor;
}

/** What a task works with. */
export interface TaskTools {
  readonly db: Kysely<unknown>;
  /** Where the database is, for work that takes a connection of its own (COPY). */
  readonly url: string;
  readonly files: FileStore;
  readonly clock: Clock;
  readonly log: Log;
  /** Aborted when the task is cancelled or the process stops. */
  readonly signal: AbortSignal;
  /** Says how far the work is, 0 to 99; as often as one likes. */
  progress(percent: number): void;
  /** Asks again, in the transaction of an effect, whether this person may still have it. Throws a Refusal. */
  admit(db: Kysely<unknown>): Promise<void>;
}

/** What came of it. */
export interface TaskOutcome {
  readonly rows: number;
  /** The file to be kept; none when there is nothing in it. Committed together with the end of the task. */
  readonly file?: { readonly draft: Draft; readonly extension: string; readonly type: string };
  /** Keys and scope that whoever downloads the file must still hold. */
  readonly masks?: readonly string[];
  readonly remark?: string;
}

/**
 * The work of some kinds of task. It may be run again from the beginning at any time, as after a kill, and leaves nothing
 * behind when it throws. A Refusal ends the task as failed with its words; anything else is logged and told as an error of ours.
 */
export interface TaskWork {
  readonly types: readonly number[];
  /** Throws a Refusal when this person may not have this done. Asked again every second while it is under way. */
  refuse(order: TaskOrder): void;
  run(order: TaskOrder, tools: TaskTools): Promise<TaskOutcome>;
}
