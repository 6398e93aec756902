import { type RawBuilder, sql } from 'kysely';
import { accessesOf, listAddress } from '#contract/areas/shell/addresses.ts';
import { mostWaiting, type Todo, type WorkKind } from '#contract/areas/shell/dashboard.ts';
import { definitions } from '#contract/definitions.ts';
import { type AnyDefinition, isDocument, tableOf } from '#contract/kit/definition.ts';
import { waitingFilter } from '#contract/kit/document-calls.ts';
import type { Tone } from '#contract/kit/states.ts';
import { type CalledTransition, isJudging } from '#contract/kit/transition.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { stepsAwaited, waitsFor } from '#server/kit/around/waiting.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { whereClause } from '#server/kit/list-query.ts';

/** The steps that documents may wait for this person with, by kind. */
export const worksOf = (actor: Actor): Work[] =>
  definitions.filter((one) => mayList(one, actor)).flatMap((one) => workOf(one, actor));

/** Documents of one kind in one state that wait, and which of them have waited longest. */
export interface Counts {
  readonly work: Work;
  readonly todo: Todo;
  /** Ids, and since when in seconds, the oldest first. */
  readonly ids: readonly number[];
  readonly since: readonly number[];
}

/** Documents waiting for a step that this person may take, by kind and state; one statement over every kind. */
export async function countedWork(
  { db, actor }: Pick<ReadContext, 'db' | 'actor'>,
  wanted: readonly Work[],
): Promise<Counts[]> {
  const counts = wanted.flatMap((work) => countOf(work, actor));
  if (counts.length === 0) return [];
  const { rows } = await sql<Counted & { doc: string }>`
    ${sql.join(counts, sql` union all `)}`.execute(db);
  return wanted.flatMap((work) =>
    rows
      .filter((row) => row.doc === work.definition.name)
      .flatMap(({ ids, since, ...row }) =>
        todo(work.definition, { ...row, steps: work.steps }).map((one) => ({ work, todo: one, ids, since })),
      ),
  );
}

/** How many documents stand in one state, and how long the longest has. */
interface Counted {
  readonly status: number;
  readonly count: number;
  readonly oldest: string;
  readonly ids: number[];
  readonly since: number[];
}

/** The steps of one kind that this person holds the key of. */
export interface Work {
  readonly definition: AnyDefinition;
  readonly steps: readonly CalledTransition[];
}

function workOf(definition: AnyDefinition, actor: Actor): Work[] {
  const steps = stepsAwaited(definition, actor);
  return steps.length === 0 ? [] : [{ definition, steps }];
}

function mayList(definition: AnyDefinition, actor: Actor): boolean {
  const access = definition.calls.list?.[1];
  return (
    isDocument(definition) &&
    access !== undefined &&
    // The screen that shows it, too: what nobody can open is nobody's work.
    [access, ...accessesOf(definition)].every((one) => one !== undefined && allows(actor, one)) &&
    listAddress(definition) !== undefined
  );
}

function countOf({ definition }: Work, actor: Actor): RawBuilder<unknown>[] {
  const waits = waitsFor(definition, actor, 'r');
  const scoped = scopeCondition(definition, actor, 'r');
  return waits
    ? [
        sql`select ${definition.name}::text as doc, r.status::int as status, count(*)::int as count, min(r.updated_at) as oldest,
          (array_agg(r.id order by r.updated_at, r.id))[1:${mostWaiting}] as ids,
          (array_agg(extract(epoch from r.updated_at)::float8 order by r.updated_at, r.id))[1:${mostWaiting}] as since from ${sql.table(tableOf(definition))} as r
      ${whereClause([waits, ...(scoped ? [scoped] : [])])} group by r.status`,
      ]
    : [];
}

function todo(
  definition: AnyDefinition,
  { steps, status, count, oldest }: Omit<Counted, 'ids' | 'since'> & { steps: readonly CalledTransition[] },
): Todo[] {
  const [label, , tone] = definition.states?.[status] ?? [];
  const url = listAddress(definition, { status, [waitingFilter]: 1 });
  if (!label || !tone || !url) return [];
  const open = steps.filter((step) => step.from.includes(status));
  return [
    {
      doc: definition.name,
      label: definition.label,
      status,
      state: { label, tone },
      steps: [...new Set(open.map((step) => step.label))],
      kind: kindOf(open, tone),
      count,
      oldest,
      url,
    },
  ];
}

function kindOf(open: readonly CalledTransition[], tone: Tone): WorkKind {
  if (open.some((step) => isJudging(step) || step.approval)) return 'judge';
  if (tone === 'refused') return 'returned';
  return open.every((step) => step.submits) ? 'draft' : 'do';
}
