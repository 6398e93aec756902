import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { callsOf, type Detailed, type Saved, type SaveRequest } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import type { Failure } from '#src/wire/sent.ts';
import { checkForm } from './check-form.ts';
import { failureOf, read, wordsOf, worthRetry } from './failure.ts';
import { changeOf, type Draft, draftOf, type Start, startOf } from './form-change.ts';
import { type Conflict, conflictOf, settled } from './form-conflict.ts';
import { type FormErrors, noErrors, refusalErrors, withoutErrors } from './form-errors.ts';
import { addLines, changeLines, type FormLines, linesChanged, linesToSend, removeLines } from './form-lines.ts';
import { changedValues, freshValues, sameValues, sendable, settableFields } from './form-values.ts';
import { lastAnswer } from './last-answer.ts';
import { keysOf } from './query-keys.ts';
import type { Values } from './row.ts';
import { useCommand } from './use-command.ts';
import { useFormDraft } from './use-form-draft.ts';
import { useHold } from './use-hold.ts';
import { useSeen } from './use-seen.ts';
import { useWire } from './wire-context.tsx';

export interface FormOptions {
  /** Edit this record; a new one without. */
  id?: number | undefined;
  /** Values a new record starts with, over the definition's own. */
  given?: Values;
}

/** Everything a form knows; it draws nothing. */
export interface FormView<D extends AnyDefinition = AnyDefinition> {
  /** As this person knows it: without fields behind keys that they lack. */
  readonly definition: D;
  readonly mode: 'add' | 'edit';
  readonly fields: Fields;
  readonly values: Values;
  /** Sets one field; `shown` are companions such as the title of a chosen reference. */
  set(name: string, value: unknown, shown?: Values): void;
  readonly lines: FormLines;
  addLines(values: readonly Values[], after?: string): void;
  changeLines(changes: ReadonlyMap<string, Values>): void;
  removeLines(keys: ReadonlySet<string>): void;
  readonly errors: FormErrors;
  readonly dirty: boolean;
  /** The record that the form stands on: as it was at the first change, else as it was last read. Undefined while it loads and on a new one. */
  readonly record: Detailed<D> | undefined;
  readonly loading: boolean;
  /** The record cannot be had; never in place of what somebody has typed. */
  readonly failure: Failure | null;
  /** Reads the record again and drops what was typed and what was said of it; loading until it has been read. */
  reload(): void;
  /** Checks and saves; undefined when something is in the way, which `errors` or `unknown` then says. */
  save(): Promise<Saved | undefined>;
  /** Checks as a save does and says what is wrong; for a form whose lines are sent by other calls than its own. */
  check(): Promise<boolean>;
  /** Says what is wrong, in place of what was said before. */
  blame(errors: FormErrors): void;
  readonly saving: boolean;
  /** The outcome of the last save is unknown until it is retried or given up. */
  readonly unknown: boolean;
  /** Nobody types and nothing is saved: a save is under way or its outcome unknown, or work holds the form. */
  readonly resting: boolean;
  /** Does work that puts something into the form or goes on with what it saved; undefined, and nothing done, while other work or a save holds it. */
  during<T>(work: () => Promise<T>): Promise<T | undefined>;
  readonly saveFailure: Failure | null;
  retrySave(): Promise<Saved | undefined>;
  giveUp(): void;
  /** Somebody else has saved the record since; null while this form stands on what is saved. */
  readonly conflict: Conflict | null;
  /** Reads what the other has saved, and keeps what was typed. */
  readAgain(): void;
  /** Goes on with the record as it is now: `theirs` as the other saved it, all else that was changed here as it is here. */
  settle(theirs: ReadonlySet<string>): void;
  /** A draft of an earlier visit was put back, last kept then (epoch milliseconds); null where none was. */
  readonly restoredAt: number | null;
  /** Lets go of everything that was typed, and of its draft. */
  discard(): void;
}

/** A form over one definition: values, lines, errors by input path, and one op id for one save (design §4, §8). */
export function useForm<D extends AnyDefinition>(declared: D, options: FormOptions = {}): FormView<D> {
  const definition = useSeen(declared);
  const { id, given } = options;
  const mode = id === undefined ? 'add' : 'edit';
  const fields = useMemo(() => settableFields(definition), [definition]);
  const source = useRecord(definition, id);
  const start = useMemo(
    () => startOf(definition, source.data, freshValues(fields, given)),
    [definition, fields, given, source.data],
  );
  const [draft, setDraft] = useState<Draft<D> | null>(null);
  const [errors, setErrors] = useState<FormErrors>(noErrors);
  const [sent, setSent] = useState<readonly string[]>([]);
  const calls = callsOf(definition);
  const call = (mode === 'add' ? calls.add : calls.edit) as typeof calls.add;
  const command = useCommand<Saved>(definition);
  const { giveUp } = command;
  const { held, during } = useHold();
  const [reloading, setReloading] = useState(false);

  const now = draft ?? begun(start);
  const { from } = now;
  const edit = useCallback(
    (change: (before: Draft<D>) => Draft<D>, cleared?: string) => {
      setDraft((before) => change(before ?? begun(start)));
      if (cleared !== undefined) setErrors((before) => withoutErrors(before, (path) => isVoid(path, cleared)));
    },
    [start],
  );

  const finish = (outcome: Awaited<ReturnType<typeof command.run>>, keys: readonly string[]): Saved | undefined => {
    if (outcome.ok) {
      kept.forget();
      setDraft(null);
      setErrors(noErrors);
      return outcome.value;
    }
    const { failure } = outcome;
    // What the other has done meanwhile is shown beside what was typed here.
    if (failure.kind === 'refused' && failure.refusal === 'versionConflict') void source.refetch();
    else if (failure.kind === 'refused')
      setErrors(refusalErrors(definition, { field: failure.field, msg: wordsOf(failure) }, keys));
    else if (failure.kind === 'forbidden') setErrors({ '': wordsOf(failure) });
    return undefined;
  };

  async function check(): Promise<boolean> {
    const found = await checkForm(definition, { mode, draft: now, record: from.record });
    setErrors(found);
    return Object.keys(found).length === 0;
  }

  async function checkAndSend(): Promise<Saved | undefined> {
    if (!(await check())) return undefined;
    const lines = linesToSend(definition, now.lines, mode);
    const known = from.record as { id: number; version: number } | undefined;
    const values = known
      ? { id: known.id, version: known.version, ...changedValues(fields, from.values, now.values) }
      : sendable(fields, now.values);
    setSent(lines.keys);
    return finish(await command.run(call, { ...values, ...lines.part } as SaveRequest<D>), lines.keys);
  }

  const dirty = draft !== null && (!sameValues(fields, draft.values, from.values) || linesChanged(draft.lines));
  const kept = useFormDraft({
    form: `${definition.name}/${id ?? 'new'}`,
    change: useMemo(() => (dirty && draft ? changeOf(definition, draft) : null), [dirty, draft, definition]),
    ready: id === undefined || (source.data !== undefined && !source.isPlaceholderData),
    restore: (change) => setDraft(draftOf(definition, change, start)),
  });
  const { forget } = kept;
  const discard = useCallback(() => {
    forget();
    setDraft(null);
    setErrors(noErrors);
    giveUp();
  }, [forget, giveUp]);
  const conflict = useMemo(
    () => (draft === null ? null : conflictOf(definition, draft, start)),
    [definition, draft, start],
  );

  return {
    definition,
    mode,
    fields,
    values: now.values,
    set: useCallback(
      (name, value, shown) =>
        edit((before) => ({ ...before, values: { ...before.values, [name]: value, ...shown } }), name),
      [edit],
    ),
    lines: now.lines,
    addLines: useCallback(
      (values, after) =>
        edit(
          (before) => ({
            ...before,
            lines: addLines(definition, before.lines, { values, ...(after === undefined ? {} : { after }) }),
          }),
          'lines',
        ),
      [edit, definition],
    ),
    changeLines: useCallback(
      (changes) => edit((before) => ({ ...before, lines: changeLines(before.lines, changes) }), 'lines'),
      [edit],
    ),
    removeLines: useCallback(
      (keys) => edit((before) => ({ ...before, lines: removeLines(before.lines, keys) }), 'lines'),
      [edit],
    ),
    errors,
    dirty,
    record: from.record,
    loading: reloading || kept.looking || (id !== undefined && from.record === undefined && source.isPending),
    failure: draft || reloading ? null : failureOf(source),
    reload: () => {
      discard();
      setReloading(true);
      void source.refetch().finally(() => setReloading(false));
    },
    save: async () => (command.unknown || command.running ? undefined : await during(checkAndSend)),
    check,
    blame: setErrors,
    saving: command.running,
    unknown: command.unknown,
    resting: command.running || command.unknown || held,
    during,
    saveFailure: command.failure,
    retrySave: () => during(async () => finish(await command.retry(), sent)),
    giveUp,
    conflict,
    readAgain: () => void source.refetch(),
    settle: (theirs) => {
      setDraft((before) => before && settled(definition, { draft: before, now: start, theirs }));
      setErrors(noErrors);
      giveUp();
    },
    restoredAt: kept.restoredAt,
    discard,
  };
}

// Read afresh by every form that opens or comes back into view, and never again by itself while it is in view.
function useRecord<D extends AnyDefinition>(definition: D, id: number | undefined) {
  const wire = useWire();
  const queryKey = keysOf(definition).form(id);
  return useQuery({
    queryKey,
    placeholderData: lastAnswer(queryKey),
    queryFn: ({ signal }) => read(wire, callsOf(definition).detail, { input: { id: id ?? 0 }, signal }),
    enabled: id !== undefined,
    refetchOnMount: 'always',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: worthRetry,
  });
}

function begun<D extends AnyDefinition>(from: Start<D>): Draft<D> {
  return { from, values: from.values, lines: from.lines };
}

// Touching an input takes its own words away; touching a line takes all words of lines away.
function isVoid(path: string, cleared: string): boolean {
  return path === '' || path === cleared || (cleared === 'lines' && path.startsWith('lines'));
}
