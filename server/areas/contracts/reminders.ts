import { randomUUID } from 'node:crypto';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { contractState, daysAhead } from '#contract/areas/contracts/contract-enums.ts';
import { noticeWanted } from '#contract/areas/shell/notice.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { inTransaction } from '#server/database/transaction.ts';
import { systemActor } from '#server/identity/actor.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Log } from '#server/platform/log.ts';
import { speaksFor } from './brand-cover.ts';

interface TimerDeps {
  readonly db: Kysely<unknown>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Something that ends soon, and whom it concerns. */
interface Ending {
  readonly id: number;
  readonly end_date: string;
  readonly left_days: number;
  readonly name: string;
  readonly admin_ids: number[];
}

/**
 * Tells the purchaser of each contract and authorisation that ends within 30 and within 7 days, once for each of the two (domain.md
 * §4.4); who was late is told the nearer one alone. Answers how many notices went out. Two processes that look at once tell once.
 */
export async function remindOfEnds({ registry }: Pick<Kit, 'registry'>, house: TimerDeps): Promise<number> {
  return await inTransaction(house.db, async (tx) => {
    const now = house.clock.now();
    const origin = { requestId: 'contract-reminders', ip: '', device: undefined, userAgent: '' };
    const context: WriteContext = { db: tx, actor: systemActor, now, opId: randomUUID(), origin, log: house.log };
    const today = sql`${businessDay(now)}::date`;
    let told = 0;
    for (const [docType, endings, what] of [
      ['contract', endingContracts(today), '合同'],
      ['contractBrandAuth', endingAuthorisations(today), '品牌授权'],
    ] as const) {
      for (const one of await freshOf(tx, docType, { endings, now })) {
        const title = `${what}还有 ${one.left_days} 天到期`;
        const content = `${one.name} 的最后一天是 ${one.end_date}，还有 ${one.left_days} 天。请安排续签或办理终止。`;
        await registry.events.emit(context, noticeWanted, { title, content, admin_ids: one.admin_ids });
        told += 1;
      }
    }
    return told;
  });
}

/** Those that nobody has been told of yet; whoever writes them down tells them. */
async function freshOf(
  tx: WriteContext['db'],
  docType: string,
  { endings, now }: { endings: RawBuilder<unknown>; now: Date },
): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    with e as (select f.*, (select min(d) from unnest(${[...daysAhead]}::int[]) as d where d >= f.left_days) as days from (${endings}) f),
    fresh as (
      insert into contract_reminder (doc_type, doc_id, end_date, days, at)
      select ${docType}::text, e.id, e.end_date, e.days, ${now.toISOString()}::timestamptz from e where cardinality(e.admin_ids) > 0
      on conflict do nothing returning doc_id)
    select e.id, e.end_date, e.left_days, e.name, e.admin_ids from e join fresh on fresh.doc_id = e.id order by e.end_date, e.id`.execute(
    tx,
  );
  return rows;
}

const furthest = Math.max(...daysAhead);

const endingContracts = (today: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select c.id, c.end_date, c.end_date - ${today} as left_days, c.contract_no || '“' || c.name || '”（' || s.name || '）' as name, array[p.admin_id] as admin_ids
  from contract c join supplier s on s.id = c.supplier_id join purchaser p on p.id = c.purchaser_id
  where c.status = ${contractState.inForce} and c.end_date between ${today} and ${today} + ${furthest}::int`;

// Only one that a contract in force stands on, and that no other of the same sort outlasts.
const endingAuthorisations = (today: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select a.id, a.end_date, a.end_date - ${today} as left_days, s.name || ' 的品牌“' || b.name || '”授权' as name, w.admin_ids
  from contract_brand_auth a join supplier s on s.id = a.supplier_id join brand b on b.id = a.brand_id
    cross join lateral (
      select array_agg(distinct p.admin_id) as admin_ids from contract c join purchaser p on p.id = c.purchaser_id
      where c.status = ${contractState.inForce} and a.brand_id = any(c.brand_ids) and ${speaksFor('a', 'c', sql`a.brand_id`)} and c.end_date > a.end_date) w
  where a.end_date between ${today} and ${today} + ${furthest}::int and w.admin_ids is not null
    and not exists (
      select 1 from contract_brand_auth l where l.supplier_id = a.supplier_id and l.brand_id = a.brand_id and l.end_date > a.end_date
        and l.start_date <= a.end_date + 1 and (l.contract_id is null or l.contract_id = a.contract_id))`;
