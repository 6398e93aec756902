import type { ReactNode } from 'react';
import type { Tone } from '#contract/kit/states.ts';
import styles from './hand.module.css';

/** A status in its tone. */
export function StatusTag({ tone, children }: { tone: Tone; children: ReactNode }) {
  return (
    <span className={`tone ${styles.tag}`} data-tone={tone}>
      {children}
    </span>
  );
}
