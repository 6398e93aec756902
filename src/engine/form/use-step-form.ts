import { useMemo, useState } from 'react';
import { type Taken, transitionCall } from '#contract/kit/calls.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Field, Fields } from '#contract/kit/field.ts';
import { askedOfLines, type CalledTransition, isCalled } from '#contract/kit/transition.ts';
import { useDetail } from '../detail/use-detail.ts';
import type { Row, Values } from '../row.ts';
import { useCommand } from '../use-command.ts';
import { useSeen } from '../use-seen.ts';
import type { FormRecord } from './change.ts';
import { type FormCore, useFormCore } from './use-form-core.ts';
import { freshValues, sendable } from './values.ts';

/** A document with its lines, as its detail shows it. */
type Shown = Row & FormRecord & { readonly version?: number; readonly lines?: readonly Row[] };

interface Asking {
  readonly record: Shown;
  /** The step that asks for lines. */
  readonly name: string;
  /** Fields of the lines that are shown beside what is asked. */
  readonly shown: readonly string[];
  /** More to be shown, worked out of a line. The same object always. */
  readonly more?: Fields | undefined;
}

export interface StepFormView<R extends FormRecord> extends FormCore<R> {
  readonly transition: CalledTransition;
  /** Checks and takes the step; undefined when something is in the way, which `errors` or `unknown` then says. */
  take(): Promise<Taken | undefined>;
  retry(): Promise<Taken | undefined>;
}

/**
 * What a step asks of a document and of each of its lines, as a form: kept while it is typed, refused on the cell that a refusal
 * names, taken with all lines at once.
 */
export function useStepForm(declared: AnyDefinition, { record, name, shown, more }: Asking): StepFormView<Shown> {
  const definition = useSeen(declared);
  const { readAgain } = useDetail(declared, record.id);
  const { transition, asked, meaning } = useMemo(
    () => askingOf(definition, { name, shown, more }),
    [definition, name, shown, more],
  );
  const command = useCommand<Taken>(definition);
  const core = useFormCore<Shown>({
    definition: meaning,
    form: `${definition.name}/${name}/${record.id}`,
    judgedAs: 'edit',
    record,
    fresh: useMemo(() => freshValues(meaning.fields), [meaning]),
    ready: true,
    readAgain,
    command,
  });
  const [sent, setSent] = useState<readonly string[]>([]);
  const { from, lines, values, during } = core;

  const finish = (outcome: Awaited<ReturnType<typeof command.run>>, keys: readonly string[]): Taken | undefined => {
    if (!outcome.ok) core.refuse(outcome.failure, keys);
    else core.discard();
    return outcome.ok ? outcome.value : undefined;
  };
  async function checkAndSend(): Promise<Taken | undefined> {
    if (!(await core.check())) return undefined;
    const keys = lines.rows.map(({ key }) => key);
    setSent(keys);
    const input = {
      id: record.id,
      version: Number(from.record?.version),
      ...sendable(meaning.fields, values),
      lines: lines.rows.map(({ id, values: line }) => ({ line_id: Number(id), ...sendable(asked, line, values) })),
    };
    return finish(await command.run(transitionCall(definition, name), input), keys);
  }
  return {
    ...core,
    transition,
    take: async () => (command.unknown || command.running ? undefined : await during(checkAndSend)),
    retry: () => during(async () => finish(await command.retry(), sent)),
  };
}

function askingOf(
  definition: AnyDefinition,
  { name, shown, more }: Pick<Asking, 'name' | 'shown' | 'more'>,
): { transition: CalledTransition; asked: Fields; meaning: AnyDefinition } {
  const transition = definition.transitions?.[name];
  const { lines } = definition;
  if (!transition || !isCalled(transition) || !lines) throw new Error(`${definition.name} has no step ${name} of lines`);
  const asked = Object.fromEntries(
    Object.entries(askedOfLines(definition, transition) ?? {}).map(([key, field]) => [key, typed(field)]),
  );
  const beside = Object.fromEntries(shown.flatMap((key) => (lines.fields[key] ? [[key, read(key, lines.fields[key])]] : [])));
  const { name: of, label, service, group, title, calls, list } = definition;
  const fields = transition.asks ?? {};
  const about = { name: of, label, service, group, title, calls, list };
  return {
    transition,
    asked,
    meaning: { ...about, fields, lines: { label: lines.label, fields: { ...beside, ...more, ...asked } } },
  };
}

/** A field that only the step writes is typed here. */
const typed = (field: Field): Field => ({ ...field, derived: false });

/** A field of the line that is shown as it stands. */
const read = (name: string, field: Field): Field => ({
  ...field,
  derived: true,
  required: false,
  compute: (line: Values) => line[name],
});
