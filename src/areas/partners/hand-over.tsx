import { useEffect, useId, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { type HandedOver, handOverForm } from '#contract/areas/partners/hand-over.ts';
import type { Fields } from '#contract/kit/field.ts';
import { useGoBack } from '#src/engine/use-address.ts';
import { useDirtyGuard } from '#src/engine/use-dirty-guard.ts';
import { FieldRow } from '#src/kit/desk/field-row.tsx';
import { FormFrame } from '#src/kit/desk/form-frame.tsx';
import { FormNotices } from '#src/kit/desk/form-notices.tsx';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { partnerAt } from './addresses.ts';
import { useHandOver } from './use-hand-over.ts';

/** Hands over suppliers, brands and categories from one or several purchasers to another, in one go. */
export function Screen() {
  const [params] = useSearchParams();
  const picked = params.get('ids') ?? '';
  const fromIds = useMemo(
    () =>
      picked
        .split(',')
        .map(Number)
        .filter((id) => Number.isSafeInteger(id) && id > 0),
    [picked],
  );
  const { core, command, send, retry } = useHandOver(fromIds);
  const held = useDirtyGuard(core.dirty);
  const goBack = useGoBack(partnerAt.purchasers);
  const toast = useToast();
  const [done, setDone] = useState<HandedOver | null>(null);
  const id = useId();
  // Left only when the form counts as clean, or its own guard would hold it back.
  useEffect(() => {
    if (done && !core.dirty) goBack();
  }, [done, core.dirty, goBack]);
  const settle = (handed: HandedOver | undefined) => {
    if (!handed) return;
    toast.good(wordsOf(handed));
    setDone(handed);
  };
  return (
    <PageFrame title={core.definition.label}>
      <FormNotices form={core} />
      <FormFrame
        errors={core.errors}
        command={command}
        held={core.resting}
        saves="移交"
        onSave={() => void send().then(settle)}
        onRetry={() => void retry().then(settle)}
        onCancel={goBack}
      >
        <div className="desk-fields">
          {Object.entries(handOverForm.fields as Fields).map(([name, field], index) => (
            <FieldRow
              key={name}
              id={`${id}-${name}`}
              name={name}
              field={field}
              values={core.values}
              onChange={core.set}
              error={core.errors[name]}
              disabled={core.resting}
              autoFocus={index === 0}
            />
          ))}
        </div>
      </FormFrame>
      {held && <LeaveDialog held={held} />}
    </PageFrame>
  );
}

const wordsOf = ({ moved }: HandedOver): string =>
  `已移交供应商 ${moved.suppliers} 家、品牌 ${moved.brands} 个、分类 ${moved.categories} 个`;
