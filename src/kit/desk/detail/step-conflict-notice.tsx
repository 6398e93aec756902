import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { type ReadAgain, rebased, stepConflict } from '#src/engine/detail/step-conflict.ts';
import type { TransitionsView } from '#src/engine/detail/use-transitions.ts';
import { useToast } from '../toast.ts';

const StepConflictDialog = lazy(async () => ({
  default: (await import('./step-conflict.tsx')).StepConflictDialog,
}));

interface StepConflictNoticeProps {
  definition: AnyDefinition;
  /** The record as it is now. */
  record: ReadAgain;
  transitions: TransitionsView;
}

/** Somebody else was quicker: what is typed here stays, and is put beside what they said, line by line. */
export function StepConflictNotice({ definition, record, transitions }: StepConflictNoticeProps) {
  const [open, setOpen] = useState(false);
  const toast = useToast();
  const { step, running } = transitions;
  const conflict = step && stepConflict(definition, step, record);
  if (!step || !conflict) return null;
  const people = new Set(conflict.steps.map(({ admin_name: name }) => name ?? '系统'));
  const last = conflict.steps.at(-1);
  const merge = (theirs: ReadonlySet<string>) => {
    transitions.put(rebased(definition, step, { now: record, theirs }));
    setOpen(false);
    toast.good(`已合并，请核对后${step.transition.label}`);
  };
  return (
    <div className="desk-unknown" role="status">
      <span>
        {people.size > 0 ? [...people].join('、') : '他人'}
        {last && ` 于 ${printTime(last.at)} `}修改了本单据；您填写的内容仍在本页
      </span>
      <Button size="small" disabled={running} onClick={() => setOpen(true)}>
        对比并合并
      </Button>
      <Button
        size="small"
        disabled={running}
        onClick={() => transitions.begin({ name: step.name, transition: step.transition }, [record])}
      >
        放弃我填写的内容
      </Button>
      {open && (
        <Suspense>
          <StepConflictDialog
            definition={definition}
            step={step}
            conflict={conflict}
            onMerge={merge}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
