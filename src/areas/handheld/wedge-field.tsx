import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { listenToWedge } from '#src/reader/keyboard-wedge.ts';
import styles from './handheld.module.css';

/**
 * Listens to the scanner gun for as long as the page stands. The field is for handhelds that put text where the focus is
 * (reference rfid §4): no soft keyboard, and after each touch it has the focus again, unless somebody types elsewhere.
 */
export function WedgeField({ onCode }: { onCode(code: string): void }) {
  const field = useRef<HTMLInputElement>(null);
  const heard = useEffectEvent((code: string) => {
    if (field.current) field.current.value = '';
    onCode(code);
  });
  useEffect(() => listenToWedge(heard), []);
  useEffect(() => keepFocus(field), []);
  return (
    <input
      ref={field}
      data-wedge=""
      className={styles.wedge}
      inputMode="none"
      autoComplete="off"
      aria-label="扫描枪输入"
      tabIndex={-1}
    />
  );
}

function keepFocus(field: RefObject<HTMLInputElement | null>): () => void {
  const take = () => {
    const at = document.activeElement;
    const typing =
      at instanceof HTMLInputElement || at instanceof HTMLTextAreaElement || at?.closest('[role="dialog"],dialog');
    if (!typing) field.current?.focus({ preventScroll: true });
  };
  // A touch, not the keyboard: who moves with Tab must not be pulled back.
  const touched = (event: Event) => {
    if (event instanceof PointerEvent && event.pointerType !== '') setTimeout(take, 0);
  };
  take();
  document.addEventListener('click', touched);
  return () => document.removeEventListener('click', touched);
}
