import { Button } from 'antd';
import { wordsOf } from '#src/engine/failure.ts';
import type { Failure } from '#src/wire/sent.ts';

/** Somebody else saved first: what is here can only be read again, so it says what is lost by it. */
export function VersionNotice({ failure, onReload }: { failure: Failure | null; onReload(): void }) {
  if (failure?.kind !== 'refused' || failure.refusal !== 'versionConflict') return null;
  return (
    <div className="desk-unknown" role="status">
      <span>{wordsOf(failure)}；刷新后未保存的内容会丢失</span>
      <Button size="small" onClick={onReload}>
        刷新
      </Button>
    </div>
  );
}
