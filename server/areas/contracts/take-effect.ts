import { sql } from 'kysely';
import { contract } from '#contract/areas/contracts/contract.ts';
import { contractState, jointSale, supplement } from '#contract/areas/contracts/contract-enums.ts';
import { contractInForce } from '#contract/areas/contracts/contract-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { refuseUncovered } from './brand-cover.ts';

/** A person says from when it holds: a day that has come, of those that were agreed. */
export async function guardByHand(step: Step<typeof contract>): Promise<void> {
  const { context, document } = step;
  const today = businessDay(context.now);
  const {
    effective_date: day,
    start_date: from,
    end_date: to,
  } = document as unknown as Record<'effective_date' | 'start_date' | 'end_date', string>;
  const refuse = (words: string) => new Refusal('invalid', words, 'effective_date');
  if (day < from || day > to) throw refuse(`生效日期应在 ${from} 至 ${to} 之间`);
  if (day > today) throw refuse('生效日期不能晚于今天');
  await guardEffect(step);
}

/**
 * No other contract of the supplier and the model is in force for one of its brands, and each of them is authorised now (domain.md
 * §4.4). The supplier is locked: of two contracts that take effect at once one finds the other.
 */
export async function guardEffect({ context, document }: Step<typeof contract>): Promise<void> {
  const today = businessDay(context.now);
  if (document.end_date < today)
    throw new Refusal('illegalTransition', `合同 ${String(document.contract_no)} 已过结束日期，不能生效，请作废`);
  await sql`select 1 from supplier where id = ${document.supplier_id} for no key update`.execute(context.db);
  await refuseUncovered(context.db, document.id, today);
  if (document.type !== supplement) await refuseOverlap(context, document);
}

async function refuseOverlap({ db }: WriteContext, document: LockedDocument<typeof contract>): Promise<void> {
  const { rows } = await sql<{ contract_no: string; brands: string }>`
    select c.contract_no, (select string_agg(b.name, '、' order by b.id) from brand b where b.id = any(c.brand_ids) and b.id = any(${document.brand_ids}::bigint[])) as brands
    from contract c
    where c.status = ${contractState.inForce} and c.id <> ${document.id} and c.type <> ${supplement} and c.supplier_id = ${document.supplier_id}
      and c.co_model = ${document.co_model} and c.brand_ids && ${document.brand_ids}::bigint[]
    order by c.id limit 1`.execute(db);
  const [other] = rows;
  if (other)
    throw new Refusal(
      'invalid',
      `执行中的合同 ${other.contract_no} 已包含品牌“${other.brands}”，请先终止它或等它到期`,
      'brand_ids',
    );
}

/** The contract is in force: from the day that was said, or by the clock from its first day, once it was approved. */
export async function takeEffect({ registry }: Pick<Kit, 'registry'>, step: Step<typeof contract>): Promise<Values> {
  const { context, document } = step;
  const effective_date =
    (typeof step.set.effective_date === 'string' ? step.set.effective_date : undefined) ??
    (await clockDay(context, document));
  await registry.events.emit(context, contractInForce, {
    contract_id: document.id,
    contract_no: document.contract_no,
    supplier_id: document.supplier_id,
    effective_date,
    co_model: document.co_model,
    terms: {
      settle_cycle: document.settle_cycle,
      settle_days: document.settle_days,
      tax_rate_bp: document.tax_rate_bp,
      invoice_type: document.invoice_type,
      ...(document.co_model === jointSale ? { take_rate_bp: document.take_rate_bp } : {}),
    },
  });
  return { effective_date };
}

/**
 * A server that was off takes the step later than the day it is from: its first day, that of its approval, or the day on which what
 * stood in its way was over, whichever came last.
 */
async function clockDay({ db, now }: WriteContext, document: LockedDocument<typeof contract>): Promise<string> {
  const { rows } = await sql<{ approved: string | null; free: string | null }>`
    select (select max(at) from audit_log where doc_type = ${contract.name} and doc_id = ${document.id} and action = 'audit' and result = 1) as approved,
      (select max(coalesce(c.terminate_date, c.end_date + 1)) from contract c
        where c.status in (${contractState.expired}, ${contractState.terminated}) and c.effective_date is not null and c.type <> ${supplement} and ${document.type}::int <> ${supplement}::int
          and c.supplier_id = ${document.supplier_id} and c.co_model = ${document.co_model} and c.brand_ids && ${document.brand_ids}::bigint[]) as free`.execute(
    db,
  );
  const { approved, free } = rows[0] ?? { approved: null, free: null };
  const days = [document.start_date, approved ? businessDay(new Date(approved)) : '', free ?? ''];
  const today = businessDay(now);
  const last = days.reduce((one, other) => (other > one ? other : one));
  return last < today ? last : today;
}
