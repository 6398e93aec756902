import { sql } from 'kysely';
import type { Taken, TransitionRequest } from '#contract/kit/calls.ts';
import { type AnyDefinition, linesTableOf, tableOf } from '#contract/kit/definition.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { closedWords, isCalled, isJudging, type Transition, targetOf, verdict } from '#contract/kit/transition.ts';
import { withAnswers, writeAnswers } from './answered-lines.ts';
import { refuseParticipants } from './approvals.ts';
import { writeAudit } from './audit-trail.ts';
import type { WriteContext } from './call-context.ts';
import { type Line, ownerColumn, readBareLines } from './lines.ts';
import { lockRecords } from './read-record.ts';
import { numberOf } from './record-name.ts';
import { checkReferences } from './references.ts';
import { refusalOfConstraint } from './refusals.ts';
import type { Values } from './save-record.ts';
import { Diverted, type DocumentHooks, type LockedDocument, notOwn, type Step } from './step.ts';

/** A step, or several of which the state of the document decides, and what is asked. */
export interface Taking<D extends AnyDefinition = AnyDefinition> {
  readonly definition: D;
  /** Names of the transitions that the call may take, of which one is open in each state. */
  readonly names: readonly string[];
  readonly input: TransitionRequest;
  readonly hooks: DocumentHooks<D>;
  /** Taken by the house itself: whoever caused it need not see the document. */
  readonly bySystem?: true;
  /** Kept in the history beside who and when. */
  readonly remark?: string;
}

/** Takes a transition: locks, re-reads, guards, effects, audit trail, all in the call's transaction (design §5). */
export async function takeSteps<D extends AnyDefinition>(context: WriteContext, asked: Taking<D>): Promise<Taken> {
  // The hooks are given documents of the definition beside them.
  const taking = asked as unknown as Taking;
  const { definition, input, hooks } = taking;
  const ids = [...new Set(input.ids ?? [input.id ?? 0])];
  const documents = (await lockRecords(context, definition, ids, taking.bySystem)) as LockedDocument[];
  if (documents.length !== ids.length) throw new Refusal('notFound');
  const steps: Step[] = [];
  for (const document of documents) steps.push(await stepOf(context, taking, document));
  for (const name of taking.names) {
    const same = steps.filter((step) => step.name === name);
    const own = hooks.transitions?.[name] ?? {};
    const [first] = same;
    if (!first) continue;
    const rejected = isCalled(first.transition) && first.transition.approval && first.rejects;
    if (!rejected) await refuseParticipants(context, { steps: same, hooks: own });
    if (first.transition.submits) await refuseEmpty(context, definition, same);
  }
  for (const step of steps) {
    const { may, guard } = hooks.transitions?.[step.name] ?? {};
    const refusal = notOwn(step.transition, context.actor, step.found) ?? may?.(context.actor, step.found);
    if (refusal) throw refusal;
    await guard?.(step);
  }
  const sets: Written[] = [];
  for (const step of steps) {
    if (isCalled(step.transition))
      await writeAnswers(context.db, { definition, transition: step.transition, answers: input.lines ?? [] });
    sets.push(writtenOf(step, await hooks.transitions?.[step.name]?.effect?.(step)));
  }
  await write(context, definition, { sets, remark: taking.remark });
  const [first] = steps;
  const warnings = [...new Set(sets.flatMap(({ warning }) => warning ?? []))];
  return {
    id: first?.document.id ?? 0,
    version: (first?.document.version ?? 0) + 1,
    no: first ? numberOf(definition, first.document) : null,
    ...(warnings.length > 0 ? { warning: warnings.join('；') } : {}),
  };
}

async function stepOf(context: WriteContext, taking: Taking, found: LockedDocument): Promise<Step> {
  const { definition, input } = taking;
  // Whoever comes too late for a step is told what became of the document, not only that something did.
  const { name, transition } = openOne(taking, found);
  if (input.version !== undefined && input.version !== found.version) throw new Refusal('versionConflict');
  const asks = isCalled(transition) ? (transition.asks ?? {}) : {};
  await checkReferences(context.db, context.actor, { fields: asks, records: [input], asked: true });
  const told = isCalled(transition) ? (transition.writes ?? []) : [];
  const rejects = isJudging(transition) && input.result === verdict.reject;
  // What is not told is nothing, or what a new record starts with.
  const nothing = (field: string): unknown => definition.fields[field]?.initial ?? null;
  const asked: Values = Object.fromEntries(told.map((field) => [field, input[field] ?? nothing(field)]));
  const foundOut = await taking.hooks.transitions?.[name]?.prepare?.(context, { ...found, ...asked }, rejects, input);
  const document: LockedDocument = { ...found, ...asked, ...foundOut };
  let lines: Promise<Line[]> | undefined;
  const read = async (): Promise<Line[]> => {
    const bare = await readBareLines(context.db, definition, document.id);
    return isCalled(transition) ? withAnswers(bare, { transition, answers: input.lines ?? [] }) : bare;
  };
  const linesOf = () => (lines ??= read());
  // Answers are judged before anything is done; a choice between states looks at the lines it was told of.
  const whole = isCalled(transition) && transition.asksLines ? { ...document, lines: await linesOf() } : document;
  return {
    context,
    definition,
    name,
    transition,
    found,
    document,
    to: targetOf(transition, whole, input.result),
    input,
    rejects,
    set: { ...asked, ...foundOut },
    lines: linesOf,
  };
}

function openOne({ definition, names }: Taking, document: LockedDocument): { name: string; transition: Transition } {
  const candidates = names.flatMap((name) => {
    const transition = definition.transitions?.[name];
    return transition ? [{ name, transition }] : [];
  });
  const open = candidates.find(({ transition }) => transition.from.includes(document.status));
  if (open) return open;
  const [first] = candidates;
  if (!first) throw new Error(`${definition.name} has none of the transitions ${names.join(', ')}`);
  throw new Refusal(
    'illegalTransition',
    `${numberOf(definition, document)} ${closedWords(definition.states, document.status, first.transition)}`,
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

function writtenOf(step: Step, effect: Values | Diverted | undefined): Written {
  const { context, to, input, transition } = step;
  const now = context.now.toISOString();
  const elsewhere = effect instanceof Diverted ? effect : undefined;
  const called = isCalled(transition) ? transition : undefined;
  // `approversOf` counts on it: a pass that stayed where it was could be given twice by one person.
  if (called?.approval && !step.rejects && elsewhere)
    throw new Error(`${step.definition.name}: passing ${step.name} must lead to ${to}`);
  const values = {
    ...step.set,
    ...(elsewhere ? elsewhere.set : (effect as Values | undefined)),
    status: elsewhere?.status ?? to,
    ...(transition.submits ? { submitted_by: context.actor.id, submitted_at: now } : {}),
    ...(called?.cancels ? { cancelled_by: context.actor.id, cancelled_at: now, cancel_reason: input.reason } : {}),
  };
  return { step, values, warning: elsewhere?.reason };
}

interface Writing {
  sets: readonly Written[];
  remark: string | undefined;
}

// Documents that come to the same values are written together, the last of them in one statement with the audit trail.
async function write(context: WriteContext, definition: AnyDefinition, { sets, remark }: Writing): Promise<void> {
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
      sets.map((written) => auditOf(written, remark)),
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

// Where passing and rejecting are calls of their own, which of them was made is the verdict.
function verdictOf(transition: Transition): number | null {
  if (!isCalled(transition)) return null;
  if (transition.rejects) return verdict.reject;
  return transition.approval && !isJudging(transition) ? verdict.pass : null;
}

function auditOf({ step, values, warning }: Written, remark: string | undefined) {
  const { definition, document, input, rejects, transition } = step;
  return {
    docType: definition.name,
    docId: document.id,
    docNo: numberOf(definition, document),
    action: step.name,
    label: isJudging(transition) ? `${transition.label}${rejects ? '驳回' : '通过'}` : transition.label,
    fromStatus: document.status,
    toStatus: values.status as number,
    result: input.result ?? verdictOf(transition),
    remark: warning ?? remark ?? ((input.remark ?? (input.reason as string | undefined)) || null),
  };
}
