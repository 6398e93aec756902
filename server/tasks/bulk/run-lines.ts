import { sql } from 'kysely';
import { lineOutcome } from '#contract/areas/tasks/tool-batch.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inSavepoint, inTransaction, type Tx } from '#server/database/transaction.ts';
import type { Actor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { isCurrent } from '../queue.ts';
import { actorOf } from '../task-actor.ts';
import type { TaskOrder, TaskTools } from '../work.ts';
import { type Changed, changeRow, type RowWriter } from './change-row.ts';
import { refusalOfRow } from './refused-row.ts';
import { tallyOf } from './tool-batch.ts';

/** One run through the rows of a batch: what they are changed to, or back. */
export interface LinesRun {
  readonly order: TaskOrder;
  readonly tools: TaskTools;
  readonly batchId: number;
  readonly batchNo: string;
  readonly undoing: boolean;
  readonly writer: RowWriter;
  /** Throws a Refusal when this person may not have it done. */
  refuse(actor: Actor): void;
}

interface Line {
  readonly id: number;
  readonly target_id: number;
  readonly version: number | null;
  readonly before: Values | null;
  readonly after: Values;
  readonly error: string | null;
  readonly op_id: string;
}

/**
 * Does the rows that are left, one by one in the order of their numbers: each is a transaction of its own, in which the record is
 * written and the row is told of it, so that a run which is killed or overtaken leaves none half done and none to be done twice. A row that is refused
 * says why, and the others go on.
 */
export async function runLines(run: LinesRun): Promise<void> {
  const { tools, batchId } = run;
  const { rows: left } = await sql<{ id: number }>`
    select id from tool_batch_line where tool_batch_id = ${batchId} and outcome = ${pendingOf(run)} order by row_no`.execute(
    tools.db,
  );
  for (const [place, { id }] of left.entries()) {
    tools.signal.throwIfAborted();
    await runLine(run, id);
    const percent = Math.floor(((place + 1) * 99) / left.length);
    tools.progress(percent);
    if ((place + 1) % told === 0) await keepProgress(run, percent);
  }
}

/** Rows after which the batch itself is told how far it is. */
const told = 50;

const pendingOf = ({ undoing }: LinesRun): number => (undoing ? lineOutcome.changed : lineOutcome.waiting);

async function runLine(run: LinesRun, id: number): Promise<void> {
  const { order, tools } = run;
  await inTransaction(tools.db, async (tx) => {
    await refuseOvertaken(tx, order);
    const actor = await actorOf(tx, order.actor.id);
    run.refuse(actor);
    const { rows } = await sql<Line>`
      select id, target_id, version, before, after, error, op_id from tool_batch_line where id = ${id} and outcome = ${pendingOf(run)} for update`.execute(
      tx,
    );
    const [line] = rows;
    if (!line) return;
    const origin = { requestId: order.serialNo, ip: run.batchNo, device: undefined, userAgent: '' };
    const context = { db: tx, actor, now: tools.clock.now(), opId: line.op_id, origin, log: tools.log };
    await writeOutcome(context, line, await outcomeOf(context, run, line));
  });
}

// A row of a task that is cancelled or taken over is never begun, and who cancels waits for the one that is under way.
async function refuseOvertaken(tx: Tx, order: TaskOrder): Promise<void> {
  const { rows } = await sql`select 1 from export_task t where ${isCurrent(order)} for share`.execute(tx);
  if (rows.length === 0) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
}

interface Outcome {
  readonly code: number;
  readonly changed?: Changed;
  readonly refusal?: Refusal;
}

async function outcomeOf(context: WriteContext, { writer, undoing }: LinesRun, line: Line): Promise<Outcome> {
  try {
    // What was only proposed is judged or withdrawn where it waits.
    if (undoing && Object.keys(line.before ?? {}).length === 0)
      throw new Refusal('illegalTransition', '修改已提交复核，请在待复核的变更中撤回');
    const changed = await inSavepoint(context.db, () =>
      changeRow(context, writer, {
        id: line.target_id,
        version: line.version ?? undefined,
        values: undoing ? (line.before ?? {}) : line.after,
        changedWords: undoing ? '修改之后又被改动' : '预览之后已被改动',
      }),
    );
    if (undoing) return { code: lineOutcome.undone, changed };
    return Object.keys(changed.after).length === 0 && changed.note === null
      ? { code: lineOutcome.same }
      : { code: lineOutcome.changed, changed };
  } catch (error) {
    const refusal = await refusalOfRow(context, error);
    return { code: undoing ? lineOutcome.left : lineOutcome.refused, refusal };
  }
}

async function writeOutcome({ db, now }: WriteContext, line: Line, { code, changed, refusal }: Outcome): Promise<void> {
  // What an undone row changed stays in sight, and what was said of it.
  const kept = code === lineOutcome.changed ? changed : undefined;
  const said = refusal?.message ?? changed?.note ?? (code === lineOutcome.undone ? line.error : null);
  await sql`
    update tool_batch_line set outcome = ${code}, field = ${refusal?.field ?? null}, error = ${said}, at = ${now.toISOString()},
      version = ${changed?.version ?? line.version}, before = ${json(kept?.before ?? line.before)}::jsonb, after = ${json(kept?.after ?? line.after)}::jsonb
    where id = ${line.id}`.execute(db);
}

const json = (value: Values | null): string | null => (value === null ? null : JSON.stringify(value));

async function keepProgress({ tools, batchId }: LinesRun, percent: number): Promise<void> {
  const tally = await tallyOf(tools.db, batchId);
  const sets = Object.entries({ ...tally, progress: percent }).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update tool_batch set ${sql.join(sets)} where id = ${batchId} and status = 2`.execute(tools.db);
}
