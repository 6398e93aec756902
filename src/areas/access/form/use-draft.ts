import { useState } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { checkForm } from '#src/engine/check-form.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { type FormErrors, noErrors, withoutErrors } from '#src/engine/form-errors.ts';
import { noLines } from '#src/engine/form-lines.ts';
import type { Values } from '#src/engine/row.ts';
import type { Command } from '#src/engine/use-command.ts';
import type { Sent } from '#src/wire/sent.ts';
import { useWrite } from '../use-write.ts';

/** A form whose calls say more than its definition: values, what is wrong with them, and one write at a time. */
export interface Draft<Out> {
  readonly values: Values;
  /** What it started from: what stood there at the first change, since a record read again meanwhile may be another's work. */
  readonly start: Values;
  /** The version that `start` belongs to; 0 for a new one. */
  readonly version: number;
  set(change: Values): void;
  readonly dirty: boolean;
  readonly errors: FormErrors;
  /** Checks the definition's fields in plain words and by schema, then what else is given. True when nothing is wrong. */
  check(more?: Record<string, string | undefined>): Promise<boolean>;
  readonly command: Command<Out>;
  /** Takes an outcome in: a refusal stands on its input, or on the form when it has none of that name. */
  settle(sent: Sent<Out>): Out | undefined;
  /** Goes on from this version: another write of ours on the record was taken on `version`, so nobody else's lies between. */
  moveTo(version: number): void;
  /** Drops what was typed. */
  reset(): void;
}

interface DraftOptions {
  definition: AnyDefinition;
  /** What it starts from. */
  start: Values;
  /** Version of the record to edit: what stands there unchanged is not judged by rules that may be younger than it. 0 for a new one. */
  version: number;
}

interface Typed {
  from: { start: Values; version: number };
  changes: Values;
}

/** Holds a form's changes over what it started from. */
export function useDraft<Out>({ definition, ...latest }: DraftOptions): Draft<Out> {
  const [typed, setTyped] = useState<Typed | null>(null);
  const [errors, setErrors] = useState<FormErrors>(noErrors);
  const command = useWrite<Out>();
  const { from, changes } = typed ?? { from: latest, changes: {} };
  const { start, version } = from;
  const values = { ...start, ...changes };
  return {
    values,
    start,
    version,
    set: (change) => {
      setTyped((before) => ({ from: before?.from ?? latest, changes: { ...before?.changes, ...change } }));
      setErrors((before) => withoutErrors(before, (path) => path === '' || path in change));
    },
    dirty: changedOf(start, values).length > 0,
    errors,
    check: async (more = {}) => {
      const found = await checkForm(definition, { mode: 'add', draft: { values, lines: noLines }, record: undefined });
      const changed = new Set(changedOf(start, values));
      const judged = Object.entries(found).filter(([name]) => version === 0 || name === '' || changed.has(name));
      const own = Object.entries(more).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const all = { ...Object.fromEntries(own), ...Object.fromEntries(judged) };
      setErrors(all);
      return Object.keys(all).length === 0;
    },
    command,
    settle: (sent) => {
      if (sent.ok) {
        setErrors(noErrors);
        return sent.value;
      }
      const { failure } = sent;
      const field = failure.kind === 'refused' ? (failure.field?.split('.')[0] ?? '') : '';
      if (failure.kind === 'refused' || failure.kind === 'forbidden')
        setErrors({ [field in values ? field : '']: wordsOf(failure) });
      return undefined;
    },
    moveTo: (next) => setTyped((before) => before && { ...before, from: { ...before.from, version: next } }),
    reset: () => {
      command.giveUp();
      setTyped(null);
      setErrors(noErrors);
    },
  };
}

/** Names of the values that differ; the title of a reference is no value of its own, and lists of ids are sets. */
export function changedOf(start: Values, values: Values): string[] {
  return Object.keys(values).filter((name) => !name.includes('__') && plain(start[name]) !== plain(values[name]));
}

/** Those of the values that differ, under their names. */
export function changesOf(start: Values, values: Values, names: readonly string[]): Values {
  return Object.fromEntries(
    changedOf(start, values)
      .filter((name) => names.includes(name))
      .map((name) => [name, emptyToNull(values[name])]),
  );
}

/** Nothing instead of empty text. */
export function emptyToNull(value: unknown): unknown {
  return value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value;
}

function plain(value: unknown): string {
  return JSON.stringify(
    Array.isArray(value) ? (value as number[]).toSorted((one, other) => one - other) : emptyToNull(value),
  );
}
