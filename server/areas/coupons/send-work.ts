import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { sendOutcome, sendState } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { sendTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { isCurrent } from '#server/tasks/queue.ts';
import { sealRun } from '#server/tasks/seal-run.ts';
import { actorOf } from '#server/tasks/task-actor.ts';
import type { TaskOrder, TaskOutcome, TaskTools, TaskWork } from '#server/tasks/work.ts';
import { type RunningSend, sendPiece } from './send-piece.ts';

interface Run {
  readonly kit: Kit;
  readonly order: TaskOrder;
  readonly tools: TaskTools;
  readonly sendId: number;
}

/** Sends as tasks: some members in a transaction that says what became of each; run again after a kill it goes on with who is left. */
export const sendWork = (kitOf: (db: Kysely<unknown>) => Kit): TaskWork => ({
  types: [sendTask],
  refuse: ({ actor }) => refuseUnable(actor),
  async run(order, tools) {
    const run = { kit: kitOf(tools.db), order, tools, sendId: Number(order.payload.send_id) };
    for (;;) {
      tools.signal.throwIfAborted();
      if (!(await inTransaction(tools.db, (tx) => doPiece(tx, run)))) break;
      tools.progress(await percentOf(run));
    }
    return await inTransaction(tools.db, (tx) => finish(tx, run));
  },
});

/** What goes out at its time is its author's; at once, somebody's who may send. */
function refuseUnable(actor: Actor): void {
  if (!allows(actor, 'coupon:sendExecute') && !allows(actor, 'coupon:sendAdd')) throw new Refusal('forbidden');
}

/** Does one piece; false when nobody is left. */
async function doPiece(tx: Tx, run: Run): Promise<boolean> {
  const send = await holdSend(tx, run);
  // With the rights of this instant.
  refuseUnable(await actorOf(tx, run.order.actor.id));
  return await sendPiece(tx, send, run.tools.clock.now());
}

/** The send, held for as long as the transaction; refused to a run that was cancelled or overtaken. */
async function holdSend(tx: Tx, { order, sendId }: Run): Promise<RunningSend> {
  const { rows } = await sql<RunningSend & { status: number; task_id: number }>`
    select id, coupon_id, qty_per_user, status, task_id from coupon_send where id = ${sendId} for no key update`.execute(
    tx,
  );
  const [send] = rows;
  const { rows: current } = await sql`select 1 from export_task t where ${isCurrent(order)} for share`.execute(tx);
  if (send?.status !== sendState.running || send.task_id !== order.id || current.length === 0)
    throw new Refusal('illegalTransition', '发券已结束或由另一次执行接手');
  return send;
}

/** Where the send stands and that the task has had its effect are one fact. */
async function finish(tx: Tx, run: Run): Promise<TaskOutcome> {
  const { order, tools, kit } = run;
  const { id } = await holdSend(tx, run);
  const origin = { requestId: order.serialNo, ip: 'task', device: undefined, userAgent: '' };
  const context = { db: tx, actor: order.actor, now: tools.clock.now(), opId: randomUUID(), origin, log: tools.log };
  await runTransition(kit.registry, context, { definition: couponSend, name: 'finish', id });
  if (!(await sealRun(tx, order))) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
  const { rows } = await sql<{ ok_count: number; error_count: number }>`
    select ok_count, error_count from coupon_send where id = ${id}`.execute(tx);
  const { ok_count: done, error_count: refused } = rows[0] ?? { ok_count: 0, error_count: 0 };
  return { rows: done + refused, remark: `成功 ${done} 人，失败 ${refused} 人` };
}

async function percentOf({ tools, sendId }: Run): Promise<number> {
  const { rows } = await sql<{ percent: number }>`
    select (count(*) filter (where outcome <> ${sendOutcome.waiting}) * 99 / greatest(count(*), 1))::bigint as percent
    from coupon_send_line where send_id = ${sendId}`.execute(tools.db);
  return rows[0]?.percent ?? 0;
}
