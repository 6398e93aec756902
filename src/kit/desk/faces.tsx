import { Button } from 'antd';
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

/** Nothing found. */
export function EmptyFace({ words = '暂无数据' }: { words?: string }) {
  return <p className="desk-empty">{words}</p>;
}
