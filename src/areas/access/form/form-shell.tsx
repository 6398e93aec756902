import { Button } from 'antd';
import { type FormEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import type { FormErrors } from '#src/engine/form-errors.ts';
import type { Command } from '#src/engine/use-command.ts';
import { UnknownOutcome } from '#src/kit/desk/unknown-outcome.tsx';

interface FormShellProps {
  errors: FormErrors;
  command: Pick<Command<unknown>, 'running' | 'unknown' | 'failure' | 'giveUp'>;
  onSave(): void;
  onRetry(): void;
  onCancel(): void;
  /** What the button says; 保存 unless told. */
  saves?: string;
  /** Nobody may save here: only the way back stands. */
  readOnly?: boolean;
  /** Beside the buttons: what a save will do. */
  foot?: ReactNode;
  children: ReactNode;
}

/** The frame of a form written by hand, as the kit's own: Ctrl+S saves, the first wrong input gets the focus, the foot stays in view. */
export function FormShell({ errors, command, onSave, onRetry, onCancel, foot, children, ...rest }: FormShellProps) {
  const box = useRef<HTMLFormElement>(null);
  const resting = command.running || command.unknown || rest.readOnly === true;

  useEffect(() => {
    if (Object.keys(errors).length === 0) return;
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    (wrong?.matches('input,textarea,select') ? wrong : wrong?.querySelector<HTMLElement>('input'))?.focus();
  }, [errors]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!resting) onSave();
  };
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    if (!resting) onSave();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <form ref={box} className="desk-form" noValidate onSubmit={submit}>
      {children}
      <footer className="desk-form-foot">
        {errors[''] !== undefined && (
          <p className="desk-wrong" role="alert">
            {errors['']}
          </p>
        )}
        {command.unknown && (
          <UnknownOutcome
            failure={command.failure}
            running={command.running}
            onRetry={onRetry}
            onGiveUp={command.giveUp}
          />
        )}
        {!rest.readOnly && (
          <Button type="primary" htmlType="submit" loading={command.running} disabled={command.unknown}>
            {rest.saves ?? '保存'}
          </Button>
        )}
        <Button disabled={command.running} onClick={onCancel}>
          {rest.readOnly ? '返回' : '取消'}
        </Button>
        {foot}
      </footer>
    </form>
  );
}
