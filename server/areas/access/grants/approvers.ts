import { type RawBuilder, sql } from 'kysely';
import { approversShown, type GrantSubject } from '#contract/areas/access/grant.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { type Rights, readRightsOf } from '#server/identity/read-rights.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { onePersonWith } from '#server/kit/one-person.ts';
import { subjects } from './subjects.ts';

interface Candidate {
  readonly grant: number;
  readonly subject: GrantSubject;
  readonly subject_id: number;
  readonly requested_by: number;
  readonly id: number;
  readonly nickname: string;
}

/** Names by request. */
export type Approvers = ReadonlyMap<number, readonly string[]>;

/** Names that are told of one request, the last to know that there are others. */
const told = approversShown + 1;

/**
 * Who may approve each of these waiting requests: in use, with the key and every key that is granted, neither the one who
 * asked nor concerned nor, behind the account, the one who asked; who sees the subject. That a person's data scope covers
 * what is granted is only known once it is in place, so the approval asks that by itself.
 */
export async function approversOf(
  context: Pick<ReadContext, 'db' | 'actor' | 'now'>,
  ids: readonly number[],
): Promise<Approvers> {
  const found = new Map<number, string[]>(ids.map((id) => [id, []]));
  if (ids.length === 0) return found;
  const candidates = await candidatesOf(context, ids);
  const rights = new Map(
    (await readRightsOf(context.db, [...new Set(candidates.map(({ id }) => id))])).map((one) => [one.id, one]),
  );
  const behind = await sameAs(context, candidates);
  const seen = await seers(context, candidates, rights);
  for (const one of candidates) {
    const scope = rights.get(one.id)?.scope;
    if (behind.has(pair(one.requested_by, one.id)) || (one.subject === 'role' && scope !== 'everything')) continue;
    if (!seen.has(pair(one.grant, one.id))) continue;
    const names = found.get(one.grant);
    if (names && names.length < told) names.push(one.nickname);
  }
  return found;
}

async function candidatesOf({ db }: Pick<ReadContext, 'db'>, ids: readonly number[]): Promise<Candidate[]> {
  const deciding = sql.join(
    Object.entries(subjects).map(([subject, { deciding: key }]) => sql`(${subject}::text, ${key}::text)`),
  );
  const { rows } = await sql<Candidate>`
    with g as (
      select id, subject, coalesce(admin_id, role_id, organize_id) as subject_id, admin_id, role_id, requested_by, gained
      from grant_request where id = any(${arrayOf('bigint', ids)}) and state = 0),
    need as (
      select g.id, p.permission_key as key from g, jsonb_to_recordset(g.gained) as i (kind text, id bigint), role_permission p
      where i.kind in ('role', 'passwordOnly') and p.role_id = i.id
      union select g.id, p.permission_key from g, jsonb_to_recordset(g.gained) as i (kind text, id bigint), permission p
      where i.kind = 'permission' and p.id = i.id),
    holds as (
      select a.id, a.nickname, array_agg(distinct p.permission_key) as keys
      from admin a join admin_role h on h.admin_id = a.id join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
      where a.status = 1 group by a.id, a.nickname)
    select g.id as grant, g.subject, g.subject_id, g.requested_by, h.id, h.nickname
    from g join (values ${deciding}) as d (subject, key) on d.subject = g.subject join holds h on d.key = any(h.keys)
    where h.id <> g.requested_by and h.id is distinct from g.admin_id
      and not exists (select 1 from admin_role own where own.role_id = g.role_id and own.admin_id = h.id)
      and not exists (select 1 from need n where n.id = g.id and n.key <> all(h.keys))
    order by g.id, h.id`.execute(db);
  return rows;
}

/** Pairs of who asked and who might be the same person; one question for each who asked. */
async function sameAs(
  context: Pick<ReadContext, 'db' | 'now'>,
  candidates: readonly Candidate[],
): Promise<Set<string>> {
  const pairs = new Set<string>();
  for (const asker of new Set(candidates.map((one) => one.requested_by))) {
    const others = candidates.filter((one) => one.requested_by === asker).map(({ id }) => id);
    for (const id of await onePersonWith(context, [...new Set(others)], [asker])) pairs.add(pair(asker, id));
  }
  return pairs;
}

/** Pairs of request and candidate where the candidate sees whom it is about; one question for each limited candidate and kind. */
async function seers(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  candidates: readonly Candidate[],
  rights: ReadonlyMap<number, Rights>,
): Promise<Set<string>> {
  const seen = new Set<string>();
  for (const key of new Set(candidates.map(({ subject, id }) => pair(subject, id)))) {
    const group = candidates.filter(({ subject, id }) => pair(subject, id) === key);
    const [{ subject, id }] = group as [Candidate];
    const { definition } = subjects[subject];
    const limit = scopeCondition(definition, { ...actor, id, scope: rights.get(id)?.scope ?? [] }, 'r');
    const inSight = limit && (await idsWhere(db, definition, { limit, ids: group.map((one) => one.subject_id) }));
    for (const one of group) if (!inSight || inSight.has(one.subject_id)) seen.add(pair(one.grant, id));
  }
  return seen;
}

async function idsWhere(
  db: ReadContext['db'],
  definition: AnyDefinition,
  { limit, ids }: { limit: RawBuilder<boolean>; ids: readonly number[] },
): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select r.id from ${sql.table(tableOf(definition))} as r where r.id = any(${arrayOf('bigint', ids)}) and coalesce(${limit}, false)`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

const pair = (one: number | string, other: number): string => `${one} ${other}`;
