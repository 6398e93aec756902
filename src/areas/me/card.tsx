import { type ReactNode, useId } from 'react';
import type { Reading } from '#src/engine/use-read.ts';
import { Content } from '#src/kit/desk/faces.tsx';
import styles from './me.module.css';

interface CardProps {
  title: string;
  /** Beside the title: what can be done with the whole of it. */
  extra?: ReactNode;
  /** What the card shows, while it has to be waited for. */
  of?: Reading<unknown>;
  children: ReactNode;
}

/** One part of the page, with faces of its own: that one of them cannot be had does not take the others away. */
export function Card({ title, extra, of, children }: CardProps) {
  const id = useId();
  return (
    <section className={styles.card} aria-labelledby={id} aria-busy={of?.loading ?? false}>
      <div className={styles.head}>
        <h2 id={id}>{title}</h2>
        {extra && <div className={styles.actions}>{extra}</div>}
      </div>
      {of ? <Content of={of}>{children}</Content> : children}
    </section>
  );
}

/** Under which name one's own account is read and written. */
export const account = { name: 'me' } as const;
