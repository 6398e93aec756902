import { Button } from 'antd';
import type { ReactNode } from 'react';
import { faceOf, wordsOf } from '#src/engine/failure.ts';
import type { Failure } from '#src/wire/sent.ts';

/** Grey bars where content will stand. */
export function LoadingFace() {
  return (
    <div className="desk-skeleton" role="status" aria-label="加载中...">
      {[92, 100, 84, 96, 70].map((width) => (
        <span key={width} style={{ inlineSize: `${width}%` }} />
      ))}
    </div>
  );
}

/** What a page shows instead of its content: no permission, offline, not there, or an error that may be retried. */
export function FailureFace({ failure, onRetry }: { failure: Failure; onRetry?: (() => void) | undefined }) {
  const face = faceOf(failure);
  const words = wordsOf(failure);
  if (words === '') return null;
  return (
    <div className={`desk-face desk-face-${face}`} role="alert">
      <p className="desk-face-words">{words}</p>
      {onRetry && face !== 'forbidden' && <Button onClick={onRetry}>重试</Button>}
    </div>
  );
}

/**
 * Above content of before: why it could not be read again, and a way to try once more. It is there all the time, out of
 * view: so a table below it hears when it is pushed down, and a screen reader when there are words.
 */
function StaleLine({ failure, onRetry }: { failure: Failure | null; onRetry: (() => void) | undefined }) {
  return (
    <div className="desk-unknown" role="status" hidden={failure === null}>
      {failure && (
        <span>
          没有刷新成功，以下是此前的数据 <span className="desk-hint">{wordsOf(failure)}</span>
        </span>
      )}
      {failure && onRetry && (
        <Button size="small" onClick={onRetry}>
          重试
        </Button>
      )}
    </div>
  );
}

interface ContentProps {
  /** A read as the hooks of the engine tell it. */
  of: {
    /** Nothing has come yet. */
    readonly loading?: boolean | undefined;
    readonly failure?: Failure | null | undefined;
    readonly stale?: Failure | null | undefined;
    readonly reload?: (() => void) | undefined;
  };
  children: ReactNode;
}

/** What was read, or the face it wears instead; content that could not be read again says so (design §8). */
export function Content({ of: { loading, failure, stale, reload }, children }: ContentProps) {
  if (failure) return <FailureFace failure={failure} onRetry={reload} />;
  if (loading) return <LoadingFace />;
  return (
    <>
      <StaleLine failure={stale ?? null} onRetry={reload} />
      {children}
    </>
  );
}

/** Nothing found; below the words the ways on. */
export function EmptyFace({ words = '暂无数据', children }: { words?: string; children?: ReactNode }) {
  return (
    <div className="desk-empty">
      <p>{words}</p>
      {children}
    </div>
  );
}
