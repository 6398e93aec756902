import type { ReactNode } from 'react';
import styles from './hand.module.css';

/** The five tones of a status, the same as on the desk (contract/kit/transition.ts). */
export type HandTone = 'idle' | 'waiting' | 'moving' | 'done' | 'refused';

/** A status in its tone. */
export function StatusTag({ tone, children }: { tone: HandTone; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {children}
    </span>
  );
}
