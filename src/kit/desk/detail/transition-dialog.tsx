import { Button, Modal } from 'antd';
import { lazy, type ReactNode, Suspense, useId, useState } from 'react';
import { fieldsFor } from '#contract/kit/conditions.ts';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { grouped } from '#contract/kit/kinds/number.ts';
import { isJudging, verdict } from '#contract/kit/transition.ts';
import type { TransitionsView } from '#src/engine/detail/use-transitions.ts';
import { usePage } from '#src/engine/page-context.ts';
import { underBeside } from '../beside.ts';
import { FieldRow } from '../field-row.tsx';
import { heldOpen } from '../held-open.ts';
import { BatchPreview } from '../list/batch-preview.tsx';
import { UnknownOutcome } from '../unknown-outcome.tsx';

// Few steps ask for lines or a file, and the inputs of a table are heavy.
const StepFile = lazy(async () => ({ default: (await import('./step-file.tsx')).StepFile }));
const AskedLines = lazy(async () => ({ default: (await import('./asked-lines.tsx')).AskedLines }));

/** What a step asks before it is taken: its inputs, what it asks of lines, the verdict of a judging step, or just a yes. */
export function TransitionDialog({
  definition,
  transitions,
  children,
}: {
  definition: AnyDefinition;
  transitions: TransitionsView;
  /** What it is decided by. */
  children?: ReactNode;
}) {
  const id = useId();
  const [filed, setFiled] = useState(false);
  const { beside } = usePage();
  const { step, running, unknown, failure } = transitions;
  if (!step) return null;
  const { transition, records, asks } = step;
  const [first] = records;
  const about = step.several
    ? `已选${grouped(records.length + step.unable.length)}项`
    : String(first?.[definition.number?.field ?? definition.title] ?? '');
  const resting = running || unknown;
  const judging = isJudging(transition);
  const barred = step.several ? undefined : first?.allowed?.rejects?.[step.name];
  const wantsFile = transition.file !== undefined && !step.several && first !== undefined;
  // What was typed of many lines is not lost by a slip of a key.
  const answered = step.answers.some(({ changed }) => changed);
  if (step.refused)
    return (
      <Modal
        open
        title={`${transition.label} ${about}`}
        onCancel={transitions.leave}
        footer={
          <Button type="primary" onClick={transitions.leave}>
            关闭
          </Button>
        }
      >
        <BatchPreview definition={definition} step={step} />
      </Modal>
    );
  return (
    <Modal
      open
      title={`${transition.label} ${about}`}
      onCancel={transitions.leave}
      {...(beside ? underBeside : transition.asksLines ? { width: wide } : {})}
      {...heldOpen(running)}
      {...(answered ? { keyboard: false } : {})}
      footer={[
        <Button key="leave" disabled={running} onClick={transitions.leave}>
          {transition.cancels ? '关闭' : '取消'}
        </Button>,
        judging && (
          <Button key="reject" danger disabled={resting} onClick={() => void transitions.take(verdict.reject)}>
            驳回
          </Button>
        ),
        <Button
          key="take"
          type="primary"
          danger={transition.cancels ?? transition.rejects ?? false}
          loading={running}
          disabled={unknown || barred !== undefined || (wantsFile && !filed)}
          onClick={() => void transitions.take(judging ? verdict.pass : undefined)}
        >
          {judging ? '通过' : transition.cancels || transition.rejects ? transition.label : '确定'}
        </Button>,
      ]}
    >
      {step.several && <BatchPreview definition={definition} step={step} />}
      {children}
      {transition.confirm && <p>{transition.confirm}</p>}
      {barred !== undefined && <p className="desk-wrong" role="alert">{`${barred}，只能驳回`}</p>}
      {judging && !transition.confirm && barred === undefined && <p>{`${transition.label}通过？`}</p>}
      {wantsFile && transition.file !== undefined && (
        <Suspense>
          <StepFile definition={definition} id={first.id} kind={transition.file} onReady={setFiled} />
        </Suspense>
      )}
      <div className="desk-asks">
        {Object.entries(fieldsFor(asks, step.input)).map(([name, field], index) => (
          <FieldRow
            key={name}
            id={`${id}-${name}`}
            name={name}
            field={field}
            values={step.input}
            record={step.several ? undefined : first}
            onChange={transitions.set}
            error={step.errors[name]}
            disabled={resting}
            autoFocus={index === 0}
          />
        ))}
      </div>
      {transition.asksLines && !step.several && (
        <Suspense>
          <AskedLines definition={definition} step={step} disabled={resting} on={transitions} />
        </Suspense>
      )}
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
    </Modal>
  );
}

/** Pixels of a dialog with a table. */
const wide = 960;
