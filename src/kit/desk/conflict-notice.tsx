import { Button } from 'antd';
import type { FormView } from '#src/engine/use-form.ts';

/** Somebody else saved first: what is here can only be read again, so it says what is lost by it. */
export function ConflictNotice({ form }: { form: FormView }) {
  if (form.saveFailure?.kind !== 'refused' || form.saveFailure.refusal !== 'versionConflict') return null;
  return (
    <div className="desk-unknown" role="status">
      <span>单据已被他人修改，请刷新；刷新后未保存的内容会丢失</span>
      <Button size="small" disabled={form.resting} onClick={form.reload}>
        刷新
      </Button>
    </div>
  );
}
