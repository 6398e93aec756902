import { Button } from 'antd';
import { lazy, type ReactNode, Suspense, useEffect, useId, useRef } from 'react';
import type { Taken } from '#contract/kit/calls.ts';
import { fieldsFor } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { isJudging, verdict } from '#contract/kit/transition.ts';
import { type TransitionsView, useTransitions } from '#src/engine/detail/use-transitions.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { FieldRow } from '../field-row.tsx';
import { LeaveDialog } from '../leave-dialog.tsx';
import { UnknownOutcome } from '../unknown-outcome.tsx';
import { AskedLines } from './asked-lines.tsx';
import type { DetailRow } from './detail-page.tsx';
import { StepConflictNotice } from './step-conflict-notice.tsx';
import type { StepDraftHandle } from './step-draft.tsx';
import { useStepSaid } from './use-step-said.ts';

const StepDraft = lazy(async () => ({ default: (await import('./step-draft.tsx')).StepDraft }));

interface StepPanelProps {
  definition: AnyDefinition;
  record: DetailRow;
  /** The step that is taken here; it must be open to this person (`allowed.transitions`). */
  name: string;
  /** Definitions that it changes besides its own; the same object always. */
  about?: readonly { readonly name: string }[];
  /** What the inputs begin with. */
  given?: Readonly<Record<string, unknown>>;
  /** Above what is asked: scanning, figures, ways to fill it in. */
  tools?: (transitions: TransitionsView) => ReactNode;
  /** What is answered about lines is kept on this device until the step is taken. */
  keeps?: boolean;
  onDone?: (taken: Taken) => void;
  /** Told when somebody has begun to type, and when nothing typed is left. */
  onDirty?: (dirty: boolean) => void;
}

/**
 * A step that is taken on a page and not in a dialog: what it asks, of the document and of its lines, and the button that takes it. For
 * steps that ask for something or are confirmed; one that does neither is a button of the detail.
 */
export function StepPanel({
  definition,
  record,
  name,
  about,
  given,
  tools,
  keeps = false,
  onDone,
  onDirty,
}: StepPanelProps) {
  const id = useId();
  const said = useStepSaid(definition);
  const draft = useRef<StepDraftHandle>(null);
  const transitions = useTransitions(definition, {
    ...(about ? { about } : {}),
    onDone: (step, taken) => {
      draft.current?.forget();
      void said(step, taken);
      onDone?.(taken);
    },
  });
  const { step, running, unknown, failure } = transitions;
  // Begun once for each version of the record that it is taken with: what was typed stands on it.
  const begun = useRef<number>(undefined);
  const version = Number(record.version);
  const [offer] = transitions.offers({ allowed: { transitions: [name] } });
  const dirty = step?.answers.some(({ changed }) => changed) ?? false;
  useEffect(() => {
    // What somebody has typed is not lost because another one was quicker: the server says so when it is sent.
    if (!offer || begun.current === version || running || unknown || dirty) return;
    begun.current = version;
    transitions.begin(offer, [record]);
    for (const [field, value] of Object.entries(given ?? {})) transitions.set(field, value);
  });
  useEffect(() => onDirty?.(dirty), [dirty, onDirty]);
  const held = useDirtyGuard(dirty);
  if (!step) return null;
  const { transition } = step;
  const resting = running || unknown;
  const judging = isJudging(transition);
  const barred = record.allowed.rejects?.[name];
  return (
    <section className="desk-block" aria-label={transition.label}>
      {keeps && (
        <Suspense>
          <StepDraft
            ref={draft}
            form={`${definition.name}:${record.id}:${name}`}
            version={version}
            transitions={transitions}
          />
        </Suspense>
      )}
      <StepConflictNotice definition={definition} record={record} transitions={transitions} />
      {tools?.(transitions)}
      <div className="desk-fields">
        {Object.entries(fieldsFor(step.asks, step.input)).map(([field, of]) => (
          <FieldRow
            key={field}
            id={`${id}-${field}`}
            name={field}
            field={of}
            values={step.input}
            onChange={transitions.set}
            error={step.errors[field]}
            disabled={resting}
          />
        ))}
      </div>
      {transition.asksLines && <AskedLines definition={definition} step={step} disabled={resting} on={transitions} />}
      {step.errors[''] !== undefined && (
        <p className="desk-wrong" role="alert">
          {step.errors['']}
        </p>
      )}
      {unknown && (
        <UnknownOutcome
          failure={failure}
          running={running}
          onRetry={() => void transitions.retry()}
          onGiveUp={transitions.leave}
        />
      )}
      <footer className="desk-tools">
        {barred !== undefined && <span className="desk-wrong">{`${barred}，只能驳回`}</span>}
        {transition.confirm && <span className="desk-hint">{transition.confirm}</span>}
        {judging && (
          <Button danger disabled={resting} onClick={() => void transitions.take(verdict.reject)}>
            驳回
          </Button>
        )}
        <Button
          type="primary"
          loading={running}
          disabled={unknown || barred !== undefined}
          onClick={() => void transitions.take(judging ? verdict.pass : undefined)}
        >
          {judging ? `${transition.label}通过` : transition.label}
        </Button>
      </footer>
      {held && <LeaveDialog held={held} />}
    </section>
  );
}
