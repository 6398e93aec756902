import { type Ref, useImperativeHandle } from 'react';
import { printTime } from '#contract/kit/kinds/time.ts';
import { useStepDraft } from '#src/engine/detail/use-step-draft.ts';
import type { TransitionsView } from '#src/engine/detail/use-transitions.ts';

/** What a step can do with its draft. */
export interface StepDraftHandle {
  /** The step was taken. */
  forget(): void;
}

/** Keeps what is answered in a step on this device, puts back what an earlier visit left, and says so. Read beside the page, which opens without it. */
export function StepDraft({
  form,
  version,
  transitions,
  ref,
}: {
  /** The step on its page. */
  form: string;
  version: number;
  transitions: TransitionsView;
  ref: Ref<StepDraftHandle>;
}) {
  const { restoredAt, isOlder, forget } = useStepDraft({ form, version, transitions });
  useImperativeHandle(ref, () => ({ forget }), [forget]);
  if (restoredAt === null) return null;
  return (
    <p className={isOlder ? 'desk-wrong' : 'desk-hint'} role="status">
      {`已恢复 ${printTime(new Date(restoredAt).toISOString())} 未提交的内容${isOlder ? '，单据此后有变化，请核对' : ''}`}
    </p>
  );
}
