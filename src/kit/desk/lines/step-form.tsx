import { useId } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { Fields } from '#contract/kit/field.ts';
import { useStepForm } from '#src/engine/form/use-step-form.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import type { DetailRow } from '../detail/detail-page.tsx';
import { FieldRow } from '../field-row.tsx';
import { FormFrame } from '../form-frame.tsx';
import { FormNotices } from '../form-notices.tsx';
import { LeaveDialog } from '../leave-dialog.tsx';
import { useToast } from '../toast.ts';
import { LineEditor } from './line-editor.tsx';

interface StepFormProps {
  definition: AnyDefinition;
  record: DetailRow;
  /** The step that asks for lines. */
  name: string;
  /** Fields of the lines that are shown beside what is asked. */
  shown: readonly string[];
  /** More to be shown, worked out of a line. The same object always. */
  more?: Fields;
}

/** A step that asks for something of every line, where the lines stand: a sheet with inputs for what is asked, and the step below it. */
export function StepForm({ definition, record, name, shown, more }: StepFormProps) {
  const id = useId();
  const form = useStepForm(definition, { record, name, shown, more });
  const held = useDirtyGuard(form.dirty);
  const toast = useToast();
  const settle = (taken: Awaited<ReturnType<typeof form.take>>) => {
    if (taken) toast.taken(taken);
  };
  const { errors, saving, unknown, resting, saveFailure, giveUp, transition } = form;
  return (
    <section aria-label={transition.label}>
      <FormNotices form={form} />
      <FormFrame
        errors={errors}
        command={{ running: saving, unknown, failure: saveFailure, giveUp }}
        held={resting}
        saves={transition.label}
        onSave={() => void form.take().then(settle)}
        onRetry={() => void form.retry().then(settle)}
        onCancel={form.discard}
      >
        <div className="desk-fields">
          {Object.entries(form.fields).map(([key, field]) => (
            <FieldRow
              key={key}
              id={`${id}-${key}`}
              name={key}
              field={field}
              values={form.values}
              onChange={form.set}
              error={errors[key]}
              disabled={resting}
            />
          ))}
        </div>
        <LineEditor form={form} fixed />
      </FormFrame>
      {held && <LeaveDialog held={held} />}
    </section>
  );
}
