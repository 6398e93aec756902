import { Button } from 'antd';
import {
  type FormEvent,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useRef,
} from 'react';
import { areFewer, type FormErrors } from '#src/engine/form/errors.ts';
import type { Command } from '#src/engine/use-command.ts';
import { type ShortcutGroup, useShortcuts } from '../shortcuts.ts';
import { UnknownOutcome } from './unknown-outcome.tsx';

interface FormFrameProps {
  errors: FormErrors;
  command: Pick<Command<unknown>, 'running' | 'unknown' | 'failure' | 'giveUp'>;
  onSave(): void;
  /** Sends a save of unknown outcome again. */
  onRetry(): void;
  onCancel(): void;
  /** What the button says; 保存 by default. */
  saves?: string;
  /** 保存并提交, where there is something to submit to. */
  onSaveAndSubmit?: (() => void) | undefined;
  /** Nobody saves now: work on the form is under way. */
  held?: boolean;
  /** Nobody may save here: only the way back stands. */
  readOnly?: boolean;
  /** Beside the buttons: what a save will do. */
  foot?: ReactNode;
  children: ReactNode;
}

/**
 * The frame of a form, generated or written by hand: a footer that stays in view; Ctrl+S and the buttons save, Enter goes on to the next
 * input, and after a refusal the first wrong input has the focus (design §8, "keyboard first").
 */
export function FormFrame({ errors, command, onSave, onRetry, onCancel, foot, children, ...rest }: FormFrameProps) {
  const box = useRef<HTMLFormElement>(null);
  const resting = command.running || command.unknown || rest.held === true || rest.readOnly === true;

  const known = useRef(errors);
  const seeks = useRef(false);
  useEffect(() => {
    const mending = areFewer(known.current, errors);
    known.current = errors;
    // Who mends one input keeps the focus there while others are still wrong.
    seeks.current = !mending && Object.keys(errors).length > 0;
  }, [errors]);
  // At each drawing: what has been checked is still disabled when it is known what is wrong.
  useEffect(() => {
    if (!seeks.current) return;
    const wrong = box.current?.querySelector<HTMLElement>('[aria-invalid="true"]');
    const input = wrong?.matches(inputs) ? wrong : wrong?.querySelector<HTMLElement>('input');
    if (!input || input.matches(':disabled')) return;
    seeks.current = false;
    input.focus();
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!resting) onSave();
  };
  useShortcuts(shortcuts);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return;
    event.preventDefault();
    if (!resting) onSave();
  });
  // On the document: after a paste or a closed dialog the focus may stand nowhere, and the browser's own save must not open.
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <form ref={box} className="desk-form" noValidate onSubmit={submit} onKeyDown={goOn}>
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
        <Button disabled={command.running} onClick={onCancel}>
          {rest.readOnly ? '返回' : '取消'}
        </Button>
        {!rest.readOnly && (
          <Button
            type={rest.onSaveAndSubmit ? 'default' : 'primary'}
            htmlType="submit"
            loading={command.running}
            disabled={resting && !command.running}
          >
            {rest.saves ?? '保存'}
          </Button>
        )}
        {rest.onSaveAndSubmit && (
          <Button type="primary" disabled={resting} onClick={rest.onSaveAndSubmit}>
            保存并提交
          </Button>
        )}
        {foot}
      </footer>
    </form>
  );
}

const inputs = 'input,textarea,select,button';

/** Enter in an input goes to the next one: whoever ends a date with it wants no half filled document saved. */
function goOn(event: ReactKeyboardEvent<HTMLFormElement>): void {
  const { target, currentTarget } = event;
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || !(target instanceof HTMLInputElement)) return;
  // A part of the form that has its own use for the key, such as a sheet of lines, has taken it.
  const taken = event.isDefaultPrevented();
  event.preventDefault();
  // An open list of options takes its choice and stays.
  if (taken || target.getAttribute('aria-expanded') === 'true') return;
  const all = [...currentTarget.querySelectorAll<HTMLElement>('input,textarea,select')].filter(
    (one) => one === target || (!one.matches(':disabled,[type="hidden"]') && one.tabIndex >= 0),
  );
  all[all.indexOf(target) + 1]?.focus();
}

const shortcuts: ShortcutGroup = { name: '表单', keys: [['Ctrl S', '保存']] };
