import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'zustand';
import { fieldFor } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import type { Failure } from '#src/wire/sent.ts';
import { wordsOf } from '../failure.ts';
import type { Values } from '../row.ts';
import type { Command } from '../use-command.ts';
import { useHold } from '../use-hold.ts';
import {
  changedNames,
  changeOf,
  type Draft,
  draftOf,
  type FormRecord,
  type Start,
  startOf,
  withoutValues,
} from './change.ts';
import { checkForm } from './check.ts';
import { type Conflict, conflictOf, settled } from './conflict.ts';
import { type FormErrors, refusalErrors, withoutErrors } from './errors.ts';
import { addLines, changeLines, type FormLines, linesChanged, removeLines } from './lines.ts';
import { createFormStore, type FormStore, untouched } from './state.ts';
import { useKeptDraft } from './use-kept-draft.ts';
import { sameValues, settableFields, shownFields, withComputed } from './values.ts';

/** What a form is about, and what it stands on. */
export interface FormMeaning<R extends FormRecord> {
  /** Fields, lines and rules. Need be no table: a client whose calls say more than its definition says it here. */
  readonly definition: AnyDefinition;
  /** Name of the form on its page, with the id of its record: a draft is found again under it. */
  readonly form: string;
  /** Of a form that is the same on every page: where its draft is found again. */
  readonly place?: string | undefined;
  /** A save is judged as that of a new record, or as an edit of one that is there and has an id and a version. */
  readonly judgedAs: 'add' | 'edit';
  /** The record as it was read last, in the shape of the form's values; undefined while it loads, and of a new one. */
  readonly record: R | undefined;
  /** What a new one starts with. The same object until it is another. */
  readonly fresh: Values;
  /** What it stands on is there. */
  readonly ready: boolean;
  /** Reads the record again; resolves when that has ended, well or not. */
  readAgain(): Promise<unknown>;
  /** By which it is saved. */
  readonly command: Pick<Command<unknown>, 'running' | 'unknown' | 'failure' | 'giveUp'>;
  /** Values that are never kept on the device. The same object always. */
  readonly secret?: readonly string[];
  /** An edit is judged by what it changes alone: what stands there may be older than a rule. */
  readonly sparesUnchanged?: boolean;
  /** Where errors are said, of a form that does not show each field in its own place. */
  placed?(errors: FormErrors, values: Values): FormErrors;
  /** Where what is typed is held, of a form that outlasts its being shown. */
  readonly store?: FormStore<R> | undefined;
}

/** Everything a form knows, whoever its client is; it draws nothing and sends nothing. */
export interface FormCore<R extends FormRecord = FormRecord> {
  readonly definition: AnyDefinition;
  /** The fields that the record has as it stands here, those that are computed among them. */
  readonly fields: Fields;
  readonly values: Values;
  /** Sets one field; `shown` are companions such as the title of a chosen reference. */
  set(name: string, value: unknown, shown?: Values): void;
  /** Sets several at once; what was said of `mended` is taken away with what was said of them. */
  put(change: Values, mended?: readonly string[]): void;
  readonly lines: FormLines;
  addLines(values: readonly Values[], after?: string): void;
  changeLines(changes: ReadonlyMap<string, Values>): void;
  removeLines(keys: ReadonlySet<string>): void;
  readonly errors: FormErrors;
  /** Says what is wrong, in place of what was said before. */
  blame(errors: FormErrors): void;
  /** Something was typed, be it what stood there before. */
  readonly touched: boolean;
  readonly dirty: boolean;
  /** What it stands on: as that was at the first change, else as it was last read. */
  readonly from: Start<R>;
  /** Checks as a save does and says what is wrong, `more` of what only the client knows besides. True when nothing is. */
  check(more?: FormErrors): Promise<boolean>;
  /** Says why a save was refused on the input that the refusal names; `keys` are those of the lines in the order sent. */
  refuse(failure: Failure, keys?: readonly string[]): void;
  readonly saving: boolean;
  /** The outcome of the last save is unknown until it is retried or given up. */
  readonly unknown: boolean;
  /** Nobody types and nothing is saved: a save is under way or its outcome unknown, or work holds the form. */
  readonly resting: boolean;
  /** Does work that puts something into the form or goes on with what it saved; undefined, and nothing done, while other work or a save holds it. */
  during<T>(work: () => Promise<T>): Promise<T | undefined>;
  readonly saveFailure: Failure | null;
  giveUp(): void;
  /** Somebody else has saved the record since; null while this form stands on what is saved. */
  readonly conflict: Conflict | null;
  /** Reads what the other has saved, and keeps what was typed. */
  readAgain(): void;
  /** Goes on with the record as it is now: `theirs` as the other saved it, all else that was changed here as it is here. */
  settle(theirs: ReadonlySet<string>): void;
  /** Goes on from this version: another write of ours was taken on the one before, so nobody else's lies between. */
  moveTo(version: number): void;
  /** Whether there is a draft of an earlier visit is not known yet; never long. */
  readonly looking: boolean;
  /** A draft of an earlier visit was put back, last kept then (epoch milliseconds); null where none was. */
  readonly restoredAt: number | null;
  /** Lets go of everything that was typed, and of its draft: it was saved, or its person does not want it. */
  discard(): void;
  /** Reads the record again and drops what was typed and what was said of it. */
  reload(): void;
  /** It is being read again in place of what was typed. */
  readonly reloading: boolean;
}

/**
 * The one core of forms: values and lines, what is wrong with each, what was typed and is not saved (kept on the device until
 * it is), and what another has saved meanwhile. Generated forms, those of access control, exports and settings are its clients;
 * each reads, sends and draws in its own way.
 */
export function useFormCore<R extends FormRecord>(meaning: FormMeaning<R>): FormCore<R> {
  const { definition, record, fresh, command, secret } = meaning;
  const [own] = useState(() => createFormStore<R>());
  const store = meaning.store ?? own;
  const { draft, errors } = useStore(store);
  const start = useMemo(() => startOf(definition, record, fresh), [definition, record, fresh]);
  const settable = useMemo(() => settableFields(definition), [definition]);
  const { held, during } = useHold();
  const [reloading, setReloading] = useState(false);
  const { giveUp } = command;

  const now = draft ?? begun(start);
  const { from } = now;
  const edit = useCallback(
    (change: (before: Draft<R>) => Draft<R>, touched: readonly string[]) =>
      store.setState((state) => {
        const before = state.draft ?? begun(start);
        const after = change(before);
        const isGone = (path: string) => isVoid(path, touched) || isOtherField(definition, path, { before, after });
        return { draft: after, errors: withoutErrors(state.errors, isGone) };
      }),
    [store, start, definition],
  );
  const blame = useCallback((wrong: FormErrors) => store.setState({ errors: wrong }), [store]);
  const placed = (wrong: FormErrors) => meaning.placed?.(wrong, now.values) ?? wrong;

  const dirty = draft !== null && (!sameValues(settable, draft.values, from.values) || linesChanged(draft.lines));
  const change = useMemo(
    () => (dirty && draft ? withoutValues(changeOf(definition, draft), secret) : null),
    [dirty, draft, definition, secret],
  );
  const kept = useKeptDraft({
    form: meaning.form,
    place: meaning.place,
    change,
    ready: meaning.ready,
    restore: (before) => store.setState({ draft: draftOf(definition, before, start) }),
    isWanted: useCallback(() => store.getState().draft !== null, [store]),
  });
  const { forget } = kept;
  const discard = useCallback(() => {
    forget();
    store.setState(untouched);
    giveUp();
  }, [forget, store, giveUp]);
  const conflict = useMemo(
    () => (draft === null ? null : conflictOf(definition, draft, start)),
    [definition, draft, start],
  );
  const { values, fields } = useMemo(
    () => ({
      values: withComputed(definition.fields, now.values),
      fields: shownFields(definition, now.values),
    }),
    [definition, now.values],
  );
  const put = useCallback(
    (changed: Values, mended: readonly string[] = []) =>
      edit((before) => ({ ...before, values: { ...before.values, ...changed } }), [...Object.keys(changed), ...mended]),
    [edit],
  );

  return {
    definition,
    fields,
    values,
    set: useCallback((name, value, shown) => put({ [name]: value, ...shown }), [put]),
    put,
    lines: now.lines,
    addLines: useCallback(
      (added, after) =>
        edit((before) => {
          const lines = addLines(definition, before.lines, {
            values: added,
            ...(after === undefined ? {} : { after }),
          });
          return { ...before, lines };
        }, lineTouched),
      [edit, definition],
    ),
    changeLines: useCallback(
      (changes) => edit((before) => ({ ...before, lines: changeLines(before.lines, changes) }), lineTouched),
      [edit],
    ),
    removeLines: useCallback(
      (keys) => edit((before) => ({ ...before, lines: removeLines(before.lines, keys) }), lineTouched),
      [edit],
    ),
    errors,
    blame,
    touched: draft !== null,
    dirty,
    from,
    check: async (more = {}) => {
      const found = await checkForm(definition, { mode: meaning.judgedAs, draft: now, record: from.record });
      const changed = new Set(
        meaning.sparesUnchanged && from.record ? changedNames(settable, from.values, now.values) : [],
      );
      const judged = Object.entries(found).filter(
        ([name]) => !meaning.sparesUnchanged || !from.record || name === '' || changed.has(name),
      );
      const wrong = { ...more, ...Object.fromEntries(judged) };
      blame(placed(wrong));
      return Object.keys(wrong).length === 0;
    },
    refuse: (failure, keys = []) => {
      // What the other has done meanwhile is shown beside what was typed here.
      if (failure.kind === 'refused' && failure.refusal === 'versionConflict') void meaning.readAgain();
      else if (failure.kind === 'refused')
        blame(placed(refusalErrors(definition, { field: failure.field, msg: wordsOf(failure) }, keys)));
      else if (failure.kind === 'forbidden') blame({ '': wordsOf(failure) });
    },
    saving: command.running,
    unknown: command.unknown,
    resting: command.running || command.unknown || held,
    during,
    saveFailure: command.failure,
    giveUp,
    conflict,
    readAgain: () => void meaning.readAgain(),
    settle: (theirs) => {
      store.setState((before) => ({
        draft: before.draft && settled(definition, { draft: before.draft, now: start, theirs }),
        errors: untouched.errors,
      }));
      giveUp();
    },
    moveTo: (version) => store.setState((before) => ({ draft: before.draft && onVersion(before.draft, version) })),
    looking: kept.looking,
    restoredAt: kept.restoredAt,
    discard,
    reload: () => {
      discard();
      setReloading(true);
      void meaning.readAgain().finally(() => setReloading(false));
    },
    reloading,
  };
}

const lineTouched = ['lines'];

function begun<R extends FormRecord>(from: Start<R>): Draft<R> {
  return { from, values: from.values, lines: from.lines };
}

function onVersion<R extends FormRecord>(draft: Draft<R>, version: number): Draft<R> {
  const { from } = draft;
  return { ...draft, from: { ...from, record: from.record && { ...from.record, version } } };
}

// Touching an input takes its own words away; touching a line takes all words of lines away.
function isVoid(path: string, touched: readonly string[]): boolean {
  return path === '' || touched.includes(path) || (touched === lineTouched && path.startsWith('lines'));
}

/** Has a change taken a field away, or made it required or not? Then what was said of it was said of another. */
function isOtherField(
  { fields, lines }: AnyDefinition,
  path: string,
  { before, after }: { before: Draft; after: Draft },
): boolean {
  const [first = '', key, name = ''] = path.split('.');
  const field = first === 'lines' ? lines?.fields[name] : fields[first];
  if (!field) return false;
  const asIn = ({ values, lines: { rows } }: Draft) =>
    fieldFor(field, first === 'lines' ? (rows.find((row) => row.key === key)?.values ?? {}) : values, values);
  return asIn(before) !== asIn(after);
}
