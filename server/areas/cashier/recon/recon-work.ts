import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { cashierCalls } from '#contract/areas/cashier/cashier-calls.ts';
import { channelRecon } from '#contract/areas/cashier/channel-recon.ts';
import { reconTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { allows } from '#server/identity/actor.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { sealRun } from '#server/tasks/seal-run.ts';
import { actorOf } from '#server/tasks/task-actor.ts';
import type { TaskOrder, TaskOutcome, TaskTools, TaskWork } from '#server/tasks/work.ts';
import { matchLines } from './match-lines.ts';
import { readRows } from './read-rows.ts';

/** Channels' bills as tasks: read, kept and matched whole or not at all; run again after a kill it begins anew. */
export const reconWork = (kitOf: (db: Kysely<unknown>) => Kit): TaskWork => ({
  types: [reconTask],
  refuse({ actor }) {
    if (!allows(actor, cashierCalls.reconImport.access)) throw new Refusal('forbidden');
  },
  async run(order, tools) {
    try {
      return await run(kitOf(tools.db), order, tools);
    } catch (error) {
      throw error instanceof SheetError ? new Refusal('invalid', error.said.zh) : error;
    }
  },
});

async function run(kit: Kit, order: TaskOrder, tools: TaskTools): Promise<TaskOutcome> {
  const file = await tools.files.find(String(order.payload.file_id));
  if (!file) throw new Refusal('notFound', '上传的文件已过期，请重新上传');
  const rows = await readRows(file, tools.signal);
  tools.progress(30);
  const id = Number(order.payload.channel_recon_id);
  return await inTransaction(tools.db, async (tx) => {
    const { rows: found } = await sql<{ status: number; task_id: number }>`
      select status, task_id from channel_recon where id = ${id} for no key update`.execute(tx);
    const [recon] = found;
    if (recon?.status !== 1 || recon.task_id !== order.id)
      throw new Refusal('illegalTransition', '对账单已完成，或由另一个文件接手');
    const origin = { requestId: order.serialNo, ip: 'task', device: undefined, userAgent: '' };
    const actor = await actorOf(tx, order.actor.id);
    const context = { db: tx, actor, now: tools.clock.now(), opId: randomUUID(), origin, log: tools.log };
    await matchLines(tx, id, rows);
    tools.progress(80);
    await runTransition(kit.registry, context, { definition: channelRecon, name: 'match', id });
    if (!(await sealRun(tx, order))) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
    const { rows: counts } = await sql<{ open_count: number }>`
      select open_count from channel_recon where id = ${id}`.execute(tx);
    const open = counts[0]?.open_count ?? 0;
    return { rows: rows.length, remark: open === 0 ? '全部一致，对账完成' : `${open} 条有差异` };
  });
}
