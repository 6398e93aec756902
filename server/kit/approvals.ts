import { sql } from 'kysely';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import {
  calledTransitions,
  historySteps,
  isCalled,
  openTransitions,
  targetsOf,
  verdict,
} from '#contract/kit/transition.ts';
import { approverRows, approversOf, editorRows, editorsOf, type PeopleRow, peopleOf } from './audit-trail.ts';
import type { ReadContext, WriteContext } from './call-context.ts';
import { onePerson, waysIn } from './one-person.ts';
import { otherApprovers, type Participant, refuseRelated, relatedOf } from './participants.ts';
import type { LockedDocument, Step, TransitionHooks } from './step.ts';

/** Who made what an approver judges (amendments E): those whom every document has. By document, in the order of these. */
export async function authorsOf(
  { db }: Pick<ReadContext, 'db'>,
  definition: AnyDefinition,
  documents: readonly LockedDocument[],
): Promise<Participant[][]> {
  const ids = documents.map(({ id }) => id);
  const steps = historySteps(definition);
  const editors = await editorsOf(db, definition.name, ids);
  const earlier = goesOn(definition) ? await approversOf(db, definition.name, ids, steps) : new Map<number, number[]>();
  return documents.map((document) => partsIn(document, { editors, earlier }));
}

interface History {
  readonly editors: ReadonlyMap<number, number[]>;
  readonly earlier: ReadonlyMap<number, number[]>;
}

function partsIn(document: LockedDocument, { editors, earlier }: History): Participant[] {
  const people = (part: string, found: readonly unknown[]): Participant[] =>
    found.flatMap((id) => (typeof id === 'number' ? { id, part } : []));
  return [
    ...people('制单人', [document.created_by]),
    ...people('编辑人', editors.get(document.id) ?? []),
    ...people('提交人', [document.submitted_by]),
    ...people('已审核人', earlier.get(document.id) ?? []),
  ];
}

interface Judging {
  readonly definition: AnyDefinition;
  readonly documents: readonly LockedDocument[];
  /** Whom the document names besides. */
  readonly told: readonly Participant[];
}

/**
 * Everybody with a part in these documents and which of them may be the caller, in one statement: every judgement of a document pays for
 * it. Says what `authorsOf` and `relatedOf` say one after the other.
 */
async function judgedBy(
  { db, now, actor }: WriteContext,
  { definition, documents, told }: Judging,
): Promise<{ participants: Participant[]; related: ReadonlySet<number> }> {
  const ids = documents.map(({ id }) => id);
  const known = [...documents.flatMap((one) => [one.created_by, one.submitted_by]), ...told.map(({ id }) => id)].filter(
    (id) => typeof id === 'number',
  );
  const earlier = goesOn(definition)
    ? approverRows(definition.name, ids, historySteps(definition))
    : sql`select null::bigint as doc_id, null::bigint[] as admin_ids where false`;
  const sides = [sql`select id from part`, sql`select ${actor.id}::bigint`] as const;
  const { rows } = await sql<{ editors: PeopleRow[]; earlier: PeopleRow[]; related: number[] }>`
    with recursive editor as (${editorRows(definition.name, ids)}), earlier as (${earlier}), part (id) as (
      select unnest(${known}::bigint[]) union select unnest(admin_ids) from editor union select unnest(admin_ids) from earlier
    ), ${waysIn(now, sides)}
    select (select coalesce(jsonb_agg(e), '[]') from editor e) as editors, (select coalesce(jsonb_agg(e), '[]') from earlier e) as earlier, array(${onePerson(sides)}) as related`.execute(
    db,
  );
  const found = rows[0] ?? { editors: [], earlier: [], related: [] };
  const history = { editors: peopleOf(found.editors), earlier: peopleOf(found.earlier) };
  return {
    participants: [...documents.flatMap((document) => partsIn(document, history)), ...told],
    related: new Set(found.related),
  };
}

/** Refuses a step to whoever has a part in one of its documents. */
export async function refuseParticipants(
  context: WriteContext,
  { steps, hooks }: { steps: readonly Step[]; hooks: TransitionHooks },
): Promise<void> {
  const [first] = steps;
  if (!first || !isCalled(first.transition)) return;
  const { definition, transition } = first;
  const documents = steps.map(({ document }) => document);
  const told = ((await hooks.participants?.(context, documents)) ?? []).flat();
  const { participants, related } = transition.approval
    ? await judgedBy(context, { definition, documents, told })
    : { participants: told, related: await relatedOf(context, told) };
  const ids = documents.map(({ id }) => id);
  const { access, label } = transition;
  await refuseRelated(context, participants, {
    related,
    words: `${label}同一${definition.label}`,
    others: () => otherApprovers(context, { definition, ids, step: { label, access }, participants }),
  });
}

// Where a pass ends a document's way, whoever is asked for one is the first.
function goesOn(definition: AnyDefinition): boolean {
  return calledTransitions(definition)
    .filter(([, { approval }]) => approval)
    .flatMap(([, step]) => targetsOf(step, verdict.pass))
    .some(
      (status) =>
        openTransitions(definition.transitions ?? {}, status).length > 0 ||
        Boolean(definition.editable?.includes(status)),
    );
}
