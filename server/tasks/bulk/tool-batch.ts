import { type Kysely, sql } from 'kysely';
import { unfinished } from '#contract/areas/tasks/task.ts';
import { lineOutcome, type toolBatch } from '#contract/areas/tasks/tool-batch.ts';
import { tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { DocumentHooks, LockedDocument, Step } from '#server/kit/step.ts';
import { changeTask } from '../change-task.ts';
import type { Bulks } from './bulks.ts';
import { queueBatch } from './make-batch.ts';

const { waiting, changed, refused, undone, left, same } = lineOutcome;

/**
 * What is special about the steps of a batch: whoever takes one holds the key of what it changes; the work of it is a task, stopped
 * with it; where it ends is what became of its rows. Locks are taken in one order: batch, task, row, record.
 */
export function toolBatchHooks(numbers: Numbers, bulks: Bulks): DocumentHooks<typeof toolBatch> {
  const may = (actor: Actor, { type }: LockedDocument<typeof toolBatch>): Refusal | undefined => {
    const bulk = bulks.get(Number(type))?.bulk;
    return bulk && allows(actor, bulk.access) ? undefined : new Refusal('forbidden');
  };
  const begin = async ({ context, document }: Step<typeof toolBatch>, undoing: boolean): Promise<Values> => {
    const definition = bulks.get(Number(document.type));
    if (!definition) throw new Refusal('notFound', '这个版本不支持此类批量任务');
    await queueBatch(context, numbers, { id: document.id, definition, undoing });
    return { runner_id: context.actor.id, undoing, progress: 0, finished_at: null };
  };
  return {
    transitions: {
      finish: { prepare: (context, { id }) => tallyOf(context.db, id), effect: async (step) => ended(step) },
      cancel: {
        may: (actor, batch) =>
          may(actor, batch) ??
          (batch.runner_id === actor.id ? undefined : new Refusal('forbidden', '只有执行人可以取消')),
        // Counted once nobody writes a row any more.
        prepare: async (context, batch) => {
          if (batch.runner_id === context.actor.id) await stopTask(context, batch);
          return await tallyOf(context.db, batch.id);
        },
        effect: async (step) => ended(step),
      },
      retry: {
        may,
        async guard({ context, document }) {
          await refuseNone(context, { id: document.id, outcomes: [waiting, refused], words: '没有可重试的行' });
        },
        async effect(step) {
          await waitAgain(step, bulks);
          return await begin(step, false);
        },
      },
      undo: {
        may,
        async guard({ context, document }) {
          await refuseNone(context, { id: document.id, outcomes: [changed, left], words: '没有可撤销的行' });
        },
        async effect(step) {
          await sql`
            update tool_batch_line set outcome = ${changed}, field = null, error = null, op_id = gen_random_uuid()
            where tool_batch_id = ${step.document.id} and outcome = any(${[changed, left]}::smallint[])`.execute(
            step.context.db,
          );
          return await begin(step, true);
        },
      },
    },
  };
}

/** How many rows came to what. */
export async function tallyOf(db: Kysely<unknown>, id: number): Promise<Values> {
  const { rows } = await sql<Values>`
    select count(*) filter (where outcome = any(${[changed, undone, left, same]}::smallint[])) as ok_count,
      count(*) filter (where outcome = ${refused}) as error_count, count(*) filter (where outcome = ${undone}) as undone_count,
      count(*) filter (where outcome = ${left}) as left_count
    from tool_batch_line where tool_batch_id = ${id}`.execute(db);
  return { ...rows[0] };
}

const ended = ({ context }: Step<typeof toolBatch>): Values => ({
  finished_at: context.now.toISOString(),
  progress: 100,
  undoing: false,
});

/** Ends the task while nobody is in the middle of a row; one that has ended by itself is left. */
async function stopTask(context: WriteContext, { task_id: taskId }: LockedDocument<typeof toolBatch>): Promise<void> {
  const { rows } = await sql<{ status: number }>`
    select status from export_task where id = ${taskId} for update`.execute(context.db);
  if (rows[0] && unfinished.includes(rows[0].status)) await changeTask(context, 'cancel', Number(taskId));
}

async function refuseNone(
  { db }: WriteContext,
  { id, outcomes, words }: { id: number; outcomes: readonly number[]; words: string },
): Promise<void> {
  const { rows } = await sql`
    select 1 from tool_batch_line where tool_batch_id = ${id} and outcome = any(${outcomes}::smallint[]) limit 1`.execute(
    db,
  );
  if (rows.length === 0) throw new Refusal('illegalTransition', words);
}

// Whoever asks again has seen why it failed and means the record as it is now.
async function waitAgain({ context, document }: Step<typeof toolBatch>, bulks: Bulks): Promise<void> {
  const definition = bulks.get(Number(document.type));
  if (!definition) return;
  await sql`
    update tool_batch_line l set outcome = ${waiting}, field = null, error = null, op_id = gen_random_uuid(),
      version = (select r.version from ${sql.table(tableOf(definition))} as r where r.id = l.target_id)
    where l.tool_batch_id = ${document.id} and l.outcome = any(${[waiting, refused]}::smallint[])`.execute(context.db);
}
