import { sql } from 'kysely';
import type { Targeting } from '#contract/areas/coupons/coupon-calls.ts';
import { couponState, sendOutcome, sendTarget } from '#contract/areas/coupons/coupon-enums.ts';
import { couponSend } from '#contract/areas/coupons/coupon-send.ts';
import { sendTask } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { DocumentHooks, Step } from '#server/kit/step.ts';
import { queueTask } from '#server/tasks/add-task.ts';
import { actorOf } from '#server/tasks/task-actor.ts';
import { countTargets, resolveNames, targeted } from './targets.ts';

/** Sends: their list is frozen as they are submitted, and they go out as a task of whoever says so, or wrote them (domain.md §4.20). */
export const sendHooks = (numbers: Numbers): DocumentHooks<typeof couponSend> => ({
  async derive(context, values) {
    await refuseCoupon(context, values);
    const names = values.target_type === sendTarget.names ? await namesOf(context, values) : values.names;
    const user_count = await countTargets(context, { ...values, names } as unknown as Targeting);
    return { names, user_count, ok_count: 0, error_count: 0 };
  },
  transitions: {
    submit: { effect: freeze },
    financeAudit: {
      async guard({ context, document, rejects }) {
        if (!rejects) await refuseCoupon(context, document);
      },
    },
    start: { effect: (step) => queue(step, numbers, requireField(step.document, 'last_edited_by')) },
    execute: { effect: (step) => queue(step, numbers) },
    retry: {
      async effect(step) {
        const { context, document } = step;
        await sql`
          update coupon_send_line set outcome = ${sendOutcome.waiting}, error = null, at = null
          where send_id = ${document.id} and outcome = ${sendOutcome.refused}`.execute(context.db);
        return { ...(await queue(step, numbers)), error_count: 0, finished_at: null };
      },
    },
    finish: {
      prepare: async ({ db }, { id }) => await tallyOf(db, id),
      effect: async ({ context }) => ({ finished_at: context.now.toISOString() }),
    },
  },
});

async function queue({ context, document }: Step<typeof couponSend>, numbers: Numbers, by?: number): Promise<Values> {
  const actor = by === undefined ? context.actor : await actorOf(context.db, by);
  const task = await queueTask({ ...context, actor }, numbers, {
    type: sendTask,
    name: `${couponSend.label} ${String(document.send_no)}`,
    payload: { send_id: document.id },
  });
  return { task_id: task.id, runner_id: actor.id };
}

/** How many members got theirs, and how many did not. */
async function tallyOf(db: WriteContext['db'], id: number): Promise<Values> {
  const { rows } = await sql<Values>`
    select count(*) filter (where outcome = ${sendOutcome.done}) as ok_count, count(*) filter (where outcome <> ${sendOutcome.done}) as error_count
    from coupon_send_line where send_id = ${id}`.execute(db);
  return { ...rows[0] };
}

interface Kind {
  readonly status: number;
  readonly total_qty: number;
  readonly sent_qty: number;
  readonly per_user_limit: number;
}

async function refuseCoupon({ db }: WriteContext, { coupon_id, qty_per_user }: Values): Promise<Kind> {
  const { rows } = await sql<Kind>`
    select status, total_qty, sent_qty, per_user_limit from coupon where id = ${coupon_id}`.execute(db);
  const [kind] = rows;
  if (kind?.status !== couponState.ready) throw new Refusal('invalid', '优惠券不在“可发放”状态', 'coupon_id');
  if (Number(qty_per_user) > kind.per_user_limit)
    throw new Refusal('invalid', `此券每人限领 ${kind.per_user_limit} 张`, 'qty_per_user');
  return kind;
}

const shownNames = 5;

async function namesOf(context: WriteContext, { names }: Values): Promise<string[]> {
  const { numbers, unknown } = await resolveNames(context, (names as string[] | null) ?? []);
  if (unknown.length === 0) return numbers;
  const some = unknown.slice(0, shownNames).join('、');
  throw new Refusal('invalid', `名单中有 ${unknown.length} 个不是会员：${some}`, 'names');
}

/** Who it goes to is written down, whoever gets or loses a label from now on. */
async function freeze({ context, document }: Step<typeof couponSend>): Promise<Values> {
  const { db } = context;
  const { id, qty_per_user } = document;
  const { total_qty, sent_qty } = await refuseCoupon(context, document);
  await sql`delete from coupon_send_line where send_id = ${id}`.execute(db);
  const made = await sql`
    insert into coupon_send_line (send_id, user_id)
    select ${id}, m.id from member_user m where ${targeted(document as unknown as Targeting)} order by m.id`.execute(
    db,
  );
  const count = Number(made.numAffectedRows ?? 0n);
  if (count === 0) throw new Refusal('invalid', '没有符合条件的会员', 'target_type');
  const wanted = count * Number(qty_per_user);
  if (wanted > total_qty - sent_qty)
    throw new Refusal('invalid', `需要 ${wanted} 张，此券只剩 ${total_qty - sent_qty} 张`, 'coupon_id');
  return { user_count: count, ok_count: 0, error_count: 0 };
}
