import { type RawBuilder, sql } from 'kysely';
import { systemActor } from '#server/identity/actor.ts';
import type { ReadContext } from './call-context.ts';

/** For so long after a person has chosen a password of their own, who handed one out may still be at work under their name. */
export const daysToNotice = 30;

/**
 * Which of `accounts` may be used by the same person as one of `others` (decision 0032). Whoever sets a password, a first
 * one included, or takes a second factor away can sign in as that person, and from there as whom that person let in. It
 * ends when the person has lived for `daysToNotice` with a password of their own: the change that a reset forces proves
 * nothing, because who knows the old password makes it. A second factor from before it lifts it: there the password alone
 * opens nothing. Two accounts whose passwords one third person has reset count too, two that one person has added do not:
 * a new company could decide nothing.
 */
export async function onePersonWith(
  { db, now }: Pick<ReadContext, 'db' | 'now'>,
  accounts: readonly number[],
  others: readonly number[],
): Promise<Set<number>> {
  const asked = [sql`select unnest(${accounts}::bigint[])`, sql`select unnest(${others}::bigint[])`] as const;
  const { rows } = await sql<{ account: number }>`with recursive ${waysIn(now, asked)} ${onePerson(asked)}`.execute(db);
  return new Set(rows.map(({ account }) => account));
}

/** The two sides of the question, each as a query of ids. */
type Sides = readonly [accounts: RawBuilder<unknown>, others: RawBuilder<unknown>];

/** Who may sign in as these people, as `way_in` of a recursive `with`: the first half of `onePersonWith` for statements that ask more. */
export const waysIn = (now: Date, [accounts, others]: Sides): RawBuilder<unknown> => sql`
    way_in (account, person, own, lasting) as (
      select id, id, true, true from (${accounts} union ${others}) as asked (id)
      union
      select w.account, l.admin_id, false, w.lasting and l.action <> 'add'
      from way_in w join audit_log l on l.doc_type = 'admin' and l.doc_id = w.person and l.action in ('add', 'resetPassword', 'resetSecondFactor')
      where l.admin_id <> ${systemActor.id} and (l.action <> 'add' or l.at > (${secondSuperSince}))
        and not exists (
          select 1 from audit_log c
          where c.doc_type = 'admin' and c.doc_id = l.doc_id and c.action = 'changePassword' and c.id > l.id
            and c.at <= ${now.toISOString()}::timestamptz - make_interval(days => ${daysToNotice}))
        and not exists (select 1 from second_factor f where f.admin_id = l.doc_id and f.secret is not null and f.since < l.at)
    )`;

/** The other half: those of the accounts that share a person with one of the others, as a query. */
export const onePerson = ([accounts, others]: Sides): RawBuilder<unknown> => sql`
    select distinct one.account from way_in one join way_in other on other.person = one.person
    where one.account in (${accounts}) and other.account in (${others})
      and (one.own or other.own or (one.lasting and other.lasting))`;

// A company with one super has nobody but them to add people and to approve what those do: what they added until there was
// a second one is not held against them.
const secondSuperSince = sql`
  select coalesce(min(g.decided_at), case when (select count(*) from admin_role h where h.role_id = r.id) > 1 then '-infinity'::timestamptz else 'infinity'::timestamptz end)
  from role r left join grant_request g on g.state = 1 and g.subject = 'admin' and g.gained @> jsonb_build_array(jsonb_build_object('kind', 'role', 'id', r.id))
  where r.code = 'super' group by r.id`;
