import { Modal } from 'antd';
import { useState } from 'react';
import type { AnyDefinition } from '#contract/kit/definition.ts';
import type { StepConflict } from '#src/engine/detail/step-conflict.ts';
import type { Step } from '#src/engine/detail/use-transitions.ts';
import { ChooseAll, DifferenceRow, DifferenceTable } from '../conflict-dialog.tsx';
import { Timeline } from './timeline.tsx';

interface StepConflictDialogProps {
  definition: AnyDefinition;
  step: Step;
  conflict: StepConflict;
  /** Goes on with the lines that are named as the other left them, and all others as they are here. */
  onMerge(theirs: ReadonlySet<string>): void;
  onClose(): void;
}

/** What two people said of the same lines: for each that both changed somebody says which counts, and the step goes on. */
export function StepConflictDialog({ definition, step, conflict, onMerge, onClose }: StepConflictDialogProps) {
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const clashes = conflict.lines.filter((one) => one.clashes);
  const choose = (key: string, isTheirs: boolean) =>
    setTheirs((before) => new Set(isTheirs ? [...before, key] : [...before].filter((one) => one !== key)));
  return (
    <Modal
      open
      width={880}
      title="对比并合并"
      okText="合并"
      cancelText="取消"
      onOk={() => onMerge(theirs)}
      onCancel={onClose}
    >
      <ChooseAll clashes={clashes} onChoose={setTheirs} />
      {conflict.lines.length > 0 ? (
        <DifferenceTable>
          {conflict.lines.map((one) => (
            <DifferenceRow
              key={one.key}
              label={definition.lines?.label ?? ''}
              fields={{ ...definition.lines?.fields, ...step.lineFields }}
              difference={one}
              isTheirs={theirs.has(one.key)}
              onChoose={choose}
            />
          ))}
        </DifferenceTable>
      ) : (
        <p className="desk-hint">对方的修改与您填写的内容没有冲突</p>
      )}
      <Timeline definition={definition} audit={conflict.steps} />
    </Modal>
  );
}
