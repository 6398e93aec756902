import type { Tone } from '#contract/kit/states.ts';
import styles from './state-tag.module.css';

/** A state in its words and tone, for what is drawn without the desk's kit: the shell, and what it shares with pages. */
export function StateTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`tone ${styles.tag}`} data-tone={tone}>
      {children}
    </span>
  );
}
