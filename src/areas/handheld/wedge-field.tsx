import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import { isTypedIn } from '#src/reader/listen-to-wedge.ts';
import { onScan as listen, type Scan } from '#src/reader/scans.ts';
import { KeptCamera } from './camera/by-camera.tsx';
import styles from './handheld.module.css';

/**
 * Listens to whatever reads for as long as the page stands. The field is for handhelds that put text where the focus is
 * (reference rfid §4): no soft keyboard, and it has the focus whenever nobody types elsewhere.
 */
export function WedgeField({ onScan }: { onScan(scan: Scan): void }) {
  const field = useRef<HTMLInputElement>(null);
  const heard = useEffectEvent((scan: Scan) => {
    if (field.current) field.current.value = '';
    onScan(scan);
  });
  useEffect(() => listen(heard), []);
  useEffect(() => keepFocus(field), []);
  return (
    <>
      <input
        ref={field}
        data-wedge=""
        className={styles.wedge}
        inputMode="none"
        autoComplete="off"
        aria-label="扫描枪输入"
        tabIndex={-1}
      />
      <KeptCamera />
    </>
  );
}

/**
 * Takes the focus after each touch that does not lead into another field, and whenever nothing has it: a sheet or a dialog
 * that goes away takes the focus with it, and the browser tells nobody.
 */
function keepFocus(field: RefObject<HTMLInputElement | null>): () => void {
  const take = () => field.current?.focus({ preventScroll: true });
  const fallen = () => {
    if (document.activeElement === document.body || document.activeElement === null) take();
  };
  // A touch, not the keyboard: who moves with Tab must not be pulled back.
  const touched = (event: Event) => {
    if (!(event instanceof PointerEvent) || event.pointerType === '') return;
    setTimeout(() => {
      if (!isTypedIn(document.activeElement)) take();
    }, 0);
  };
  const changes = new MutationObserver(fallen);
  take();
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open', 'disabled', 'hidden'] });
  document.addEventListener('click', touched);
  document.addEventListener('focusout', later);
  return () => {
    changes.disconnect();
    document.removeEventListener('click', touched);
    document.removeEventListener('focusout', later);
  };

  // While the focus moves it is nowhere.
  function later() {
    setTimeout(fallen, 0);
  }
}
