import type { ReactNode } from 'react';
import type { Failure } from '#src/wire/sent.ts';
import { Content } from './faces.tsx';
import './desk.css';

export interface PageFrameProps {
  title: ReactNode;
  /** Beside the title: a status, a number. */
  mark?: ReactNode;
  /** At the right of the title: buttons. */
  extra?: ReactNode;
  /** Nothing to show yet. */
  loading?: boolean;
  /** What came instead of the content. */
  failure?: Failure | null;
  /** Why the content, which is of before, could not be read again. */
  stale?: Failure | null;
  onRetry?(): void;
  children: ReactNode;
}

/** The frame of every desk page: its title, its buttons, and the face it wears (design §8). */
export function PageFrame({ title, mark, extra, loading, failure, stale, onRetry, children }: PageFrameProps) {
  return (
    <section className="desk-page" aria-busy={loading ?? false}>
      <header className="desk-head">
        <h1 className="desk-title">{title}</h1>
        {mark}
        <div className="desk-extra">{extra}</div>
      </header>
      <Content of={{ loading, failure, stale, reload: onRetry }}>{children}</Content>
    </section>
  );
}
