import { useState } from 'react';
import { type Saved, type TransitionRequest, transitionCall } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { limits } from '#contract/kit/limits.ts';
import { isJudging, type Transition, verdict } from '#contract/kit/transition.ts';
import type { Failure } from '#src/wire/sent.ts';
import { loadSchema } from './check-form.ts';
import { wordsOf } from './failure.ts';
import { type FormErrors, type Issue, noErrors } from './form-errors.ts';
import { freshValues, isMissing, sendable } from './form-values.ts';
import type { Row, Values } from './row.ts';
import { useMayUse } from './use-allowed.ts';
import { useCommand } from './use-command.ts';
import { useHold } from './use-hold.ts';

/** One way on that is open. */
export interface Offer {
  readonly name: string;
  readonly transition: Transition;
}

/** A transition being taken: what it asks, what was answered, what is wrong with the answers. */
export interface Step extends Offer {
  readonly records: readonly Row[];
  readonly asks: Fields;
  readonly input: Values;
  readonly errors: FormErrors;
}

export interface TransitionsView {
  /** What the server says this person may do with this record now; nothing is worked out again (design §4). */
  offers(record: { readonly allowed: { readonly transitions: readonly string[] } }): Offer[];
  /** What may be done with all of these at once: the step allows several, their states are right, the key is held. */
  batchOffers(rows: readonly Row[]): Offer[];
  /** Begins a step. One that asks and confirms nothing is taken at once. */
  begin(offer: Offer, records: readonly Row[]): void;
  readonly step: Step | null;
  set(name: string, value: unknown, shown?: Values): void;
  /** Sends; `result` is the verdict of a judging step. */
  take(result?: 1 | 2): Promise<void>;
  /** Asks no further and gives an unknown outcome up; does nothing while the step runs. */
  leave(): void;
  readonly running: boolean;
  readonly unknown: boolean;
  readonly failure: Failure | null;
  /** Sends again what nobody knows the outcome of. */
  retry(): Promise<void>;
}

interface TransitionsOptions {
  /** After a step was taken; what was read of its records is being read again, and the view is running until it has been. */
  onDone?: (offer: Offer, saved: Saved) => void;
}

/** The transitions of a document: what is open, what the step asks, and taking it (design §3, rule 6 of the kit). */
export function useTransitions(definition: AnyDefinition, { onDone }: TransitionsOptions = {}): TransitionsView {
  const mayUse = useMayUse();
  const [step, setStep] = useState<Step | null>(null);
  const command = useCommand<Saved>(definition);
  // From the first press on, checking included: the second one of a double click is no second step.
  const { held, during } = useHold();
  const running = command.running || held;

  const settle = (taken: Step, outcome: Awaited<ReturnType<typeof command.run>>) => {
    if (outcome.ok) {
      setStep(null);
      onDone?.(taken, outcome.value);
      return;
    }
    const { failure } = outcome;
    if (failure.kind !== 'refused' && failure.kind !== 'forbidden') return;
    const field = failure.kind === 'refused' && failure.field && failure.field in taken.asks ? failure.field : '';
    setStep({ ...taken, errors: { [field]: wordsOf(failure) } });
  };

  async function send(taken: Step, result: 1 | 2 | undefined): Promise<void> {
    const errors = await check(taken, result);
    setStep({ ...taken, errors });
    if (Object.keys(errors).length > 0) return;
    settle(taken, await command.run(transitionCall(definition, taken.name), requestOf(taken, result)));
  }

  const begin = (offer: Offer, records: readonly Row[]) => {
    if (running || command.unknown) return;
    const asks = asksOf(offer.transition);
    const begun: Step = { ...offer, records, asks, input: freshValues(asks), errors: noErrors };
    const plain = !isJudging(offer.transition) && !offer.transition.confirm && Object.keys(asks).length === 0;
    if (plain) void during(() => send(begun, undefined));
    else setStep(begun);
  };

  return {
    offers: (record) => offersOf(definition, record.allowed.transitions),
    batchOffers: (rows) =>
      offersOf(definition, Object.keys(definition.transitions ?? {})).filter(
        ({ transition }) =>
          transition.batch &&
          mayUse(transition.access) &&
          rows.every((row) => transition.from.includes(Number(row.status))),
      ),
    begin,
    step,
    set: (field, value, shown) =>
      setStep(
        (before) => before && { ...before, input: { ...before.input, [field]: value, ...shown }, errors: noErrors },
      ),
    take: async (result) => {
      if (step && !running && !command.unknown) await during(() => send(step, result));
    },
    leave: () => {
      // What runs is waited for: without its step nobody would be told what became of it.
      if (running) return;
      command.giveUp();
      setStep(null);
    },
    running,
    unknown: command.unknown,
    failure: command.failure,
    retry: async () => {
      if (step) await during(async () => settle(step, await command.retry()));
    },
  };
}

/** The inputs of a step: what it asks, and a remark where it judges. */
export function asksOf(transition: Transition): Fields {
  return {
    ...transition.asks,
    ...(isJudging(transition) ? { remark: prose('审核意见', { most: limits.remark }) } : {}),
  };
}

function offersOf(definition: AnyDefinition, names: readonly string[]): Offer[] {
  return names.flatMap((name) => {
    const transition = definition.transitions?.[name];
    return transition ? [{ name, transition }] : [];
  });
}

async function check(step: Step, result: 1 | 2 | undefined): Promise<FormErrors> {
  const errors: Record<string, string> = {};
  for (const [name, field] of Object.entries(step.asks)) {
    if (isMissing(field, step.input[name])) errors[name] = `${field.label}不能为空`;
  }
  if (result === verdict.reject && isMissing({ ...remarkAsked, required: true }, step.input.remark))
    errors.remark = '请填写驳回原因';
  if (Object.keys(errors).length > 0) return errors;
  const schema = await loadSchema();
  const judged = schema?.transitionSchema(step.transition).safeParse(requestOf(step, result));
  for (const issue of (judged?.error?.issues ?? []) as readonly Issue[]) {
    const name = String(issue.path[0] ?? '');
    errors[name in step.asks ? name : ''] ??= issue.message;
  }
  return errors;
}

const remarkAsked = prose('审核意见');

// One record with the version a person saw; several rely on the guard of states (domain.md §1.1).
function requestOf(step: Step, result: 1 | 2 | undefined): TransitionRequest {
  const [first] = step.records;
  const one =
    step.records.length === 1 && first
      ? { id: first.id, version: Number(first.version) }
      : { ids: step.records.map((row) => row.id) };
  return { ...one, ...(result === undefined ? {} : { result }), ...sendable(step.asks, step.input) };
}
