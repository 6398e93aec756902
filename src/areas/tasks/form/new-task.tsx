import { Modal } from 'antd';
import { useState } from 'react';
import type { ExportType } from '#contract/areas/tasks/task.ts';
import { untouched } from '#src/engine/form/state.ts';
import { useDropDrafts } from '#src/engine/form/use-kept-draft.ts';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { toast } from '#src/kit/notice.ts';
import { draftIn, formName, type HeldForm, heldForm, isTouched, tasksPlace } from './draft.ts';
import { ExportForm } from './export-form.tsx';
import type { ExportForms } from './export-forms.ts';
import { KindPicker } from './kind-picker.tsx';

/** 新建: the kind first (工单类型), then its form; what was typed into each form is there again after 上一步. */
export function NewTask({ forms, onClose }: { forms: ExportForms; onClose(): void }) {
  const [kind, setKind] = useState<ExportType | null>(null);
  const [last, setLast] = useState<ExportType | null>(null);
  const [all] = useState(() => heldForms(forms, new Date()));
  const [leaving, setLeaving] = useState(false);
  const dropDrafts = useDropDrafts(tasksPlace);
  const held = kind === null ? undefined : all.get(kind);

  const leave = () => {
    if ([...all.values()].some((one) => isTouched(one.form, draftIn(one), one.fresh))) setLeaving(true);
    else onClose();
  };
  const lose = () => {
    for (const { store } of all.values()) store.setState(untouched);
    dropDrafts([...all.values()].map(({ form }) => formName(form)));
    onClose();
  };
  return (
    <>
      <Modal
        open
        width={held ? 860 : 560}
        style={{ top: held ? 40 : 120 }}
        title={held ? held.form.definition.label : '工单类型'}
        footer={null}
        mask={{ closable: false }}
        onCancel={leave}
      >
        {held ? (
          <ExportForm
            held={held}
            onBack={() => {
              setLast(kind);
              setKind(null);
            }}
            onCancel={leave}
            onDone={() => {
              toast('工单已创建', 'good');
              onClose();
            }}
          />
        ) : (
          <KindPicker forms={forms} last={last} onPick={setKind} />
        )}
      </Modal>
      {leaving && <LeaveDialog held={{ leave: lose, stay: () => setLeaving(false) }} />}
    </>
  );
}

function heldForms(forms: ExportForms, now: Date): ReadonlyMap<ExportType, HeldForm> {
  return new Map([...forms.values()].map((form) => [form.type, heldForm(form, now)]));
}
