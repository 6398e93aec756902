import { Button } from 'antd';
import type { Failure } from '#src/wire/sent.ts';

/** Somebody else saved first: what is here can only be read again, so it says what is lost by it. */
export function VersionNotice({ failure, onReload }: { failure: Failure | null; onReload(): void }) {
  if (failure?.kind !== 'refused' || failure.refusal !== 'versionConflict') return null;
  return (
    <div className="desk-unknown" role="status">
      <span>{failure.msg}；刷新后未保存的内容会丢失</span>
      <Button size="small" onClick={onReload}>
        刷新
      </Button>
    </div>
  );
}
