import './set-render.ts';
import type { ReactNode } from 'react';
import styles from './hand.module.css';

export interface PageFrameProps {
  title: ReactNode;
  /** Under the title, smaller: a number, a place. */
  mark?: ReactNode;
  /** Absent on the first screen, which has nothing behind it. */
  onBack?(): void;
  /** At the right of the title: one button. */
  extra?: ReactNode;
  /** Under the title and always in view: the queue. */
  strip?: ReactNode;
  /** At the bottom, under the thumb: the primary action. */
  actions?: ReactNode;
  children: ReactNode;
}

/** The frame of every page of the warehouse mode: title above, what scrolls between, the primary action at the bottom. */
export function PageFrame({ title, mark, onBack, extra, strip, actions, children }: PageFrameProps) {
  return (
    <>
      <header className={styles.bar}>
        {onBack && (
          <button type="button" className={styles.back} onClick={onBack}>
            返回
          </button>
        )}
        <div className={styles.names}>
          <h1 className={styles.title}>{title}</h1>
          {mark && <p className={styles.mark}>{mark}</p>}
        </div>
        <div className={styles.extra}>{extra}</div>
      </header>
      {strip}
      <main className={styles.body}>{children}</main>
      {actions && <footer className={styles.actions}>{actions}</footer>}
    </>
  );
}
