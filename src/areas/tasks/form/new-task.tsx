import { Modal } from 'antd';
import { useState } from 'react';
import { createStore, type StoreApi } from 'zustand';
import type { ExportType } from '#contract/areas/tasks/task.ts';
import { LeaveDialog } from '#src/kit/desk/leave-dialog.tsx';
import { toast } from '#src/kit/notice.ts';
import { freshDraft, isTouched } from './draft.ts';
import { ExportForm } from './export-form.tsx';
import type { ExportForms } from './export-forms.ts';
import type { TaskDraft } from './form-layout.ts';
import { KindPicker } from './kind-picker.tsx';

type Drafts = ReadonlyMap<ExportType, StoreApi<TaskDraft>>;

/** 新建: the kind first (工单类型), then its form; what was typed into each form is there again after 上一步. */
export function NewTask({ forms, onClose }: { forms: ExportForms; onClose(): void }) {
  const [kind, setKind] = useState<ExportType | null>(null);
  const [last, setLast] = useState<ExportType | null>(null);
  const [drafts] = useState(() => draftsOf(forms, new Date()));
  const [leaving, setLeaving] = useState(false);
  const form = kind === null ? undefined : forms.get(kind);
  const draft = kind === null ? undefined : drafts.get(kind);

  const leave = () => {
    const touched = [...forms.values()].some((one) => {
      const typed = drafts.get(one.type);
      return typed && isTouched(one, typed.getState(), typed.getInitialState());
    });
    if (touched) setLeaving(true);
    else onClose();
  };
  return (
    <>
      <Modal
        open
        width={form ? 860 : 560}
        style={{ top: form ? 40 : 120 }}
        title={form ? form.definition.label : '工单类型'}
        footer={null}
        mask={{ closable: false }}
        onCancel={leave}
      >
        {form && draft ? (
          <ExportForm
            form={form}
            draft={draft}
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
      {leaving && <LeaveDialog held={{ leave: onClose, stay: () => setLeaving(false) }} />}
    </>
  );
}

function draftsOf(forms: ExportForms, now: Date): Drafts {
  return new Map([...forms.values()].map((form) => [form.type, createStore(() => freshDraft(form, now))]));
}
