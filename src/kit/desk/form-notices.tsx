import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { FormCore } from '#src/engine/form/use-form-core.ts';
import type { ShownValue } from './conflict-dialog.tsx';

const ConflictDialog = lazy(async () => ({ default: (await import('./conflict-dialog.tsx')).ConflictDialog }));

interface NoticesProps {
  form: FormCore;
  /** What was changed, in the words of the notice. */
  thing?: string;
  /** How the comparison shows values that only their page can put into words. */
  shown?: ShownValue | undefined;
}

/** What is to be known before one goes on typing: a draft was put back, or somebody else has saved the record meanwhile. */
export function FormNotices({ form, thing = '本单据', shown }: NoticesProps) {
  return (
    <>
      {form.restoredAt !== null && (
        <div className="desk-unknown" role="status">
          <span>已恢复 {printTime(new Date(form.restoredAt).toISOString())} 的草稿</span>
          <Button size="small" disabled={form.resting} onClick={form.discard}>
            放弃
          </Button>
        </div>
      )}
      <ConflictNotice form={form} thing={thing} shown={shown} />
    </>
  );
}

function ConflictNotice({ form, thing, shown }: NoticesProps) {
  const [open, setOpen] = useState(false);
  const { conflict, saveFailure, resting } = form;
  const refused = saveFailure?.kind === 'refused' && saveFailure.refusal === 'versionConflict';
  if (!conflict && !refused) return null;
  const people = new Set(conflict?.steps.map((step) => step.admin_name ?? '系统'));
  const last = conflict?.steps.at(-1);
  return (
    <div className="desk-unknown" role="status">
      <span>
        {people.size > 0 ? [...people].join('、') : '他人'}
        {last && ` 于 ${printTime(last.at)} `}修改了{thing}；您填写的内容仍在本页
        {conflict && !conflict.editable && '，但现在已不能编辑'}
      </span>
      {conflict ? (
        <Button size="small" disabled={resting} onClick={() => setOpen(true)}>
          对比并合并
        </Button>
      ) : (
        <Button size="small" disabled={resting} onClick={form.readAgain}>
          读取对方的修改
        </Button>
      )}
      <Button size="small" disabled={resting} onClick={form.reload}>
        放弃我的修改
      </Button>
      {conflict && open && (
        <Suspense fallback={null}>
          <ConflictDialog form={form} conflict={conflict} shown={shown} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
