import { sql } from 'kysely';
import type { Access } from '#contract/kit/call.ts';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { readRightsOf } from '#server/identity/read-rights.ts';
import type { ReadContext, WriteContext } from './call-context.ts';
import { daysToNotice, onePersonWith } from './one-person.ts';

/** Somebody would judge what he has a part in: refused like any step that is not open, and kept in the trail. */
export class SeparationRefusal extends Refusal {}

/** Somebody with a part in what is judged. */
export interface Participant {
  readonly id: number;
  /** Which part, for the refusal: 盘点人. */
  readonly part: string;
}

/** What is judged, in words, and who besides may do it, as a clause that follows. */
interface Judged {
  readonly words: string;
  others?(): Promise<string>;
}

/**
 * The one rule of who may not judge: nobody with a part in it, and nobody who may have signed in as one of those or the
 * other way round (amendments E, decision 0032). Nobody is excepted.
 */
export async function refuseParticipant(
  context: WriteContext,
  participants: readonly Participant[],
  judged: Judged,
): Promise<void> {
  await refuseRelated(context, participants, { ...judged, related: await relatedOf(context, participants) });
}

/** The same, where it is known already who of them may be the same person as the caller. */
export async function refuseRelated(
  { actor }: Pick<WriteContext, 'actor'>,
  participants: readonly Participant[],
  { words, others, related }: Judged & { readonly related: ReadonlySet<number> },
): Promise<void> {
  const refused = barringWords(actor.id, participants, related)?.(words);
  if (refused)
    throw new SeparationRefusal('illegalTransition', `${refused}；${(await others?.()) ?? '请由其他人审批'}`);
}

/**
 * Why a person may not judge what these have a part in, for a judgement in words (审核同一调价单); undefined where they may. `related`:
 * the participants who may be the same person.
 */
export function barringWords(
  adminId: number,
  participants: readonly Participant[],
  related: ReadonlySet<number>,
): ((words: string) => string) | undefined {
  const own = participants.find(({ id }) => id === adminId);
  if (own) return (words) => `您是${own.part}，不能${words}`;
  const other = participants.find(({ id }) => related.has(id));
  return (
    other &&
    ((words) =>
      `您与${other.part}的账号可能由同一人登录过（设置过密码或取消过两步验证），本人改密满 ${daysToNotice} 天前不能${words}`)
  );
}

/** Those participants who may be the same person as the caller. */
export async function relatedOf(
  context: Pick<ReadContext, 'db' | 'now' | 'actor'>,
  participants: readonly Participant[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(participants.map(({ id }) => id))];
  return ids.length === 0 ? new Set() : await onePersonWith(context, ids, [context.actor.id]);
}

interface Sought {
  readonly definition: AnyDefinition;
  readonly ids: readonly number[];
  readonly step: { readonly label: string; readonly access: Access };
  readonly participants: readonly Participant[];
}

/** Who may judge these documents, as the way on that a refusal names; or what has to be done where nobody may. */
export async function otherApprovers(context: WriteContext, sought: Sought): Promise<string> {
  const { definition, step } = sought;
  const names = await namesOfFree(context, sought);
  if (names.length === 0)
    return `目前没有人可以${step.label}，请给未参与此单的人开通“${definition.label} · ${step.label}”权限`;
  const [shown, more] = [names.slice(0, namesShown), names.length > namesShown];
  return `请 ${shown.join('、')}${more ? ' 等' : ''} ${step.label}`;
}

const namesShown = 3;
const peopleAsked = 50;

/** People in use with the key, who see all of the documents and have no part in them. */
async function namesOfFree(context: WriteContext, { definition, ids, step, participants }: Sought): Promise<string[]> {
  const { db, actor } = context;
  const taking = [...new Set(participants.map(({ id }) => id))];
  const { rows: people } = await sql<{ id: number; nickname: string }>`
    select a.id, a.nickname from admin a
    where a.status = 1 and a.id <> ${actor.id} and a.id <> all(${taking}::bigint[]) and exists (
      select 1 from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
      where h.admin_id = a.id and p.permission_key = ${step.access})
    order by a.id limit ${peopleAsked}`.execute(db);
  const related = await onePersonWith(
    context,
    people.map(({ id }) => id),
    taking,
  );
  const rights = await readRightsOf(
    db,
    people.map(({ id }) => id).filter((id) => !related.has(id)),
  );
  const free = new Set<number>();
  for (const { id, scope } of rights) {
    const seen = scopeCondition(definition, { ...actor, id, scope }, 'r');
    if (free.size > namesShown || !(await seesAll(context, { definition, ids, seen }))) continue;
    free.add(id);
  }
  return people.filter(({ id }) => free.has(id)).map(({ nickname }) => nickname);
}

async function seesAll(
  { db }: WriteContext,
  { definition, ids, seen }: Pick<Sought, 'definition' | 'ids'> & { seen: ReturnType<typeof scopeCondition> },
): Promise<boolean> {
  if (!seen) return true;
  const { rows } = await sql`
    select 1 from ${sql.table(tableOf(definition))} as r where r.id = any(${ids}::bigint[]) and not coalesce(${seen}, false) limit 1`.execute(
    db,
  );
  return rows.length === 0;
}
