import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { callsOf, type Detailed, type Saved, type SaveRequest } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Failure } from '#src/wire/sent.ts';
import { failureOf, read, worthRetry } from './failure.ts';
import { linesToSend } from './form/lines.ts';
import { type FormCore, useFormCore } from './form/use-form-core.ts';
import { changedValues, freshValues, sendable, settableFields } from './form/values.ts';
import { lastAnswer } from './last-answer.ts';
import { keysOf } from './query-keys.ts';
import type { Values } from './row.ts';
import { useCommand } from './use-command.ts';
import { useSeen } from './use-seen.ts';
import { useWire } from './wire-context.tsx';

export interface FormOptions {
  /** Edit this record; a new one without. */
  id?: number | undefined;
  /** Values a new record starts with, over the definition's own. */
  given?: Values;
}

/** A form over one definition, saved by its own calls. */
export interface FormView<D extends AnyDefinition = AnyDefinition> extends FormCore<Detailed<D>> {
  /** As this person knows it: without fields behind keys that they lack. */
  readonly definition: D;
  readonly mode: 'add' | 'edit';
  /** The record that the form stands on: as it was at the first change, else as it was last read. Undefined while it loads and on a new one. */
  readonly record: Detailed<D> | undefined;
  readonly loading: boolean;
  /** The record cannot be had; never in place of what somebody has typed. */
  readonly failure: Failure | null;
  /** Checks and saves; undefined when something is in the way, which `errors` or `unknown` then says. */
  save(): Promise<Saved | undefined>;
  retrySave(): Promise<Saved | undefined>;
}

/** The form of a definition: read by its detail, saved by its add and edit, one op id for one save (design §4, §8). */
export function useForm<D extends AnyDefinition>(declared: D, options: FormOptions = {}): FormView<D> {
  const definition = useSeen(declared);
  const { id, given } = options;
  const mode = id === undefined ? 'add' : 'edit';
  const settable = useMemo(() => settableFields(definition), [definition]);
  const source = useRecord(definition, id);
  const command = useCommand<Saved>(definition);
  const core = useFormCore({
    definition,
    form: `${definition.name}/${id ?? 'new'}`,
    judgedAs: mode,
    record: source.data,
    fresh: useMemo(() => freshValues(settable, given), [settable, given]),
    ready: id === undefined || (source.data !== undefined && !source.isPlaceholderData),
    readAgain: () => source.refetch(),
    command,
  });
  const [sent, setSent] = useState<readonly string[]>([]);
  const { from, lines, values, during } = core;
  const calls = callsOf(definition);
  const call = (mode === 'add' ? calls.add : calls.edit) as typeof calls.add;

  const finish = (outcome: Awaited<ReturnType<typeof command.run>>, keys: readonly string[]): Saved | undefined => {
    if (!outcome.ok) core.refuse(outcome.failure, keys);
    else core.discard();
    return outcome.ok ? outcome.value : undefined;
  };
  async function checkAndSend(): Promise<Saved | undefined> {
    if (!(await core.check())) return undefined;
    const { part, keys } = linesToSend(definition, lines, { mode, record: values });
    const known = from.record as { id: number; version: number } | undefined;
    const own = known
      ? { id: known.id, version: known.version, ...changedValues(settable, from.values, values) }
      : sendable(settable, values);
    setSent(keys);
    return finish(await command.run(call, { ...own, ...part } as SaveRequest<D>), keys);
  }

  return {
    ...core,
    definition,
    mode,
    record: from.record,
    loading: core.reloading || core.looking || (id !== undefined && from.record === undefined && source.isPending),
    failure: core.touched || core.reloading ? null : failureOf(source),
    save: async () => (command.unknown || command.running ? undefined : await during(checkAndSend)),
    retrySave: () => during(async () => finish(await command.retry(), sent)),
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
