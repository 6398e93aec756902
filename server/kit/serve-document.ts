import { sql } from 'kysely';
import { type Saved, type TransitionRequest, transitionCall } from '#contract/kit/calls.ts';
import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { transitionSchema } from '#contract/kit/schema.ts';
import { isJudging, openTransitions, type Transition, targetOf, verdict } from '#contract/kit/transition.ts';
import { approversOf, writeAudit } from './audit-trail.ts';
import type { WriteContext } from './call-context.ts';
import { type Line, ownerColumn, readBareLines } from './lines.ts';
import { refuseAfterReset } from './password-resets.ts';
import { lockRecords } from './read-record.ts';
import { refusalOfConstraint } from './refusals.ts';
import { numberOf, type Values } from './save-record.ts';
import { seenSchema } from './seen-schema.ts';
import { type EntityHooks, type Kit, serveEntity } from './serve-entity.ts';

/** One document on its way through one transition, locked, state and version checked. */
export interface Step {
  readonly context: WriteContext;
  readonly definition: AnyDefinition;
  readonly name: string;
  readonly document: Values & { id: number; version: number; status: number };
  readonly to: number;
  readonly input: TransitionRequest;
  /** True on a judging step that rejects. */
  readonly rejects: boolean;
  /** The document's lines, read when first asked for. */
  lines(): Promise<Line[]>;
}

/**
 * What is special about one transition. Both run in its transaction; an effect returns fields of the document to set,
 * `status` among them when the step turns out to lead elsewhere (a count that changed goes back to audit).
 */
export interface TransitionHooks {
  /** Throws a Refusal when the step may not be taken now. */
  guard?(step: Step): Promise<void>;
  effect?(step: Step): Promise<Values | undefined>;
}

export type DocumentHooks = EntityHooks & { transitions?: Record<string, TransitionHooks> };

/** Serves a document: everything an entity has, and its transitions. */
export function serveDocument(kit: Kit, definition: AnyDefinition, hooks: DocumentHooks = {}): void {
  serveEntity(kit, definition, hooks);
  for (const [name, transition] of Object.entries(definition.transitions ?? {})) {
    kit.registry.write(
      transitionCall(definition, name),
      seenSchema(definition, (seen) => transitionSchema(seen.transitions?.[name] ?? transition)),
      (context, input) =>
        take(context, { definition, name, transition, input, hooks: hooks.transitions?.[name] ?? {} }),
      definition,
    );
  }
}

interface Taking {
  definition: AnyDefinition;
  name: string;
  transition: Transition;
  input: TransitionRequest;
  hooks: TransitionHooks;
}

/** Takes a transition: locks, re-reads, guards, effects, audit trail, all in the call's transaction (design §5). */
async function take(context: WriteContext, { definition, name, transition, input, hooks }: Taking): Promise<Saved> {
  const ids = [...new Set(input.ids ?? [input.id ?? 0])];
  if (input.ids && !transition.batch) throw new Refusal('invalid', '此操作不支持批量', 'ids');
  const documents = await lockRecords(context, definition, ids);
  if (documents.length !== ids.length) throw new Refusal('notFound');
  const to = targetOf(transition, input.result);
  const rejects = isJudging(transition) && input.result === verdict.reject;
  const steps = documents.map((document): Step => {
    let lines: Promise<Line[]> | undefined;
    return {
      context,
      definition,
      name,
      document: document as Step['document'],
      to,
      input,
      rejects,
      lines: () => (lines ??= readBareLines(context.db, definition, document.id)),
    };
  });
  for (const step of steps) checkState(step, transition);
  if (transition.approval && !rejects) await refuseOwnHand(context, definition, steps);
  if (transition.submits) await refuseEmpty(context, definition, steps);
  for (const step of steps) await hooks.guard?.(step);
  const sets: { step: Step; values: Values }[] = [];
  for (const step of steps) sets.push({ step, values: valuesAfter(step, transition, await hooks.effect?.(step)) });
  await write(context, definition, { sets, transition });
  const [first] = steps;
  return {
    id: first?.document.id ?? 0,
    version: (first?.document.version ?? 0) + 1,
    no: first ? numberOf(definition, first.document) : null,
  };
}

function checkState({ document, input, definition }: Step, transition: Transition): void {
  if (input.version !== undefined && input.version !== document.version) throw new Refusal('versionConflict');
  if (!transition.from.includes(document.status)) {
    const now = definition.states?.[document.status]?.[0] ?? document.status;
    throw new Refusal('illegalTransition', `${numberOf(definition, document)} 当前为“${now}”，不能${transition.label}`);
  }
}

/**
 * An approver is none of creator, last editor, submitter, earlier approvers (amendments E), nor somebody who may have signed
 * in as one of them; nobody is excepted.
 */
async function refuseOwnHand(context: WriteContext, definition: AnyDefinition, steps: readonly Step[]): Promise<void> {
  const approving = Object.entries(definition.transitions ?? {}).filter(([, one]) => one.approval);
  // Where a pass ends a document's way, whoever is asked for one is the first.
  const earlier = approving.some(([, one]) => goesOn(definition, targetOf(one, verdict.pass)))
    ? await approversOf(
        context.db,
        definition.name,
        steps.map((step) => step.document.id),
        approving.map(([name]) => name),
      )
    : new Map<number, number[]>();
  const hands = steps.flatMap(({ document }) => [
    document.created_by as number,
    document.submitted_by as number | null,
    document.last_edited_by as number | null,
    ...(earlier.get(document.id) ?? []),
  ]);
  if (hands.includes(context.actor.id))
    throw new Refusal('illegalTransition', '制单人、修改人、提交人和已审核人不能审核同一单据');
  await refuseAfterReset(context, hands);
}

function goesOn(definition: AnyDefinition, status: number): boolean {
  return (
    openTransitions(definition.transitions ?? {}, status).length > 0 || Boolean(definition.editable?.includes(status))
  );
}

async function refuseEmpty(context: WriteContext, definition: AnyDefinition, steps: readonly Step[]): Promise<void> {
  const least = definition.lines?.least;
  if (!least) return;
  const owner = sql.ref(ownerColumn(definition));
  const { rows } = await sql<{ owner: number; count: number }>`
    select ${owner} as owner, count(*) as count from ${sql.table(linesTableOf(definition))} where ${owner} = any(${steps.map((step) => step.document.id)}) group by 1`.execute(
    context.db,
  );
  for (const { document } of steps) {
    const count = rows.find((row) => row.owner === document.id)?.count ?? 0;
    if (count < least) throw new Refusal('invalid', `请至少填写 ${least} 行明细`, 'lines');
  }
}

function valuesAfter(step: Step, transition: Transition, set: Values | undefined): Values {
  const { context, to, input } = step;
  const now = context.now.toISOString();
  // `refuseOwnHand` counts on it: a pass that stayed where it was could be given twice by one hand.
  if (transition.approval && !step.rejects && (set?.status ?? to) !== to)
    throw new Error(`${step.definition.name}: passing ${step.name} must lead to ${to}`);
  return {
    status: to,
    ...set,
    ...(transition.submits ? { submitted_by: context.actor.id, submitted_at: now } : {}),
    ...(transition.cancels ? { cancelled_by: context.actor.id, cancelled_at: now, cancel_reason: input.reason } : {}),
  };
}

interface Writing {
  sets: readonly { step: Step; values: Values }[];
  transition: Transition;
}

// Documents that come to the same values are written together, the last of them in one statement with the audit trail.
async function write(context: WriteContext, definition: AnyDefinition, { sets, transition }: Writing): Promise<void> {
  const alike = new Map<string, { ids: number[]; values: Values }>();
  for (const { step, values } of sets) {
    const key = JSON.stringify(values);
    const group = alike.get(key) ?? { ids: [], values };
    group.ids.push(step.document.id);
    alike.set(key, group);
  }
  const updates = [...alike.values()].map((group) => updateOf(context, definition, group));
  const last = updates.pop();
  try {
    for (const update of updates) await update.execute(context.db);
    await writeAudit(
      context,
      sets.map(({ step, values }) => auditOf(step, transition, values.status as number)),
      last,
    );
  } catch (error) {
    throw refusalOfConstraint(definition, error);
  }
}

function updateOf(
  context: WriteContext,
  definition: AnyDefinition,
  { ids, values }: { ids: number[]; values: Values },
) {
  const sets = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  return sql`
    update ${sql.table(tableOf(definition))} set ${sql.join(sets)}, version = version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    where id = any(${ids})`;
}

function auditOf(step: Step, transition: Transition, to: number) {
  const { definition, document, input, rejects } = step;
  return {
    docType: definition.name,
    docId: document.id,
    docNo: numberOf(definition, document),
    action: step.name,
    label: isJudging(transition) ? `${transition.label}${rejects ? '驳回' : '通过'}` : transition.label,
    fromStatus: document.status,
    toStatus: to,
    result: input.result ?? null,
    remark: (input.remark ?? (input.reason as string | undefined)) || null,
  };
}
