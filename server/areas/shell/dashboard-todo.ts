import { type RawBuilder, sql } from 'kysely';
import { listAddress } from '#contract/areas/shell/addresses.ts';
import type { Todo } from '#contract/areas/shell/dashboard.ts';
import { definitions } from '#contract/definitions.ts';
import { type AnyDefinition, isDocument, tableOf } from '#contract/kit/definition.ts';
import { type CalledTransition, calledSteps, historySteps } from '#contract/kit/transition.ts';
import { type Actor, allows } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { whereClause } from '#server/kit/list-query.ts';

/** Documents waiting for a step that this person may take, by kind and state; one statement over every kind. */
export async function todoOf({ db, actor }: Pick<ReadContext, 'db' | 'actor'>): Promise<Todo[]> {
  const wanted = definitions.filter((one) => mayList(one, actor)).flatMap((one) => workOf(one, actor));
  const counts = wanted.flatMap((work) => countOf(work, actor));
  if (counts.length === 0) return [];
  const { rows } = await sql<{ doc: string; status: number; count: number }>`
    ${sql.join(counts, sql` union all `)}`.execute(db);
  return wanted.flatMap(({ definition, steps }) =>
    rows
      .filter((row) => row.doc === definition.name)
      .flatMap(({ status, count }) => todo(definition, { steps, status, count })),
  );
}

/** The steps of one kind that this person holds the key of. Neither voiding nor saying no is what a document waits for. */
interface Work {
  readonly definition: AnyDefinition;
  readonly steps: readonly CalledTransition[];
}

function workOf(definition: AnyDefinition, actor: Actor): Work[] {
  const steps = calledSteps(definition).filter(
    (step) => !step.cancels && !step.rejects && !step.atWill && allows(actor, step.access),
  );
  return steps.length === 0 ? [] : [{ definition, steps }];
}

function mayList(definition: AnyDefinition, actor: Actor): boolean {
  const access = definition.calls.list?.[1];
  return (
    isDocument(definition) && access !== undefined && allows(actor, access) && listAddress(definition) !== undefined
  );
}

// In a state where every step is an approval, only what is not of the person's own hand counts.
function countOf({ definition, steps }: Work, actor: Actor): RawBuilder<unknown>[] {
  const states = [...new Set(steps.flatMap((step) => step.from))];
  const free = states.filter((status) => steps.some((step) => !step.approval && step.from.includes(status)));
  const judged = states.filter((status) => !free.includes(status));
  const scoped = scopeCondition(definition, actor, 'r');
  const open = sql<boolean>`(r.status = any(${free}::int[]) or (r.status = any(${judged}::int[]) and ${mayApprove(definition, actor)}))`;
  return [
    sql`select ${definition.name}::text as doc, r.status::int as status, count(*)::int as count from ${sql.table(tableOf(definition))} as r
      ${whereClause([open, ...(scoped ? [scoped] : [])])} group by r.status`,
  ];
}

/** As the kit judges it when the step is taken: none of creator, submitter, last editor, earlier approvers (amendments E). */
function mayApprove(definition: AnyDefinition, { id }: Actor): RawBuilder<boolean> {
  const { name } = definition;
  const { approvals, renewals } = historySteps(definition);
  return sql<boolean>`r.created_by is distinct from ${id} and r.submitted_by is distinct from ${id} and r.last_edited_by is distinct from ${id}
    and not exists (select 1 from audit_log l where l.doc_type = ${name} and l.doc_id = r.id and l.admin_id = ${id} and l.action = any(${approvals}) and l.result = 1
      and l.id > coalesce((select max(s.id) from audit_log s where s.doc_type = l.doc_type and s.doc_id = l.doc_id and s.action = any(${renewals})), 0))`;
}

function todo(
  definition: AnyDefinition,
  of: { steps: readonly CalledTransition[]; status: number; count: number },
): Todo[] {
  const { steps, status, count } = of;
  const [label, , tone] = definition.states?.[status] ?? [];
  const url = listAddress(definition, { status });
  if (!label || !tone || !url) return [];
  const open = steps.filter((step) => step.from.includes(status)).map((step) => step.label);
  return [
    {
      doc: definition.name,
      label: definition.label,
      status,
      state: { label, tone },
      steps: [...new Set(open)],
      count,
      url,
    },
  ];
}
