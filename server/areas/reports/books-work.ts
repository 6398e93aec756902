import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { accountPeriod, periodCalls } from '#contract/areas/reports/account-period.ts';
import { booksTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { allows } from '#server/identity/actor.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { sealRun } from '#server/tasks/seal-run.ts';
import type { TaskOrder, TaskOutcome, TaskTools, TaskWork } from '#server/tasks/work.ts';
import { checksOf, findPeriod, hindranceOf, type Period, refuseUnripe } from './closing.ts';
import { makeAll, makeBalances } from './make-balances.ts';

/**
 * Balances up to a day, or a month's closing, as tasks. A closing makes the balances first; that the month is closed, that what it was is kept and that
 * the task has had its effect are one transaction, so that a killed one has closed it or not.
 */
export const booksWork = (kitOf: (db: Kysely<unknown>) => Kit): TaskWork => ({
  types: [booksTask],
  refuse,
  async run(order, tools) {
    const { period, balance_date: day } = order.payload;
    if (typeof period === 'string') return await close(kitOf(tools.db), order, tools);
    const days = await makeAll(tools.db, String(day), () => tools.progress(50));
    return await inTransaction(tools.db, async (tx) => {
      if (!(await sealRun(tx, order))) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
      return { rows: days, remark: `已生成 ${days} 天结存` };
    });
  },
});

function refuse({ actor, payload }: TaskOrder): void {
  const call = typeof payload.period === 'string' ? periodCalls.monthClose : periodCalls.snapshot;
  if (!allows(actor, call.access)) throw new Refusal('forbidden');
}

async function close(kit: Kit, order: TaskOrder, tools: TaskTools): Promise<TaskOutcome> {
  const name = String(order.payload.period);
  const asked = await findPeriod(tools.db, name);
  await makeAll(tools.db, asked.end, () => tools.progress(40));
  tools.progress(60);
  return await inTransaction(tools.db, async (tx) => {
    // Postings that are under way end first, later ones wait: each is in the month as it is closed, or on a later day. Before the period's row,
    // which the same postings hold when they book.
    await sql`lock table stock_ledger, stock_value_ledger in share mode`.execute(tx);
    await sql`select 1 from account_period where status = 1 order by start_date for update`.execute(tx);
    const context = contextOf(tx, order, tools);
    const period = await findPeriod(tx, name);
    await refuseUnripe(tx, period, context.now);
    const hindrance = hindranceOf(await checksOf(kit.registry, context, period));
    if (hindrance) throw new Refusal('illegalTransition', hindrance);
    await closeMonth(context, period);
    if (!(await sealRun(tx, order))) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
    return { rows: 1, remark: `${name} 已结账` };
  });
}

/** Closes a month in which nothing is in the way, and the empty ones before it: what it was is kept, the next one is open. */
export async function closeMonth(context: WriteContext, period: Period): Promise<void> {
  const { db, actor, now } = context;
  await makeBalances(db, period.end);
  await keepMonth(db, period);
  await sql`
    update account_period set status = 2, closed_by = ${actor.id}, closed_at = ${now.toISOString()}, sealed_at = clock_timestamp(), reopen_by = null, reopen_at = null, reopen_reason = null
    where status = 1 and end_date <= ${period.end}::date`.execute(db);
  await sql`update account_period set status = 1 where status = 0 and start_date = ${period.end}::date + 1`.execute(db);
  await tellPeriod(context, { period: period.period, action: 'monthClose', label: '月结', to: 2 });
}

const kept = sql.raw(
  'begin_qty, in_qty, out_qty, end_qty, begin_amount, in_amount, out_amount, adjust_amount, end_amount, transit_qty, transit_amount',
);
const summed = sql.raw(
  [
    'begin_qty',
    'in_qty',
    'out_qty',
    'end_qty',
    'begin_amount',
    'in_amount',
    'out_amount',
    'adjust_amount',
    'end_amount',
    'transit_qty',
    'transit_amount',
  ]
    .map((name) => `sum(${name})`)
    .join(', '),
);

async function keepMonth(
  tx: Tx,
  { period, start, end }: { period: string; start: string; end: string },
): Promise<void> {
  await sql`
    insert into stock_balance_month (period, warehouse_id, sku_id, imperfect_type, co_model, supplier_id, ${kept})
    select ${period}, warehouse_id, sku_id, imperfect_type, co_model, supplier_id, ${summed}
    from stock_standing(${start}::date, ${end}::date) group by warehouse_id, sku_id, imperfect_type, co_model, supplier_id`.execute(
    tx,
  );
}

/** Puts a step of a month into the audit trail. */
export async function tellPeriod(
  context: WriteContext,
  {
    period,
    action,
    label,
    to,
    remark = null,
  }: { period: string; action: string; label: string; to: number; remark?: string | null },
): Promise<void> {
  const { rows } = await sql<{ id: number }>`select id from account_period where period = ${period}`.execute(
    context.db,
  );
  await writeAudit(context, [
    { docType: accountPeriod.name, docId: rows[0]?.id ?? 0, docNo: period, action, label, remark, toStatus: to },
  ]);
}

function contextOf(tx: Tx, { actor, serialNo }: TaskOrder, { clock, log }: TaskTools): WriteContext {
  const origin = { requestId: serialNo, ip: 'task', device: undefined, userAgent: '' };
  return { db: tx, actor, now: clock.now(), opId: randomUUID(), origin, log };
}
