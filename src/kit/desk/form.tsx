import { Button } from 'antd';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useId, useRef } from 'react';
import { shownNames } from '#contract/kit/mask.ts';
import type { FormView } from '#src/engine/use-form.ts';
import { FieldRow } from './field-row.tsx';
import { UnknownOutcome } from './unknown-outcome.tsx';

interface FormProps {
  form: FormView;
  /** Fields to show, in this order; all that may be set unless told. */
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

/**
 * A form on the desk: fields in a grid, words on the field, a footer that stays in view. Ctrl+S saves, and after a
 * refusal the first wrong input has the focus (design §8, "keyboard first").
 */
export function Form({
  form,
  names = Object.keys(form.fields),
  onSave,
  onCancel,
  onRetry,
  onSaveAndSubmit,
  children,
}: FormProps) {
  const id = useId();
  const box = useRef<HTMLFormElement>(null);
  const { errors } = form;
  const resting = form.saving || form.unknown;

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong?.matches('input,textarea,select') ? wrong : wrong?.querySelector<HTMLElement>('input'))?.focus();
  }, [errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!resting) onSave();
  };
  const saving = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    if (!resting) onSave();
  });
  // On the document: after a paste or a closed dialog the focus may stand nowhere, and the browser's own save must not open.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => saving(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <form ref={box} className="desk-form" noValidate onSubmit={submit}>
      <div className="desk-fields">
        {shownNames(form.definition, names).map((name, index) => {
          const field = form.fields[name];
          if (!field) throw new Error(`${form.definition.name} has no settable field ${name}`);
          return (
            <FieldRow
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
      <footer className="desk-form-foot">
        {errors[''] !== undefined && (
          <p className="desk-wrong" role="alert">
            {errors['']}
          </p>
        )}
        {form.unknown && (
          <UnknownOutcome failure={form.saveFailure} running={form.saving} onRetry={onRetry} onGiveUp={form.giveUp} />
        )}
        <Button
          type={onSaveAndSubmit ? 'default' : 'primary'}
          htmlType="submit"
          loading={form.saving}
          disabled={form.unknown}
        >
          保存
        </Button>
        {onSaveAndSubmit && (
          <Button type="primary" disabled={resting} onClick={onSaveAndSubmit}>
            保存并提交
          </Button>
        )}
        <Button disabled={form.saving} onClick={onCancel}>
          取消
        </Button>
      </footer>
    </form>
  );
}
