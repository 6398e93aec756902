import { sql } from 'kysely';
import { z } from 'zod';
import { periodClosing } from '#contract/areas/finance/period-events.ts';
import { accountPeriod, periodCalls, periodState } from '#contract/areas/reports/account-period.ts';
import { inoutWater } from '#contract/areas/reports/inout-water.ts';
import { overviewCall, overviewReport } from '#contract/areas/reports/overview.ts';
import { incontReport, stockBalanceReport } from '#contract/areas/reports/stock-reports.ts';
import { booksTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { serveReport } from '#server/kit/serve-report.ts';
import { queueTask } from '#server/tasks/add-task.ts';
import { booksCheck, checksOf, findPeriod, hindranceOf, openPeriods, refuseUnripe } from './closing.ts';
import { lastDayOver } from './make-balances.ts';
import { overviewSource } from './overview-source.ts';
import { readOverview } from './read-overview.ts';
import { serveReopening } from './reopen.ts';
import { standingSource } from './standing-source.ts';

export const periodName = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '格式应为 yyyy-MM');

/** Balances, the reports over them and the closing of periods. */
export function serveReports(kit: Kit): void {
  const { registry, numbers } = kit;
  serveReport(kit, stockBalanceReport, standingSource);
  serveReport(kit, incontReport, standingSource);
  serveReport(kit, overviewReport, overviewSource);
  registry.read(
    overviewCall,
    z.strictObject({
      date_from: z.iso.date(),
      date_to: z.iso.date(),
      shop_ids: z.array(z.int().min(1)).max(limits.pastedEntries).optional(),
    }),
    readOverview,
  );
  serveEntity(kit, inoutWater);
  serveEntity(kit, accountPeriod);
  serveReopening(kit);
  registry.events.answers(periodClosing, booksCheck);

  registry.write(
    periodCalls.monthClose,
    z.strictObject({ period: periodName, check_only: z.union([z.literal(0), z.literal(1)]) }),
    async (context, asked) => {
      const period = await findPeriod(context.db, asked.period);
      const checks = await checksOf(registry, context, period);
      if (asked.check_only === 1) return { checks, task_id: null };
      await refuseUnripe(context.db, period, context.now);
      const hindrance = hindranceOf(checks);
      if (hindrance) throw new Refusal('illegalTransition', hindrance, 'period');
      const task = await queueTask(context, numbers, {
        type: booksTask,
        name: `月结 ${asked.period}`,
        payload: { period: asked.period },
      });
      return { checks, task_id: task.id };
    },
  );
  registry.read(periodCalls.openPeriods, z.strictObject({}), async (context) => await openPeriods(registry, context));
  registry.write(
    periodCalls.snapshot,
    z.strictObject({ balance_date: z.iso.date() }),
    async (context, { balance_date: day }) => {
      if (day > lastDayOver(context.now)) throw new Refusal('invalid', '这一天还没有结束', 'balance_date');
      const { rows } = await sql`
      select 1 from account_period where status = ${periodState.closed} and ${day}::date between start_date and end_date`.execute(
        context.db,
      );
      if (rows.length > 0) throw new Refusal('illegalTransition', '这一天所在的期间已结账', 'balance_date');
      const task = await queueTask(context, numbers, {
        type: booksTask,
        name: `结存 ${day}`,
        payload: { balance_date: day },
      });
      return { task_id: task.id };
    },
  );
  registry.read(
    periodCalls.closing,
    z.strictObject({ task_id: z.int().min(1) }),
    async ({ db, actor }, { task_id: id }) => {
      const { rows } = await sql<{ status: number; progress: number; remark: string | null }>`
      select status, progress, remark from export_task where id = ${id} and data_type = ${booksTask} and admin_id = ${actor.id}`.execute(
        db,
      );
      if (!rows[0]) throw new Refusal('notFound');
      return rows[0];
    },
  );
}
