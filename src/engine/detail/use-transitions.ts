import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  type AnsweredLine,
  type RefusedRecord,
  type Taken,
  type TransitionRequest,
  transitionCall,
} from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { prose } from '#contract/kit/kinds/text.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { limits } from '#contract/kit/limits.ts';
import {
  askedOfLines,
  type CalledTransition,
  calledTransitions,
  closedWords,
  isCalled,
  isJudging,
} from '#contract/kit/transition.ts';
import type { Failure } from '#src/wire/sent.ts';
import { wordsOf } from '../failure.ts';
import { type FormErrors, noErrors } from '../form/errors.ts';
import { freshValues, sendable } from '../form/values.ts';
import { forget } from '../query-keys.ts';
import type { Row, Values } from '../row.ts';
import { useMayUse } from '../use-allowed.ts';
import { useCommand } from '../use-command.ts';
import { useHold } from '../use-hold.ts';
import { useWire } from '../wire-context.tsx';
import { haveDefaults, unanswered } from './asked-defaults.ts';
import { answersFor, answersToSend, changeAnswers, type LineAnswer, pathOfAnswer, splitAnswer } from './step-lines.ts';

/** One way on that is open. */
export interface Offer {
  readonly name: string;
  readonly transition: CalledTransition;
}

/** A transition being taken: what it asks, what was answered, what is wrong with the answers. */
export interface Step extends Offer {
  /** Those it is taken with. */
  readonly records: readonly Row[];
  /** Of several: each is taken or refused by itself. */
  readonly several: boolean;
  /** Of several: those whose state leaves the step closed. */
  readonly unable: readonly { readonly record: Row; readonly words: string }[];
  /** Of several, once it was taken: those that the server refused. */
  readonly refused?: readonly RefusedRecord[];
  readonly asks: Fields;
  readonly input: Values;
  /** The verdict it was sent with; of a judging step. */
  readonly result?: 1 | 2;
  /** What it asks of lines, and what was answered: nothing of several documents at once. */
  readonly lineFields: Fields;
  readonly answers: readonly LineAnswer[];
  readonly errors: FormErrors;
}

export interface TransitionsView {
  /** What the server says this person may do with this record now; nothing is worked out again (design §4). */
  offers(record: { readonly allowed: { readonly transitions: readonly string[] } }): Offer[];
  /** What may be done with some of these at once: the step allows several, their states are right, the key is held. */
  batchOffers(rows: readonly Row[]): Offer[];
  /** Begins a step. One that asks and confirms nothing is taken at once; several are shown first. */
  begin(offer: Offer, records: readonly Row[]): void;
  readonly step: Step | null;
  set(name: string, value: unknown, shown?: Values): void;
  /** Sets answers about lines, each under its key. */
  answer(changes: ReadonlyMap<string, Values>): void;
  /** Answers the line of this answer once more, or no more: where the step takes several answers for a line. */
  split(key: string): void;
  unsplit(key: string): void;
  /** Puts the step that is being taken on the record as it is now (`rebased`); what was answered goes along. */
  put(step: Step): void;
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
  /**
   * After a step was taken; `left` are those of several that it was not taken with. What was read of its records is being
   * read again, and the view is running until it has been.
   */
  onDone?: (step: Step, taken: Taken, left: readonly Row[]) => void;
  /** What is read again after a step; the definition by default. The same object always. */
  about?: readonly { readonly name: string }[];
}

/** The transitions of a document: what is open, what the step asks, and taking it (design §3, rule 6 of the kit). */
export function useTransitions(definition: AnyDefinition, { onDone, about }: TransitionsOptions = {}): TransitionsView {
  const mayUse = useMayUse();
  const client = useQueryClient();
  const [step, setStep] = useState<Step | null>(null);
  const wire = useWire();
  const command = useCommand<Taken>(about ?? definition);
  // From the first press on, checking included: the second one of a double click is no second step.
  const { held, during } = useHold();
  const running = command.running || held;

  const settle = (taken: Step, outcome: Awaited<ReturnType<typeof command.run>>) => {
    if (outcome.ok) {
      const { refused = [] } = outcome.value;
      // What was refused has to be read before the step is left.
      setStep(refused.length > 0 ? { ...taken, refused, errors: noErrors } : null);
      onDone?.(taken, outcome.value, [
        ...taken.records.filter(({ id }) => refused.some((one) => one.id === id)),
        ...taken.unable.map(({ record }) => record),
      ]);
      return;
    }
    const { failure } = outcome;
    if (failure.kind !== 'refused' && failure.kind !== 'forbidden') return;
    // Whoever was quicker is read, so that both can be put side by side.
    if (failure.kind === 'refused' && failure.refusal === 'versionConflict') void forget(client, definition);
    const field = failure.kind === 'refused' ? placeOf(taken, failure.field ?? '') : '';
    setStep({ ...taken, errors: { [field]: wordsOf(failure) } });
  };

  async function send(begun: Step, result: 1 | 2 | undefined): Promise<void> {
    const { result: _before, ...asked } = begun;
    const taken: Step = { ...asked, ...(result === undefined ? {} : { result }) };
    const errors = await check(definition, taken, result);
    setStep({ ...taken, errors });
    if (Object.keys(errors).length > 0) return;
    settle(taken, await command.run(transitionCall(definition, taken.name), requestOf(taken, result)));
  }

  // What was chosen meanwhile stays; a default that cannot be read is chosen by hand.
  const putDefaults = async (begun: Step) => {
    const { defaultsOf } = await import('./default-answers.ts');
    const found = await defaultsOf(wire, begun.asks);
    setStep((before) =>
      before && before.name === begun.name && before.records[0]?.id === begun.records[0]?.id
        ? { ...before, input: { ...before.input, ...unanswered(found, before.input) } }
        : before,
    );
  };

  const begin = (offer: Offer, records: readonly Row[]) => {
    if (running || command.unknown) return;
    const asks = asksOf(offer.transition);
    const { able, unable } = sorted(definition, offer, records);
    const several = records.length > 1;
    const begun: Step = {
      ...offer,
      records: several ? able : records,
      several,
      unable: several ? unable : [],
      asks,
      input: freshValues(asks, several ? {} : startsOf(offer.transition, records[0])),
      lineFields: askedOfLines(definition, offer.transition) ?? {},
      answers: several ? [] : answersFor(definition, offer.transition, records[0]),
      errors: noErrors,
    };
    const { transition } = offer;
    const asksNothing = Object.keys(asks).length === 0 && !transition.asksLines;
    const plain = !several && !isJudging(transition) && !transition.confirm && asksNothing;
    if (plain) return void during(() => send(begun, undefined));
    setStep(begun);
    if (!several && haveDefaults(asks)) void putDefaults(begun);
  };

  return {
    offers: (record) => offersOf(definition, record.allowed.transitions),
    batchOffers: (rows) =>
      offersOf(
        definition,
        calledTransitions(definition).map(([name]) => name),
      ).filter(
        ({ transition }) =>
          transition.batch &&
          mayUse(transition.access) &&
          rows.some((row) => transition.from.includes(Number(row.status))),
      ),
    begin,
    step,
    set: (field, value, shown) =>
      setStep(
        (before) => before && { ...before, input: { ...before.input, [field]: value, ...shown }, errors: noErrors },
      ),
    answer: (changes) =>
      setStep((before) => before && { ...before, answers: changeAnswers(before.answers, changes), errors: noErrors }),
    split: (key) =>
      setStep((before) => before && { ...before, answers: splitAnswer(before.answers, key, before.lineFields) }),
    unsplit: (key) =>
      setStep(
        (before) =>
          before && {
            ...before,
            answers: before.answers.filter((answer) => answer.key !== key),
            errors: noErrors,
          },
      ),
    put: (next) => {
      if (!running && !command.unknown) setStep((before) => before && next);
    },
    take: async (result) => {
      if (step && !step.refused && !running && !command.unknown) await during(() => send(step, result));
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

/** The inputs of a step: what it asks, and a remark where it judges, in one call or in one of two; a second person's deed has figures of its own and a note. */
export function asksOf(transition: CalledTransition): Fields {
  const judges = isJudging(transition) || (transition.approval && !transition.asks);
  return {
    ...transition.asks,
    ...(judges || transition.approval ? { remark: prose(judges ? '审核意见' : '备注', { most: limits.remark }) } : {}),
  };
}

// A figure that the document already has is corrected rather than typed again; of several documents nothing is said.
function startsOf({ starts = {} }: CalledTransition, record: Row | undefined): Values {
  const now = new Date();
  return Object.fromEntries(
    Object.entries(starts).map(([name, start]) => {
      if (start === 'now') return [name, now.toISOString()];
      return [name, start === 'today' ? businessDay(now) : (record?.[start.of] ?? null)];
    }),
  );
}

function offersOf(definition: AnyDefinition, names: readonly string[]): Offer[] {
  return names.flatMap((name) => {
    const transition = definition.transitions?.[name];
    return transition && isCalled(transition) ? [{ name, transition }] : [];
  });
}

async function check(definition: AnyDefinition, step: Step, result: 1 | 2 | undefined): Promise<FormErrors> {
  const { transition, asks, input, lineFields } = step;
  if (Object.keys(asks).length === 0 && !transition.asksLines) return noErrors;
  const checks = await loadChecks();
  const { keys } = answersToSend(lineFields, transition, step.answers);
  const answers = step.answers.filter(({ key }) => keys.includes(key));
  const request = requestOf(step, result);
  return (await checks?.checkStep({ definition, transition, asks, input, lineFields, answers, request })) ?? noErrors;
}

// A field that the step asks for, or one of a line that was sent; whatever else is said of the whole.
function placeOf({ asks, lineFields, transition, answers }: Step, field: string): string {
  if (field in asks) return field;
  if (!transition.asksLines || !/^lines\b/.test(field)) return '';
  return pathOfAnswer(field.split('.'), answersToSend(lineFields, transition, answers).keys);
}

async function loadChecks() {
  try {
    return await import('./step-check.ts');
  } catch {
    // Out of coverage, or the build was replaced meanwhile: the server judges by the same rules anyway.
    return undefined;
  }
}

// Whatever is done is done to the version that a person saw.
function requestOf(step: Step, result: 1 | 2 | undefined): TransitionRequest {
  const seen = step.records.map(({ id, version }) => ({ id, version: Number(version) }));
  const [one] = seen;
  const { transition, lineFields, answers } = step;
  const said = transition.asksLines ? answersToSend(lineFields, transition, answers).lines : undefined;
  const lines = transition.batch && said?.length === 0 ? undefined : said;
  return {
    ...(step.several ? { each: seen } : one),
    ...(result === undefined ? {} : { result }),
    ...sendable(step.asks, step.input),
    ...(lines ? { lines: lines as unknown as AnsweredLine[] } : {}),
  };
}

function sorted(definition: AnyDefinition, { transition }: Offer, records: readonly Row[]) {
  const isAble = ({ status }: Row) => transition.from.includes(Number(status));
  return {
    able: records.filter(isAble),
    unable: records
      .filter((record) => !isAble(record))
      .map((record) => ({ record, words: closedWords(definition.states, Number(record.status), transition) })),
  };
}
