import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { bulkTask } from '#contract/areas/tasks/task.ts';
import { batchGoing, batchStatus, toolBatch } from '#contract/areas/tasks/tool-batch.ts';
import type { BulkDefinition } from '#contract/kit/bulk.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Registry } from '#server/kit/registry.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { sealed, sealRun } from '../seal-run.ts';
import type { TaskOrder, TaskOutcome, TaskTools, TaskWork } from '../work.ts';
import { type Bulks, everyBulk } from './bulks.ts';
import { rowWriter } from './change-row.ts';
import { runLines } from './run-lines.ts';

interface Batch {
  readonly id: number;
  readonly batch_no: string;
  readonly status: number;
  readonly task_id: number;
  readonly undoing: boolean;
  readonly total: number;
  readonly ok_count: number;
  readonly error_count: number;
  readonly undone_count: number;
  readonly left_count: number;
}

/**
 * The work of batches: rows are written by the calls that this registry serves, with the rights that their person has at that instant.
 * Run again after a kill it goes on with the rows that are left.
 */
export function bulkWork(registryOf: (db: Kysely<unknown>) => Registry, bulks: Bulks = everyBulk): TaskWork {
  const refuse = ({ payload, actor }: Pick<TaskOrder, 'payload' | 'actor'>): BulkDefinition => {
    const definition = bulks.get(Number(payload.type));
    if (!definition) throw new Refusal('notFound', '这个版本不支持此类批量任务');
    if (!allows(actor, definition.bulk.access)) throw new Refusal('forbidden');
    return definition;
  };
  return {
    types: [bulkTask],
    refuse: (order) => void refuse(order),
    async run(order, tools) {
      const registry = registryOf(tools.db);
      const writer = rowWriter(registry, refuse(order));
      const batch = await begin(registry, order, tools);
      if (!batchGoing.includes(batch.status)) return outcomeOf(batch);
      await runLines({
        order,
        tools,
        batchId: batch.id,
        batchNo: batch.batch_no,
        undoing: batch.undoing,
        writer,
        refuse: (actor: Actor) => void refuse({ payload: order.payload, actor }),
      });
      return outcomeOf(await finish(registry, { order, tools, id: batch.id }));
    },
  };
}

/** The batch as it is begun, or goes on; one that has come to its end while the task had not is answered as it is. */
async function begin(registry: Registry, order: TaskOrder, tools: TaskTools): Promise<Batch> {
  return await inTransaction(tools.db, async (tx) => {
    const context = contextOf(tx, order, tools);
    const batch = await readBatch(context, Number(order.payload.batch_id));
    if (batch?.task_id !== order.id) throw new Refusal('illegalTransition', '请在批量任务中重试');
    if (!batchGoing.includes(batch.status) && !(await isSealed(tx, order)))
      throw new Refusal('illegalTransition', '请在批量任务中重试');
    if (batch.status === batchStatus.queued)
      await runTransition(registry, context, { definition: toolBatch, name: 'execute', id: batch.id });
    return batch;
  });
}

/** Where the batch stands and that the task has had its effect are one fact. */
async function finish(
  registry: Registry,
  { order, tools, id }: { order: TaskOrder; tools: TaskTools; id: number },
): Promise<Batch> {
  return await inTransaction(tools.db, async (tx) => {
    const context = contextOf(tx, order, tools);
    await runTransition(registry, context, { definition: toolBatch, name: 'finish', id });
    if (!(await sealRun(tx, order))) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
    return (await readBatch(context, id)) as Batch;
  });
}

const readBatch = async (context: WriteContext, id: number): Promise<Batch | undefined> =>
  (await lockRecords(context, toolBatch, [id], true))[0] as unknown as Batch | undefined;

async function isSealed(tx: Tx, { id }: TaskOrder): Promise<boolean> {
  const { rows } = await sql<{ progress: number }>`select progress from export_task where id = ${id}`.execute(tx);
  return rows[0]?.progress === sealed;
}

function contextOf(tx: Tx, { actor, serialNo }: TaskOrder, { clock, log }: TaskTools): WriteContext {
  const origin = { requestId: serialNo, ip: 'task', device: undefined, userAgent: '' };
  return { db: tx, actor, now: clock.now(), opId: randomUUID(), origin, log };
}

function outcomeOf({
  total,
  ok_count: done,
  error_count: refused,
  undone_count: undone,
  left_count: left,
}: Batch): TaskOutcome {
  const back = undone + left > 0 ? `，已撤销 ${undone} 行，未撤销 ${left} 行` : '';
  return { rows: total, remark: `成功 ${done} 行，失败 ${refused} 行${back}` };
}
