import { useMemo } from 'react';
import type { AuditRow } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { versionOf } from '#src/engine/form/change.ts';
import type { FormErrors } from '#src/engine/form/errors.ts';
import { type FormCore, useFormCore } from '#src/engine/form/use-form-core.ts';
import type { Values } from '#src/engine/row.ts';
import type { Command } from '#src/engine/use-command.ts';
import type { Sent } from '#src/wire/sent.ts';
import { useWrite } from '../use-write.ts';

/** A form of access control, whose calls say more than its definition: the core of forms, and one write at a time. */
export interface Draft<Out> {
  /** What every form knows, for notices and comparisons. */
  readonly form: FormCore;
  readonly values: Values;
  /** What it started from: what stood there at the first change, since a record read again meanwhile may be another's work. */
  readonly start: Values;
  /** The version that `start` belongs to; 0 for a new one. */
  readonly version: number;
  set(change: Values): void;
  readonly dirty: boolean;
  readonly errors: FormErrors;
  /** Checks the fields in plain words and by schema, then what else is given. True when nothing is wrong. */
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
  /** What is filled in besides the definition's fields. The same object always. */
  also?: Fields;
  /** Names of values that are never kept on the device. The same object always. */
  secret?: readonly string[];
  /** The record that is edited; a new one without. */
  id?: number | undefined;
  /** What it starts from. */
  start: Values;
  /** Version of the record to edit: what stands there unchanged is not judged by rules that may be younger than it. 0 for a new one. */
  version: number;
  /** The record's history, and whether it may be edited still; of a new one neither. */
  history?: { readonly audit: readonly AuditRow[]; readonly allowed: { readonly edit: boolean } } | undefined;
  /** Reads the record again. */
  onReload?(): Promise<unknown>;
}

/** Holds a form's changes over what it started from; lists of ids are sets. */
export function useDraft<Out>({ definition, also, start: latest, version, ...options }: DraftOptions): Draft<Out> {
  const command = useWrite<Out>();
  const meaning = useMemo(
    () => (also ? { ...definition, fields: { ...definition.fields, ...also } } : definition),
    [definition, also],
  );
  const { audit = none, allowed = open } = options.history ?? {};
  const fresh = useMemo(() => inOrder(latest), [latest]);
  const record = useMemo(
    () => (version === 0 ? undefined : { ...fresh, version, audit, allowed }),
    [fresh, version, audit, allowed],
  );
  const form = useFormCore({
    definition: meaning,
    form: `${definition.name}/${options.id ?? 'new'}`,
    judgedAs: 'add',
    record,
    fresh,
    ready: true,
    readAgain: async () => await options.onReload?.(),
    command,
    sparesUnchanged: true,
    ...(options.secret ? { secret: options.secret } : {}),
  });
  return {
    form,
    values: useMemo(() => ownOf(form.values), [form.values]),
    start: useMemo(() => ownOf(form.from.values), [form.from.values]),
    version: versionOf(form.from.record) ?? 0,
    set: (change) => form.put(inOrder(change)),
    dirty: form.dirty,
    errors: form.errors,
    check: async (more = {}) => {
      const own = Object.entries(more).filter((entry): entry is [string, string] => entry[1] !== undefined);
      return await form.check(Object.fromEntries(own));
    },
    command,
    settle: (sent) => {
      if (!sent.ok) form.refuse(sent.failure);
      else form.blame({});
      return sent.ok ? sent.value : undefined;
    },
    moveTo: form.moveTo,
    reset: form.discard,
  };
}

const none: readonly AuditRow[] = [];
const open = { edit: true } as const;

/** Names of the values that differ; the title of a reference is no value of its own, and lists of ids are sets. */
function changedOf(start: Values, values: Values): string[] {
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

// What a record carries besides its values.
function ownOf({ version: _version, audit: _audit, allowed: _allowed, ...values }: Values): Values {
  return values;
}

function inOrder(values: Values): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, Array.isArray(value) ? ascending(value as number[]) : value]),
  );
}

const ascending = (ids: readonly number[]): number[] => ids.toSorted((one, other) => one - other);

/** Nothing instead of empty text. */
function emptyToNull(value: unknown): unknown {
  return value === undefined || (typeof value === 'string' && value.trim() === '') ? null : value;
}

function plain(value: unknown): string {
  return JSON.stringify(Array.isArray(value) ? ascending(value as number[]) : emptyToNull(value));
}
