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
  const record = useMemo(() => batch && gridOf(batch), [batch]);
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
  // The version that the next call says it saw: each answer names the one that it made.
  const seen = useRef<number>(undefined);
  const versionSeen = () => seen.current ?? Number(from.record?.version);

  const finish = (outcome: Awaited<ReturnType<typeof command.run>>, keys: readonly string[]): boolean => {
    if (outcome.ok) seen.current = outcome.value.version;
    else form.refuse(outcome.failure, keys);
    return outcome.ok;
  };
  /** Sends a part on the version seen; where others counted other goods meanwhile, once more on what they made. */
  async function sendPart({ answers, keys }: Told): Promise<boolean> {
    for (;;) {
      const outcome = await command.run(count, { id, version: versionSeen(), lines: [...answers] });
      const stale = !outcome.ok && outcome.failure.kind === 'refused' && outcome.failure.refusal === 'versionConflict';
      const now = stale ? ((await detail.readAgain()) as unknown as Batch | undefined) : undefined;
      const roots = new Set(answers.map(({ line_id }) => line_id));
      if (!now || now.version === versionSeen() || !from.record || !sameCount(from.record, gridOf(now), roots))
        return finish(outcome, keys);
      seen.current = now.version;
    }
  }
  async function send(told: readonly Told[]): Promise<boolean> {
    for (const part of partsOf(told, limits.documentLines)) if (!(await sendPart(part))) return false;
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
    return finish(await command.run(submitCall, { id, version: versionSeen() }), []);
  };
  const run = async (wanted: 'save' | 'submit'): Promise<boolean> => {
    asked.current = wanted;
    handingIn.current = false;
    if (form.dirty && !(await saveAll())) return false;
    return wanted === 'save' || (await handIn());
  };
  const held = async (work: () => Promise<boolean>) => (await form.during(work)) ?? false;
  const begin = (wanted: 'save' | 'submit') =>
    held(() => {
      seen.current = undefined;
      return run(wanted);
    });
  return {
    batch,
    detail: detail as ReturnType<typeof useDetail>,
    form,
    save: () => begin('save'),
    submit: () => begin('submit'),
    // A count says what is there, not what was added: sent once more it says the same.
    retry: () =>
      held(async () => finish(await command.retry(), []) && (handingIn.current || (await run(asked.current)))),
  };
}

const nothing: Values = {};

const gridOf = (batch: Batch): Batch => ({ ...batch, lines: gridLines(batch.lines) });

/** Whether nobody has counted any of these planned lines in between. */
function sameCount(before: Batch, now: Batch, roots: ReadonlySet<number>): boolean {
  const [then, since] = [before, now].map(({ lines }) =>
    JSON.stringify(lines.filter(({ root_id }) => roots.has(Number(root_id)))),
  );
  return then === since;
}

/** A refusal of what the grid has no cell for is said on the good pieces of its line. */
const placed = (errors: FormErrors): FormErrors =>
  Object.fromEntries(
    Object.entries(errors).map(([path, words]) => [path.replace(/\.(line_id|qty|imperfect_type)$/, '.grade_0'), words]),
  );
