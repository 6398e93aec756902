import { type Kysely, sql } from 'kysely';
import { z } from 'zod';
import { bookingRule } from '#contract/areas/finance/booking-rule.ts';
import { type RuleEvent, ruleCalls, type TriedEntry } from '#contract/areas/finance/rule-calls.ts';
import { voucher } from '#contract/areas/finance/voucher.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { entriesOf, type Rule, rulesOf } from './book-event.ts';
import type { Bookable } from './booking.ts';
import { bookings } from './bookings.ts';

/** How many of what happened are looked through, and how many of them are offered. */
const lookedThrough = 60;
const offered = 10;

/** What rules make of events of the past: shown, and written nowhere. */
export function serveTrials({ registry }: Kit): void {
  registry.read(ruleCalls.events, z.strictObject({ id }), async (context, asked) => {
    const rule = await ruleOf(context.db, asked.id);
    const list: RuleEvent[] = [];
    for (const told of await eventsOf(context, rule.event)) {
      const read = await bookedBy(context, told, rule);
      if (!read) continue;
      const amount = amountOf(read, rule.part);
      list.push({
        event_id: told.id,
        source_no: read.source.no,
        day: read.day,
        summary: read.summary,
        amount,
      });
      if (list.length === offered) break;
    }
    return { list };
  });
  registry.read(
    ruleCalls.trial,
    z.strictObject({ id, event_id: id, debit_id: id, credit_id: id }),
    async (context, asked) => {
      const rule = await ruleOf(context.db, asked.id);
      const [told] = await eventsOf(context, rule.event, asked.event_id);
      if (!told) throw new Refusal('notFound', undefined, 'event_id');
      const read = await bookedBy(context, told, rule);
      if (!read) throw new Refusal('invalid', '此业务没有该规则的金额', 'event_id');
      const rules = await rulesOf(context, rule.event);
      const proposed = new Map(rules).set(rule.part, { part: rule.part, ...asked });
      return {
        today: await entriesBy(context.db, read, { rules }),
        proposed: await entriesBy(context.db, read, { rules: proposed, before: rules }),
      };
    },
    bookingRule,
  );
}

const id = z.int().min(1);

/** Of which event a rule takes which amount. */
interface RuleKey {
  readonly event: string;
  readonly part: string;
}

async function ruleOf(db: Kysely<unknown>, asked: number): Promise<RuleKey> {
  const { rows } = await sql<RuleKey>`
    select event, part from voucher_rule where id = ${asked}`.execute(db);
  if (!rows[0]) throw new Refusal('notFound');
  return rows[0];
}

interface Told {
  readonly id: number;
  readonly payload: never;
}

/** The latest events of a kind, or one of them: those whose voucher the caller sees, and to whom no data scope is set those without one. */
async function eventsOf({ db, actor }: ReadContext, event: string, one?: number): Promise<Told[]> {
  const { rows } = await sql<Told>`
    select l.id, l.payload from event_log l
    where l.name = ${event} ${one === undefined ? sql`` : sql`and l.id = ${one}`}
      and (exists (select 1 from voucher_event x join voucher v on v.id = x.voucher_id where x.event_id = l.id and ${isVisible(voucher, actor, 'v')})
        or ${actor.scope === 'everything'} and exists (select 1 from voucher_abnormal_event w where w.event_id = l.id))
    order by l.id desc limit ${lookedThrough}`.execute(db);
  return rows;
}

const amountOf = ({ parts }: Bookable, part: string): number =>
  parts.filter((one) => one.part === part).reduce((sum, { amount }) => sum + amount, 0);

/** The voucher of an event in which a part has an amount. */
async function bookedBy(
  context: ReadContext,
  { payload }: Told,
  { event, part }: RuleKey,
): Promise<Bookable | undefined> {
  for (const booking of bookings.filter(({ kind }) => kind.name === event)) {
    const read = await booking.read(context, payload);
    if (read.parts.some((one) => one.part === part && one.amount !== 0)) return read;
  }
  return undefined;
}

/** The entries by these rules; an entry is marked where those of `before` take another subject in its place. */
async function entriesBy(
  db: Kysely<unknown>,
  read: Bookable,
  { rules, before = rules }: { rules: ReadonlyMap<string, Rule>; before?: ReadonlyMap<string, Rule> },
): Promise<TriedEntry[]> {
  const { rows } = await sql<{ id: number; code: string; name: string }>`
    select id, code, name from account_subject`.execute(db);
  const subjects = new Map(rows.map((row) => [row.id, row]));
  return read.parts
    .filter(({ amount }) => amount !== 0)
    .flatMap((part) => {
      const rule = rules.get(part.part);
      if (!rule) return [];
      const was = entriesOf(part, before.get(part.part) ?? rule, read.summary);
      return entriesOf(part, rule, read.summary).map(({ subject_id, debit, credit }, place) => ({
        code: subjects.get(subject_id)?.code ?? '',
        name: subjects.get(subject_id)?.name ?? '',
        debit,
        credit,
        changed: was[place]?.subject_id !== subject_id,
      }));
    });
}
