import { lazy, type ReactNode, Suspense } from 'react';
import { faceOf } from '#src/engine/failure.ts';
import type { Failure } from '#src/wire/sent.ts';
import { Content, FailureFace } from './faces.tsx';
import './desk.css';

const ClosedFace = lazy(async () => ({ default: (await import('./closed-face.tsx')).ClosedFace }));

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
        {/* Takes the focus where what had it is gone. */}
        <h1 className="desk-title" tabIndex={-1}>
          {title}
        </h1>
        {mark}
        <div className="desk-extra">{extra}</div>
      </header>
      {failure && /forbidden|missing/.test(faceOf(failure)) ? (
        <Suspense fallback={<FailureFace failure={failure} />}>
          <ClosedFace failure={failure} />
        </Suspense>
      ) : (
        <Content of={{ loading, failure, stale, reload: onRetry }}>{children}</Content>
      )}
    </section>
  );
}
