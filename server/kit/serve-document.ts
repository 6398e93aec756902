import { sql } from 'kysely';
import { type Taken, type TransitionRequest, transitionCall } from '#contract/kit/calls.ts';
import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { transitionSchema } from '#contract/kit/schema.ts';
import {
  closedWords,
  isJudging,
  openTransitions,
  type Transition,
  targetOf,
  verdict,
} from '#contract/kit/transition.ts';
import { approversOf, editorsOf, writeAudit } from './audit-trail.ts';
import type { ReadContext, WriteContext } from './call-context.ts';
import { type Line, ownerColumn, readBareLines } from './lines.ts';
import { otherApprovers, type Participant, refuseParticipant } from './participants.ts';
import { lockRecords } from './read-record.ts';
import { refusalOfConstraint } from './refusals.ts';
import { numberOf, type Values } from './save-record.ts';
import { seenSchema } from './seen-schema.ts';
import { type EntityHooks, type Kit, serveEntity } from './serve-entity.ts';
import { takeEach } from './take-each.ts';

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

/** A step that turned out to lead elsewhere than it says (a count that changed goes back to audit), and why. */
export class Elsewhere {
  readonly status: number;
  /** Told to whoever took the step and kept in the history. */
  readonly reason: string;
  /** Fields of the document to set. */
  readonly set: Values;

  constructor(status: number, reason: string, set: Values) {
    this.status = status;
    this.reason = reason;
    this.set = set;
  }
}

/** What is special about one transition. All run in its transaction; an effect returns fields of the document to set. */
export interface TransitionHooks {
  /**
   * Who has a part in the document: neither they nor who may have signed in as one of them take the step. An approval knows
   * creator, editors, submitter and earlier approvers by itself and may be rejected by anybody.
   */
  participants?(step: Step): Promise<readonly Participant[]>;
  /** Throws a Refusal when the step may not be taken now. */
  guard?(step: Step): Promise<void>;
  effect?(step: Step): Promise<Values | Elsewhere | undefined>;
}

export type DocumentHooks = EntityHooks & { transitions?: Record<string, TransitionHooks> };

/** Serves a document: everything an entity has, and its transitions. */
export function serveDocument(kit: Kit, definition: AnyDefinition, hooks: DocumentHooks = {}): void {
  serveEntity(kit, definition, hooks);
  for (const [name, transition] of Object.entries(definition.transitions ?? {})) {
    kit.registry.write(
      transitionCall(definition, name),
      seenSchema(definition, (seen) => transitionSchema(seen.transitions?.[name] ?? transition)),
      (context, input) => {
        const taking = { definition, name, transition, input, hooks: hooks.transitions?.[name] ?? {} };
        if (!input.each) return take(context, taking);
        if (!transition.batch) throw new Refusal('invalid', '此操作不支持批量', 'each');
        const { each, ...asked } = input;
        return takeEach(context, definition, {
          each,
          takeOne: (one) => take(context, { ...taking, input: { ...asked, ...one } }),
        });
      },
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
async function take(context: WriteContext, { definition, name, transition, input, hooks }: Taking): Promise<Taken> {
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
  if (!(transition.approval && rejects)) await refuseParticipants(context, { definition, transition, steps, hooks });
  if (transition.submits) await refuseEmpty(context, definition, steps);
  for (const step of steps) await hooks.guard?.(step);
  const sets: Written[] = [];
  for (const step of steps) sets.push(writtenOf(step, transition, await hooks.effect?.(step)));
  await write(context, definition, { sets, transition });
  const [first] = steps;
  const warnings = [...new Set(sets.flatMap(({ warning }) => warning ?? []))];
  return {
    id: first?.document.id ?? 0,
    version: (first?.document.version ?? 0) + 1,
    no: first ? numberOf(definition, first.document) : null,
    ...(warnings.length > 0 ? { warning: warnings.join('；') } : {}),
  };
}

function checkState({ document, input, definition }: Step, transition: Transition): void {
  if (input.version !== undefined && input.version !== document.version) throw new Refusal('versionConflict');
  if (!transition.from.includes(document.status))
    throw new Refusal(
      'illegalTransition',
      `${numberOf(definition, document)} ${closedWords(definition.states, document.status, transition)}`,
    );
}

interface Judging {
  definition: AnyDefinition;
  transition: Transition;
  steps: readonly Step[];
  hooks: TransitionHooks;
}

async function refuseParticipants(context: WriteContext, { hooks, ...judging }: Judging): Promise<void> {
  const { definition, transition, steps } = judging;
  const participants: Participant[] = transition.approval ? await authorsOf(context, judging) : [];
  for (const step of steps) participants.push(...((await hooks.participants?.(step)) ?? []));
  const ids = steps.map((step) => step.document.id);
  await refuseParticipant(context, participants, {
    words: `${transition.label}同一${definition.label}`,
    others: () => otherApprovers(context, { definition, ids, step: transition, participants }),
  });
}

/** Who made what an approver judges (amendments E): those whom every document has. */
export async function authorsOf(
  { db }: ReadContext,
  { definition, steps }: { definition: AnyDefinition; steps: readonly Pick<Step, 'document'>[] },
): Promise<Participant[]> {
  const ids = steps.map((step) => step.document.id);
  const approving = Object.entries(definition.transitions ?? {}).filter(([, one]) => one.approval);
  // Where a pass ends a document's way, whoever is asked for one is the first.
  const goes = approving.some(([, one]) => goesOn(definition, targetOf(one, verdict.pass)));
  const names = approving.map(([name]) => name);
  const earlier = goes ? [...(await approversOf(db, definition.name, ids, names)).values()].flat() : [];
  const people = (part: string, found: readonly unknown[]): Participant[] =>
    found.flatMap((id) => (typeof id === 'number' ? { id, part } : []));
  return [
    ...people(
      '制单人',
      steps.map(({ document }) => document.created_by),
    ),
    ...people('编辑人', await editorsOf(db, definition.name, ids)),
    ...people(
      '提交人',
      steps.map(({ document }) => document.submitted_by),
    ),
    ...people('已审核人', earlier),
  ];
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

/** A document, what is written of it, and what its step did instead of what it says. */
interface Written {
  step: Step;
  values: Values;
  warning: string | undefined;
}

function writtenOf(step: Step, transition: Transition, effect: Values | Elsewhere | undefined): Written {
  const { context, to, input } = step;
  const now = context.now.toISOString();
  const elsewhere = effect instanceof Elsewhere ? effect : undefined;
  // `approversOf` counts on it: a pass that stayed where it was could be given twice by one person.
  if (transition.approval && !step.rejects && elsewhere)
    throw new Error(`${step.definition.name}: passing ${step.name} must lead to ${to}`);
  const values = {
    ...(elsewhere ? elsewhere.set : (effect as Values | undefined)),
    status: elsewhere?.status ?? to,
    ...(transition.submits ? { submitted_by: context.actor.id, submitted_at: now } : {}),
    ...(transition.cancels ? { cancelled_by: context.actor.id, cancelled_at: now, cancel_reason: input.reason } : {}),
  };
  return { step, values, warning: elsewhere?.reason };
}

interface Writing {
  sets: readonly Written[];
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
      sets.map((written) => auditOf(written, transition)),
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

function auditOf({ step, values, warning }: Written, transition: Transition) {
  const { definition, document, input, rejects } = step;
  return {
    docType: definition.name,
    docId: document.id,
    docNo: numberOf(definition, document),
    action: step.name,
    label: isJudging(transition) ? `${transition.label}${rejects ? '驳回' : '通过'}` : transition.label,
    fromStatus: document.status,
    toStatus: values.status as number,
    result: input.result ?? null,
    remark: warning ?? ((input.remark ?? (input.reason as string | undefined)) || null),
  };
}
