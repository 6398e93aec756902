import { sql } from 'kysely';
import { z } from 'zod';
import { abnormalCalls, voucherAbnormal } from '#contract/areas/finance/voucher-abnormal.ts';
import { abnormalState } from '#contract/areas/finance/voucher-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits, tooManyEntries } from '#contract/kit/limits.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { makeVoucher } from './book-event.ts';
import { bookings } from './bookings.ts';

/** Events without a voucher: made again, or left out (domain.md §4.26). */
export function serveAbnormal(kit: Kit): void {
  serveEntity(kit, voucherAbnormal);
  kit.registry.write(abnormalCalls.retry, z.strictObject({ ids }), async (context, asked) => {
    const errors: { id: number; error: string }[] = [];
    for (const one of await waiting(context, asked.ids)) {
      const error = await bookAgain(kit, context, one);
      if (error !== undefined) errors.push({ id: one.id, error });
    }
    return { ok_count: asked.ids.length - errors.length, errors };
  });
  kit.registry.write(
    abnormalCalls.ignore,
    z.strictObject({ ids, reason: z.string().trim().min(limits.reasonLeast).max(limits.reason) }),
    async (context, { ids: asked, reason }) => {
      const rows = await waiting(context, asked);
      const own = rows.find(({ created_by }) => created_by === context.actor.id);
      if (own) throw new Refusal('forbidden', `${own.source_no} 由您本人的操作产生，须由他人忽略`);
      await sql`
        update voucher_abnormal set status = ${abnormalState.ignored}, ignore_reason = ${reason}, version = version + 1,
          updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()} where id = any(${asked}::bigint[])`.execute(
        context.db,
      );
      await told(context, rows, { action: 'ignore', label: '忽略', remark: reason });
      return { count: rows.length };
    },
  );
}

const ids = z
  .array(z.int().min(1))
  .min(1)
  .max(limits.pastedEntries, tooManyEntries())
  .refine((list) => new Set(list).size === list.length, { message: '不能重复' });

interface Row {
  readonly id: number;
  readonly event_id: number;
  readonly event: string;
  readonly biz_type: number;
  readonly payload: never;
  readonly source_no: string;
  readonly created_by: number;
}

/** The rows under lock, in the one order of locks; all of them wait to be dealt with. */
async function waiting({ db }: WriteContext, asked: readonly number[]): Promise<Row[]> {
  const { rows } = await sql<Row & { status: number }>`
    select a.id, a.biz_type, l.id as event_id, l.name as event, l.payload, a.source_no, a.created_by, a.status
    from voucher_abnormal a join voucher_abnormal_event e on e.voucher_abnormal_id = a.id join event_log l on l.id = e.event_id
    where a.id = any(${[...asked]}::bigint[]) order by a.id for update of a`.execute(db);
  if (rows.length !== asked.length) throw new Refusal('notFound');
  const done = rows.find(({ status }) => status !== abnormalState.waiting);
  if (done) throw new Refusal('illegalTransition', `${done.source_no} 已处理`);
  return rows;
}

/** Why there is still none, or undefined where there is one now, or nothing to book. */
async function bookAgain(kit: Kit, context: WriteContext, one: Row): Promise<string | undefined> {
  const found = bookings.find(({ kind, biz }) => kind.name === one.event && biz === one.biz_type);
  if (!found) throw new Error(`no booking of ${one.event}`);
  const read = await found.read(context, one.payload);
  const made = await makeVoucher(kit, context, {
    biz: found.biz,
    event: { id: one.event_id, name: one.event },
    read,
  });
  const hindrance = typeof made === 'object' ? made : undefined;
  const voucherId = typeof made === 'number' ? made : null;
  await sql`
    update voucher_abnormal set retry_count = retry_count + 1, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()},
      status = ${hindrance ? abnormalState.waiting : abnormalState.dealt}, voucher_id = ${voucherId},
      error_type = coalesce(${hindrance?.type ?? null}::smallint, error_type), error = coalesce(${hindrance?.words ?? null}::text, error)
    where id = ${one.id}`.execute(context.db);
  await told(context, [one], { action: 'retry', label: '重新生成', remark: hindrance?.words ?? null });
  return hindrance?.words;
}

async function told(
  context: WriteContext,
  rows: readonly Row[],
  what: { action: string; label: string; remark: string | null },
): Promise<void> {
  await writeAudit(
    context,
    rows.map(({ id, source_no }) => ({ docType: voucherAbnormal.name, docId: id, docNo: source_no, ...what })),
  );
}
