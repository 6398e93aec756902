import { sql } from 'kysely';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { abnormalOf } from '#contract/areas/finance/voucher-enums.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { openDayFor } from '#server/terms/open-day.ts';
import type { Bookable, Booking, Part } from './booking.ts';
import { keepUnbooked } from './keep-unbooked.ts';

/** Why no voucher could be made. */
interface Hindrance {
  readonly type: number;
  readonly words: string;
}

/** A rule in use: the subjects that take one part of an event. */
export interface Rule {
  readonly part: string;
  readonly debit_id: number;
  readonly credit_id: number;
}

/**
 * Makes the voucher of an event, in its transaction. Where that cannot be, what happened stays as it is and an abnormal voucher keeps the
 * event, so that it is booked once the cause is gone.
 */
export async function bookEvent(kit: Pick<Kit, 'numbers'>, context: WriteContext, one: Told): Promise<void> {
  if (one.event === undefined) throw new Error(`${one.booking.kind.name} is not kept`);
  const { biz, kind } = one.booking;
  const read = await one.booking.read(context, one.payload);
  const made = await makeVoucher(kit, context, { biz, event: { id: one.event, name: kind.name }, read });
  if (made === undefined || typeof made === 'number') return;
  await keepUnbooked(context, {
    event: one.event,
    period: read.day.slice(0, 7),
    biz,
    source: { type: read.source.definition.name, no: read.source.no },
    type: made.type,
    words: made.words,
  });
}

/** An event with what it carries, and its id in `event_log`. */
interface Told {
  readonly booking: Booking;
  readonly payload: never;
  readonly event: number | undefined;
}

interface Making {
  readonly biz: number;
  readonly event: { readonly id: number; readonly name: string };
  readonly read: Bookable;
}

/** The id of the voucher; undefined where there is nothing to book (domain.md §7.2: no amount, no voucher); why not, where it cannot be made. */
export async function makeVoucher(
  kit: Pick<Kit, 'numbers'>,
  context: WriteContext,
  { biz, event, read }: Making,
): Promise<number | undefined | Hindrance> {
  const parts = read.parts.filter(({ amount }) => amount !== 0);
  if (parts.length === 0) return undefined;
  const rules = await rulesOf(context, event.name);
  const without = parts.find(({ part }) => !rules.has(part));
  if (without)
    return { type: abnormalOf.unmapped, words: `事件 ${event.name} 的“${without.part}”没有可用的凭证规则或科目已停用` };
  const open = await openDayFor(context.db, read.day);
  if (!open) return { type: abnormalOf.closed, words: `${read.day} 及以后没有已开启的会计期间` };
  const lines = parts.flatMap((part) => entriesOf(part, rules.get(part.part) as Rule, read.summary));
  const sum = lines.reduce((total, { debit }) => total + debit, 0);
  const { id } = await createDocument(kit, context, {
    definition: voucher,
    values: {
      period: open.period,
      voucher_date: open.day,
      biz_type: biz,
      summary: read.summary,
      debit_amount: sum,
      credit_amount: sum,
    },
    lines,
    source: read.source,
  });
  await sql`insert into voucher_event (voucher_id, event_id) values (${id}, ${event.id})`.execute(context.db);
  return id;
}

/** The rules of an event by part, those whose subjects are in use. */
export async function rulesOf({ db }: Pick<ReadContext, 'db'>, event: string): Promise<Map<string, Rule>> {
  const { rows } = await sql<Rule>`
    select r.part, d.id as debit_id, c.id as credit_id from voucher_rule r
    join account_subject d on d.code = r.debit_code and d.status = 1
    join account_subject c on c.code = r.credit_code and c.status = 1
    where r.event = ${event}`.execute(db);
  return new Map(rows.map((rule) => [rule.part, rule]));
}

/** One pair of entries: balanced by itself, so every voucher is. */
export function entriesOf({ amount, debit = {}, credit = {} }: Part, rule: Rule, summary: string) {
  const value = Math.abs(amount);
  const [onDebit, onCredit] = [
    { summary, subject_id: rule.debit_id, ...debit },
    { summary, subject_id: rule.credit_id, ...credit },
  ];
  return amount > 0
    ? [
        { ...onDebit, debit: value, credit: 0 },
        { ...onCredit, debit: 0, credit: value },
      ]
    : [
        { ...onCredit, debit: value, credit: 0 },
        { ...onDebit, debit: 0, credit: value },
      ];
}
