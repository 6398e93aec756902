import { type RawBuilder, sql } from 'kysely';
import type { GrantQuestion, GrantRequest, GrantSubject } from '#contract/areas/access/grant.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { whereClause } from '#server/kit/list-query.ts';
import { approversOf } from './approvers.ts';
import type { StoredItem } from './item.ts';
import { subjects } from './subjects.ts';

type Asker = Pick<ReadContext, 'db' | 'actor' | 'now'>;

/** Requests that the caller made, and those about subjects the caller may see, each with who may approve it; newest first. */
export async function listGrants(
  context: Asker,
  asked: GrantQuestion,
): Promise<{ list: GrantRequest[]; total: number }> {
  const { list, total } = await readGrants(context, asked);
  const approvers = await approversOf(
    context,
    list.filter(({ state }) => state === 0).map(({ id }) => id),
  );
  return { list: list.map((one) => ({ ...one, approvers: approvers.get(one.id)?.slice() ?? null })), total };
}

/** The same without who may approve; `oldest` is when the first of all that were found was asked for. */
export async function readGrants(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  asked: GrantQuestion,
): Promise<{ list: Omit<GrantRequest, 'approvers'>[]; total: number; oldest: string | null }> {
  const size = asked.page_size ?? limits.pageSize;
  const conditions = [visibleTo(actor)];
  if (asked.mine) conditions.push(decidableBy(actor));
  if (asked.state !== undefined) conditions.push(sql<boolean>`g.state = ${asked.state}`);
  if (asked.subject) conditions.push(sql<boolean>`g.subject = ${asked.subject}`);
  if (asked.subject_id)
    conditions.push(sql<boolean>`coalesce(g.admin_id, g.role_id, g.organize_id) = ${asked.subject_id}`);
  const filtered = sql`${tables}${whereClause(conditions)}`;
  const { rows } = await sql<Row>`
    select g.id, g.subject, coalesce(g.admin_id, g.role_id, g.organize_id) as subject_id, coalesce(a.nickname, r.name, o.name) as subject_name,
      coalesce(a.username, r.code, o.code) as subject_hint, g.gained, g.lost, g.state, g.requested_by, q.nickname as requested_by__title, g.requested_at,
      g.decided_by, d.nickname as decided_by__title, g.decided_at, g.remark,
      ${decidableBy(actor)} as decidable
    ${filtered} order by g.id desc limit ${size} offset ${((asked.page ?? 1) - 1) * size}`.execute(db);
  const { rows: counted } = await sql<{ total: number; oldest: string | null }>`
    select count(*) as total, min(g.requested_at) as oldest ${filtered}`.execute(db);
  return {
    list: rows.map((row) => toRequest(row, actor)),
    total: counted[0]?.total ?? 0,
    oldest: counted[0]?.oldest ?? null,
  };
}

/** What waits about one subject, as its detail shows it. */
export async function waitingAbout(context: Asker, subject: GrantSubject, id: number): Promise<GrantRequest[]> {
  return (await listGrants(context, { state: 0, subject, subject_id: id, page_size: limits.pageSizeMost })).list;
}

type Row = Omit<GrantRequest, 'allowed' | 'approvers' | 'gained' | 'lost'> & {
  gained: StoredItem[];
  lost: StoredItem[];
  decidable: boolean;
};

const tables = sql`
  from grant_request g left join admin a on a.id = g.admin_id left join role r on r.id = g.role_id left join organize o on o.id = g.organize_id
  join admin q on q.id = g.requested_by left join admin d on d.id = g.decided_by`;

function visibleTo(actor: Actor): RawBuilder<boolean> {
  const seen = (Object.keys(subjects) as GrantSubject[])
    .filter((subject) => actor.permissions.has(subjects[subject].viewing))
    .map((subject) => {
      const scoped = scopeCondition(subjects[subject].definition, actor, aliases[subject]);
      return scoped ? sql<boolean>`(g.subject = ${subject} and ${scoped})` : sql<boolean>`g.subject = ${subject}`;
    });
  return sql<boolean>`(${sql.join([sql`g.requested_by = ${actor.id}`, ...seen], sql` or `)})`;
}

const aliases: Readonly<Record<GrantSubject, string>> = { admin: 'a', role: 'r', organize: 'o' };

/** Those that wait for this person's word: they neither asked for them nor gain by them, and hold the key. */
function decidableBy(actor: Actor): RawBuilder<boolean> {
  const decided = (Object.keys(subjects) as GrantSubject[]).filter((one) =>
    actor.permissions.has(subjects[one].deciding),
  );
  return sql<boolean>`(g.state = 0 and g.subject = any(${decided}) and g.requested_by <> ${actor.id} and g.admin_id is distinct from ${actor.id}
    and not exists (select 1 from admin_role h where h.role_id = g.role_id and h.admin_id = ${actor.id}))`;
}

function toRequest({ decidable, gained, lost, ...row }: Row, actor: Actor): Omit<GrantRequest, 'approvers'> {
  return {
    ...row,
    gained: gained.map(shown),
    lost: lost.map(shown),
    allowed: { decide: decidable, withdraw: row.state === 0 && row.requested_by === actor.id },
  };
}

const shown = ({ kind, id, name }: StoredItem) => ({ kind, id, name });
