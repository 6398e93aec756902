import type { AuditRow } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { changedInLine, lastStep, pick, versionOf } from '../form/change.ts';
import type { Difference } from '../form/conflict.ts';
import type { Row, Values } from '../row.ts';
import { answersFor, type LineAnswer } from './step-lines.ts';
import type { Step } from './use-transitions.ts';

/** A record as it is read again while a step of it is written: with its history. */
export type ReadAgain = Row & { readonly audit?: readonly AuditRow[] };

/** Somebody else has changed the record with which a step was begun. */
export interface StepConflict {
  /** What was done meanwhile, the earliest first. */
  readonly steps: readonly AuditRow[];
  /** Lines of which either has said something else than what the step began with. */
  readonly lines: readonly Difference[];
}

/** What stands between the answers of a step and the record as it is now; null while the step stands on that very version. */
export function stepConflict(definition: AnyDefinition, step: Step, now: ReadAgain): StepConflict | null {
  const [seen] = step.records as readonly ReadAgain[];
  if (!seen || step.several || versionOf(seen) === versionOf(now)) return null;
  const last = lastStep(seen as never);
  return {
    steps: (now.audit ?? []).filter(({ id }) => Number(id) > last),
    lines: step.transition.asksLines?.many ? [] : differences(definition, step, { seen, now }),
  };
}

/** The step on the record as it is now: lines that are named in `theirs`, and those that only the other has changed, as the other left them; all else as it was answered here. */
export function rebased(
  definition: AnyDefinition,
  step: Step,
  { now, theirs }: { now: Row; theirs: ReadonlySet<string> },
): Step {
  const { transition } = step;
  const conflict = stepConflict(definition, step, now);
  const lines = new Map(((now.lines ?? []) as Row[]).map((line) => [line.id, line]));
  const there = new Map(answersFor(definition, transition, now).map((answer) => [answer.id, answer]));
  const ours = new Map((conflict?.lines ?? []).map((one) => [one.key, !one.clashes || !theirs.has(one.key)]));
  const begun = new Map(answersFor(definition, transition, step.records[0]).map((answer) => [answer.id, answer]));
  const answers = step.answers.flatMap((answer): LineAnswer[] => {
    const line = lines.get(Number(answer.id));
    if (!line) return [];
    const other = there.get(answer.id);
    const mine = changedInLine(step.lineFields, begun.get(answer.id)?.values ?? {}, answer.values).length > 0;
    const keeps = transition.asksLines?.many || (mine && ours.get(lineKey(answer.id)) !== false);
    return keeps || !other ? [{ ...answer, line }] : [{ ...other, changed: answer.changed }];
  });
  const known = new Set(step.answers.map(({ id }) => id));
  const added = [...there.values()].filter(({ id }) => !known.has(id));
  return { ...step, records: [now], answers: [...answers, ...added], errors: {} };
}

function differences(definition: AnyDefinition, step: Step, { seen, now }: { seen: Row; now: Row }): Difference[] {
  const { transition, lineFields, answers } = step;
  const began = new Map(answersFor(definition, transition, seen).map((answer) => [answer.id, answer.values]));
  const there = new Map(answersFor(definition, transition, now).map((answer) => [answer.id, answer.values]));
  return answers.flatMap(({ id, line, values: mine }): Difference[] => {
    const [before = {}, theirs] = [began.get(id), there.get(id)];
    const byMe = changedInLine(lineFields, before, mine);
    const byThem = theirs ? changedInLine(lineFields, before, theirs) : [];
    if (byMe.length === 0 && byThem.length === 0 && theirs) return [];
    const shown = (values: Values) => ({
      ...pick([nameOf(definition)], line as Values),
      ...pick([...byMe, ...byThem], values),
    });
    return [
      {
        key: lineKey(id),
        clashes:
          byMe.length > 0 &&
          byThem.length > 0 &&
          theirs !== undefined &&
          changedInLine(lineFields, theirs, mine).length > 0,
        before: shown(before),
        theirs: theirs ? shown(theirs) : null,
        mine: shown(mine),
      },
    ];
  });
}

/** What tells the lines of a document apart. */
const nameOf = ({ lines }: AnyDefinition): string =>
  Object.entries(lines?.fields ?? {}).find(([, { target }]) => target !== undefined)?.[0] ?? '';

const lineKey = (id: number | undefined): string => `lines.${id ?? 0}`;
