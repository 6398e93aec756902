import { useMemo, useRef } from 'react';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import { inboundCount } from '#contract/areas/purchasing/inbound-count.ts';
import { type Taken, transitionCall } from '#contract/kit/calls.ts';
import { limits } from '#contract/kit/limits.ts';
import { useDetail } from '#src/engine/detail/use-detail.ts';
import type { FormRecord } from '#src/engine/form/change.ts';
import type { FormErrors } from '#src/engine/form/errors.ts';
import { type FormCore, useFormCore } from '#src/engine/form/use-form-core.ts';
import type { Row, Values } from '#src/engine/row.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { gridLines, partsOf, type Told, toldOf } from './count-lines.ts';

/** A batch as its detail shows it. */
export type Batch = Row & FormRecord & { readonly version: number; readonly lines: readonly Row[] };

/** The count of one batch. */
export interface CountForm {
  readonly batch: Batch | undefined;
  readonly detail: ReturnType<typeof useDetail>;
  readonly form: FormCore<Batch>;
  /** Sends what was counted; true once all of it is in. */
  save(): Promise<boolean>;
  /** The same, and hands the batch to those who judge it. */
  submit(): Promise<boolean>;
  /** Goes on after an outcome that nobody knew. */
  retry(): Promise<boolean>;
}

const count = transitionCall(inWareBatch, 'count');
const submitCall = transitionCall(inWareBatch, 'submit');

/**
 * A batch counted at a desk: the grid is kept on the device while it is typed, and sent by planned line, so that others count
 * other goods of the same batch meanwhile.
 */
export function useCountForm(id: number): CountForm {
  const detail = useDetail(inWareBatch, id);
  const batch = detail.record as unknown as Batch | undefined;
  const definition = useMemo(() => inboundCount(), []);
  const command = useCommand<Taken>(inWareBatch);
  const record = useMemo(() => batch && { ...batch, lines: gridLines(batch.lines) }, [batch]);
  const form = useFormCore<Batch>({
    definition,
    form: `${definition.name}/${id}`,
    judgedAs: 'edit',
    record,
    fresh: nothing,
    ready: batch !== undefined,
    readAgain: detail.readAgain,
    command,
    placed,
  });
  // What was asked for, and how far it came: both hold for the try after one of unknown outcome.
  const asked = useRef<'save' | 'submit'>('save');
  const handingIn = useRef(false);
  const { from, lines } = form;

  const finish = (outcome: Awaited<ReturnType<typeof command.run>>, keys: readonly string[]): boolean => {
    if (!outcome.ok) form.refuse(outcome.failure, keys);
    return outcome.ok;
  };
  async function send(told: readonly Told[]): Promise<boolean> {
    for (const { answers, keys } of partsOf(told, limits.documentLines))
      if (!finish(await command.run(count, { id, lines: [...answers] }), keys)) return false;
    return true;
  }
  async function saveAll(): Promise<boolean> {
    const rootOf = new Map(from.lines.rows.map(({ id: line, values }) => [line, Number(values.root_id)]));
    const removed = new Set(lines.removed.flatMap((line) => rootOf.get(line) ?? []));
    const { told, errors } = toldOf(lines.rows, removed);
    if (!(await form.check(errors)) || !(await send(told))) return false;
    form.discard();
    return true;
  }
  const handIn = async (): Promise<boolean> => {
    handingIn.current = true;
    return finish(await command.run(submitCall, { id }), []);
  };
  const run = async (wanted: 'save' | 'submit'): Promise<boolean> => {
    asked.current = wanted;
    handingIn.current = false;
    if (form.dirty && !(await saveAll())) return false;
    return wanted === 'save' || (await handIn());
  };
  const held = async (work: () => Promise<boolean>) => (await form.during(work)) ?? false;
  return {
    batch,
    detail: detail as ReturnType<typeof useDetail>,
    form,
    save: () => held(() => run('save')),
    submit: () => held(() => run('submit')),
    // A count says what is there, not what was added: sent once more it says the same.
    retry: () =>
      held(async () => finish(await command.retry(), []) && (handingIn.current || (await run(asked.current)))),
  };
}

const nothing: Values = {};

/** A refusal of what the grid has no cell for is said on the good pieces of its line. */
const placed = (errors: FormErrors): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, words]) => [path.replace(/\.(line_id|qty|imperfect_type)$/, '.grade_0'), words]),
  );
