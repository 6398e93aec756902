import { sql } from 'kysely';
import { type AnyDefinition, tableOf } from '#contract/kit/definition.ts';
import type { NextStep } from '#contract/kit/document-calls.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { type CalledTransition, calledTransitions } from '#contract/kit/transition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { readRightsOf } from '#server/identity/read-rights.ts';
import { authorsOf } from '../approvals.ts';
import type { ReadContext } from '../call-context.ts';
import { onePersonWith } from '../one-person.ts';
import { readRecord } from '../read-record.ts';
import type { DocumentHooks, LockedDocument, NextWay } from '../step.ts';
import { isAwaited } from './waiting.ts';

interface Of {
  readonly definition: AnyDefinition;
  readonly hooks: DocumentHooks;
}

/** Who may take the next step of a document: people with its key who see the document and whom no rule keeps from it. */
export async function readNextStep(context: ReadContext, of: Of, id: number): Promise<NextStep> {
  const { definition, hooks } = of;
  const record = (await readRecord(context.db, definition, { actor: context.actor, id })) as LockedDocument | undefined;
  if (!record) throw new Refusal('notFound');
  const way = (await hooks.next?.(context, record)) ?? usualWay(definition, record);
  if (!way) return { label: null, people: [], total: 0, roles: [] };
  const people = await peopleFor(context, of, { record, way });
  return {
    label: way.label,
    people: people.slice(0, shown).map(({ nickname }) => nickname),
    total: people.length,
    roles: await rolesOf(
      context,
      way.access,
      people.map((one) => one.id),
    ),
  };
}

const shown = 5;
/** A company with more people for one step is not told all of them. */
const asked = 200;

/** The first way on that a document waits for. */
function usualWay(definition: AnyDefinition, record: LockedDocument): NextWay | undefined {
  const found = calledTransitions(definition).find(([, step]) => step.from.includes(record.status) && isAwaited(step));
  if (!found) return undefined;
  const [name, step] = found;
  // A draft waits for who has written it.
  const author = step.submits && definition.editable?.includes(record.status) ? record.created_by : undefined;
  return {
    name,
    label: step.label,
    access: step.access,
    ...(typeof author === 'number' ? { first: [author] } : {}),
  };
}

async function peopleFor(
  context: ReadContext,
  of: Of,
  { record, way }: { record: LockedDocument; way: NextWay },
): Promise<Holder[]> {
  const holders = await seeing(context, of.definition, { record, holders: await holdersOf(context, way.access) });
  const named = way.only ?? way.first;
  const those = named ? holders.filter(({ id }) => named.includes(id)) : [];
  if (way.only || those.length > 0) return those;
  const step = way.name === undefined ? undefined : of.definition.transitions?.[way.name];
  const barred = step ? await barredOf(context, of, { record, step: step as CalledTransition, way, holders }) : none;
  const may = way.name === undefined ? undefined : of.hooks.transitions?.[way.name]?.may;
  return holders.filter((one) => !barred.has(one.id) && !may?.(one, record));
}

const none: ReadonlySet<number> = new Set();

type Holder = Actor;

async function holdersOf({ db }: ReadContext, key: string): Promise<Holder[]> {
  const { rows } = await sql<{ id: number; nickname: string; username: string }>`
    select a.id, a.nickname, a.username from admin a
    where a.status = 1 and exists (
      select 1 from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
      where h.admin_id = a.id and p.permission_key = ${key}
    ) order by a.nickname, a.id limit ${asked}`.execute(db);
  const rights = await readRightsOf(
    db,
    rows.map(({ id }) => id),
  );
  const byId = new Map(rights.map((one) => [one.id, one]));
  return rows.flatMap((row) => {
    const one = byId.get(row.id);
    return one ? [{ ...row, sessionId: 0, permissions: one.permissions, scope: one.scope }] : [];
  });
}

/** Those whose data scope takes in the document: asked once for each scope, which many share. */
async function seeing(
  { db }: ReadContext,
  definition: AnyDefinition,
  { record, holders }: { record: LockedDocument; holders: readonly Holder[] },
): Promise<Holder[]> {
  const byScope = new Map(holders.map((one) => [JSON.stringify(one.scope), one]));
  const sees = new Map<string, boolean>();
  for (const [key, one] of byScope) {
    const seen = scopeCondition(definition, one, 'r');
    const { rows } = seen
      ? await sql`select 1 from ${sql.table(tableOf(definition))} as r where r.id = ${record.id} and ${seen}`.execute(
          db,
        )
      : { rows: [1] };
    sees.set(key, rows.length > 0);
  }
  return holders.filter(({ scope }) => sees.get(JSON.stringify(scope)));
}

interface Judged {
  readonly record: LockedDocument;
  readonly step: CalledTransition;
  readonly way: NextWay;
  readonly holders: readonly Holder[];
}

/** Whom the step would turn away: who has a part in the document, and who may have signed in as one of them (decision 0032). */
async function barredOf(
  context: ReadContext,
  { definition, hooks }: Of,
  { record, step, way, holders }: Judged,
): Promise<ReadonlySet<number>> {
  const told = await hooks.transitions?.[way.name ?? '']?.participants?.(context, [record]);
  const authors = step.approval ? await authorsOf(context, definition, [record]) : [];
  const ids = [...new Set([...(told ?? []), ...authors].flat().map(({ id }) => id))];
  if (ids.length === 0) return none;
  const related = await onePersonWith(
    context,
    holders.map(({ id }) => id),
    ids,
  );
  return new Set([...ids, ...related]);
}

async function rolesOf({ db }: ReadContext, key: string, adminIds: readonly number[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct r.name from admin_role h join role r on r.id = h.role_id and r.status = 1 join role_permission p on p.role_id = r.id
    where h.admin_id = any(${adminIds}::bigint[]) and p.permission_key = ${key} order by 1`.execute(db);
  return rows.map(({ name }) => name);
}
