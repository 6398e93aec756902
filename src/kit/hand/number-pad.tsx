import { useEffect, useEffectEvent } from 'react';
import { isTypedIn } from '#src/reader/listen-to-wedge.ts';
import styles from './hand.module.css';

/**
 * A number pad of our own, so that the system's keyboard does not cover the page: twelve keys of at least 56 px. A keyboard's
 * digits, Backspace, Delete and Enter do the same while it stands, wherever the focus is but in a field.
 */
export function NumberPad({
  onDigit,
  onDelete,
  onClear,
  onEnter,
}: {
  /** `at`: the time stamp of the keyboard's event; absent for a touch. */
  onDigit(digit: string, at?: number): void;
  onDelete(): void;
  onClear(): void;
  onEnter(): void;
}) {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey || isTypedIn(event.target)) return;
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return;
    const act = /^\d$/.test(event.key)
      ? () => onDigit(event.key, event.timeStamp)
      : { Backspace: onDelete, Delete: onClear, Enter: onEnter }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressed(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
  return (
    <div className={styles.pad} role="group" aria-label="数字键盘">
      {digits.map((digit) => (
        <button key={digit} type="button" onClick={() => onDigit(digit)}>
          {digit}
        </button>
      ))}
      <button type="button" className={styles.padSoft} onClick={onClear}>
        清空
      </button>
      <button type="button" onClick={() => onDigit('0')}>
        0
      </button>
      <button type="button" className={styles.padSoft} onClick={onDelete} aria-label="删除一位">
        ⌫
      </button>
    </div>
  );
}

const digits = ['1', '2', '3', '4', '5', '6', '7', '8', '9'];
