import { type ReactNode, useId } from 'react';
import { shownNames } from '#contract/kit/mask.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { ComputedRow, FieldRow } from './field-row.tsx';
import { FormFrame } from './form-frame.tsx';

interface FormProps {
  form: FormView;
  /** Fields to show, in this order, as far as the record has them; all by default. */
  names?: readonly string[] | undefined;
  onSave(): void;
  onCancel(): void;
  /** Sends a save of unknown outcome again. */
  onRetry(): void;
  /** 保存并提交, where there is something to submit to. */
  onSaveAndSubmit?: (() => void) | undefined;
  /** Below the fields: the lines. */
  children?: ReactNode;
}

/** A form on the desk: fields in a grid, words on the field, a footer that stays in view. */
export function Form({ form, names = Object.keys(form.fields), children, ...actions }: FormProps) {
  const id = useId();
  const { errors, saving, unknown, resting, saveFailure, giveUp } = form;
  return (
    <FormFrame
      errors={errors}
      command={{ running: saving, unknown, failure: saveFailure, giveUp }}
      held={resting}
      {...actions}
    >
      <div className="desk-fields">
        {shownNames(form.definition, names).map((name, index) => {
          const field = form.fields[name];
          if (!field && !(name in form.definition.fields))
            throw new Error(`${form.definition.name} has no settable field ${name}`);
          if (!field) return null;
          const Row = field.compute ? ComputedRow : FieldRow;
          return (
            <Row
              key={name}
              id={`${id}-${name}`}
              name={name}
              field={field}
              values={form.values}
              onChange={form.set}
              error={errors[name]}
              disabled={resting}
              autoFocus={index === 0}
            />
          );
        })}
      </div>
      {children}
    </FormFrame>
  );
}
