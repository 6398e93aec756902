import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { goodsPush, pushState } from '#contract/areas/shop-goods/goods-push.ts';
import { pushOutcome } from '#contract/areas/shop-goods/push-result.ts';
import { pushTask } from '#contract/areas/tasks/task.ts';
import { callsOf } from '#contract/kit/calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { isCurrent } from '#server/tasks/queue.ts';
import { sealRun } from '#server/tasks/seal-run.ts';
import { actorOf } from '#server/tasks/task-actor.ts';
import type { TaskOrder, TaskOutcome, TaskTools, TaskWork } from '#server/tasks/work.ts';
import { pushToShop, type RunningPush } from './push-to-shop.ts';

interface Run {
  readonly kit: Kit;
  readonly order: TaskOrder;
  readonly tools: TaskTools;
  readonly pushId: number;
}

/** Styles that are brought to a shop in one transaction. */
const piece = 100;

/** Pushes as tasks: shop by shop, a piece in a transaction that tells its results; run again after a kill it goes on with what is left. */
export const pushWork = (kitOf: (db: Kysely<unknown>) => Kit): TaskWork => ({
  types: [pushTask],
  refuse: ({ actor }) => refuseUnable(actor),
  async run(order, tools) {
    const run = { kit: kitOf(tools.db), order, tools, pushId: Number(order.payload.goods_push_id) };
    for (;;) {
      tools.signal.throwIfAborted();
      if (!(await inTransaction(tools.db, (tx) => doPiece(tx, run)))) break;
      tools.progress(await percentOf(run));
    }
    return await inTransaction(tools.db, (tx) => finish(tx, run));
  },
});

function refuseUnable(actor: Actor): void {
  if (!allows(actor, callsOf(goodsPush).add.access)) throw new Refusal('forbidden');
}

/** Does one piece; false when nothing is left. */
async function doPiece(tx: Tx, run: Run): Promise<boolean> {
  const push = await holdPush(tx, run);
  const { rows } = await sql<{ shop_id: number; spu_id: number }>`
    select shop_id, spu_id from goods_push_result
    where goods_push_id = ${push.id} and outcome = ${pushOutcome.waiting}
      and shop_id = (select min(shop_id) from goods_push_result where goods_push_id = ${push.id} and outcome = ${pushOutcome.waiting})
    order by spu_id limit ${piece}`.execute(tx);
  const [first] = rows;
  if (!first) return false;
  // With the rights of this instant.
  const actor = await actorOf(tx, run.order.actor.id);
  refuseUnable(actor);
  await pushToShop(contextOf(tx, run, actor), push, {
    shopId: first.shop_id,
    spuIds: rows.map(({ spu_id }) => spu_id),
  });
  return true;
}

/** The push, held for as long as the transaction; refused to a run that was cancelled or overtaken. */
async function holdPush(tx: Tx, { order, pushId }: Run): Promise<RunningPush> {
  const { rows } = await sql<RunningPush & { status: number; task_id: number }>`
    select id, push_no, sale_channel_type, sale_channel_values, status, task_id from goods_push where id = ${pushId} for no key update`.execute(
    tx,
  );
  const [push] = rows;
  const { rows: current } = await sql`select 1 from export_task t where ${isCurrent(order)} for share`.execute(tx);
  if (push?.status !== pushState.running || push.task_id !== order.id || current.length === 0)
    throw new Refusal('illegalTransition', '推送已结束或由另一次执行接手');
  return push;
}

/** Where the push stands and that the task has had its effect are one fact. */
async function finish(tx: Tx, run: Run): Promise<TaskOutcome> {
  const { id } = await holdPush(tx, run);
  const context = contextOf(tx, run, run.order.actor);
  await runTransition(run.kit.registry, context, { definition: goodsPush, name: 'finish', id });
  if (!(await sealRun(tx, run.order))) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
  const { rows } = await sql<{ ok_count: number; error_count: number }>`
    select ok_count, error_count from goods_push where id = ${id}`.execute(tx);
  const { ok_count: done, error_count: refused } = rows[0] ?? { ok_count: 0, error_count: 0 };
  return { rows: done + refused, remark: `成功 ${done} 项，失败 ${refused} 项` };
}

async function percentOf({ tools, pushId }: Run): Promise<number> {
  const { rows } = await sql<{ percent: number }>`
    select (count(*) filter (where outcome <> ${pushOutcome.waiting}) * 99 / greatest(count(*), 1))::bigint as percent
    from goods_push_result where goods_push_id = ${pushId}`.execute(tools.db);
  return rows[0]?.percent ?? 0;
}

function contextOf(tx: Tx, { order, tools }: Run, actor: Actor): WriteContext {
  const origin = { requestId: order.serialNo, ip: 'task', device: undefined, userAgent: '' };
  return { db: tx, actor, now: tools.clock.now(), opId: randomUUID(), origin, log: tools.log };
}
