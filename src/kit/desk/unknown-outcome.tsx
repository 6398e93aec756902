import { Button } from 'antd';
import { wordsOf } from '#src/engine/failure.ts';
import type { Failure } from '#src/wire/sent.ts';

interface UnknownOutcomeProps {
  failure: Failure | null;
  running: boolean;
  onRetry(): void;
  onGiveUp(): void;
}

/** A write whose outcome nobody knows: sent again with the same op id, it happens once (design §4). */
export function UnknownOutcome({ failure, running, onRetry, onGiveUp }: UnknownOutcomeProps) {
  return (
    <div className="desk-unknown" role="alert">
      <span>结果未知，请重试 {failure && <span className="desk-hint">{wordsOf(failure)}</span>}</span>
      <Button size="small" type="primary" loading={running} onClick={onRetry}>
        重试
      </Button>
      <Button size="small" type="text" disabled={running} onClick={onGiveUp}>
        放弃
      </Button>
    </div>
  );
}
