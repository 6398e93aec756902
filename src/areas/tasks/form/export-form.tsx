import { Button } from 'antd';
import type { StoreApi } from 'zustand';
import type { TaskForm } from '#contract/areas/tasks/form.ts';
import { FormFrame } from '#src/kit/desk/form-frame.tsx';
import styles from '../tasks.module.css';
import type { TaskDraft } from './form-layout.ts';
import { TaskFormFields } from './task-form-fields.tsx';
import { useTaskForm } from './use-task-form.ts';

interface ExportFormProps {
  form: TaskForm;
  draft: StoreApi<TaskDraft>;
  onBack(): void;
  onCancel(): void;
  onDone(): void;
}

/** The form of one kind of export: 上一步, 取消, 保存并提交 (specification §4, "Task creation flow"). */
export function ExportForm({ form, draft, onBack, onCancel, onDone }: ExportFormProps) {
  const state = useTaskForm({ form, draft });
  const { command, errors } = state;
  const settle = (done: boolean) => {
    if (done) onDone();
  };
  const resting = command.running || command.unknown;
  return (
    <div className={styles.form}>
      <FormFrame
        errors={errors}
        command={command}
        saves="保存并提交"
        onSave={() => void state.save().then(settle)}
        onRetry={() => void state.retry().then(settle)}
        onCancel={onCancel}
        foot={
          <Button disabled={resting} onClick={onBack}>
            上一步
          </Button>
        }
      >
        <TaskFormFields
          form={form}
          draft={draft}
          errors={errors}
          disabled={resting}
          onSet={state.set}
          onSpan={state.chooseSpan}
        />
      </FormFrame>
    </div>
  );
}
