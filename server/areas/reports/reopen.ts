import { sql } from 'kysely';
import { z } from 'zod';
import { periodCalls, periodState } from '#contract/areas/reports/account-period.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { tellPeriod } from './books-work.ts';

const period = z.string().regex(/^\d{4}-(0[1-9]|1[0-2])$/, '格式应为 yyyy-MM');

interface Closed {
  readonly period: string;
  readonly end: string;
  readonly status: number;
  readonly reopen_by: number | null;
  readonly closed_by: number | null;
}

/** Opens a closed month again: one asks, another agrees (amendments E), and what it was as it was closed is no longer kept. */
export function serveReopening({ registry }: Kit): void {
  registry.write(
    periodCalls.reopen,
    z.strictObject({ period, reason: z.string().trim().min(limits.reasonLeast).max(limits.reason) }),
    async (context, { period: name, reason }) => {
      const found = await lockClosed(context, name);
      if (found.reopen_by !== null)
        throw new Refusal('illegalTransition', `${name} 已有反月结申请，等待他人审核`, 'period');
      await sql`
        update account_period set reopen_by = ${context.actor.id}, reopen_at = ${context.now.toISOString()}, reopen_reason = ${reason} where period = ${name}`.execute(
        context.db,
      );
      await tellPeriod(context, {
        period: name,
        action: 'reopen',
        label: '申请反月结',
        to: periodState.closed,
        remark: reason,
      });
      return { period: name };
    },
  );
  registry.write(
    periodCalls.reopenAudit,
    z.strictObject({ period, result: z.union([z.literal(1), z.literal(2)]) }),
    async (context, { period: name, result }) => {
      const found = await lockClosed(context, name);
      if (found.reopen_by === null) throw new Refusal('illegalTransition', `${name} 没有待审核的反月结申请`, 'period');
      if (found.reopen_by === context.actor.id) throw new Refusal('forbidden', '反月结须由申请人以外的人审核');
      if (result === 1) {
        await sql`delete from stock_balance_month where period = ${name}`.execute(context.db);
        await sql`update account_period set status = ${periodState.open}, closed_by = null, closed_at = null, sealed_at = null where period = ${name}`.execute(
          context.db,
        );
      }
      await sql`update account_period set reopen_by = null, reopen_at = null, reopen_reason = null where period = ${name}`.execute(
        context.db,
      );
      await tellPeriod(context, {
        period: name,
        action: 'reopenAudit',
        label: result === 1 ? '反月结' : '驳回反月结',
        to: result === 1 ? periodState.open : periodState.closed,
      });
      return { period: name };
    },
  );
}

/** The month under lock; refused where it is not closed, or the one behind it is. */
async function lockClosed({ db }: WriteContext, name: string): Promise<Closed> {
  const { rows } = await sql<Closed>`
    select period, end_date::text as end, status, reopen_by, closed_by from account_period where period = ${name} for update`.execute(
    db,
  );
  const [found] = rows;
  if (!found) throw new Refusal('notFound', undefined, 'period');
  if (found.status !== periodState.closed) throw new Refusal('illegalTransition', `${name} 未结账`, 'period');
  const { rows: next } =
    await sql`select 1 from account_period where status = ${periodState.closed} and start_date > ${found.end}::date`.execute(
      db,
    );
  if (next.length > 0) throw new Refusal('illegalTransition', '后一期间已结账，不能反月结', 'period');
  return found;
}
