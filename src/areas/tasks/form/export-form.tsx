import { Button } from 'antd';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { FormFrame } from '#src/kit/desk/form-frame.tsx';
import { FormNotices } from '#src/kit/desk/form-notices.tsx';
import styles from '../tasks.module.css';
import type { HeldForm } from './draft.ts';
import { TaskFormFields } from './task-form-fields.tsx';
import { useTaskForm } from './use-task-form.ts';

interface ExportFormProps {
  held: HeldForm;
  onBack(): void;
  onCancel(): void;
  onDone(): void;
}

/** The form of one kind of export: 上一步, 取消, 保存并提交 (specification §4, "Task creation flow"). */
export function ExportForm({ held, onBack, onCancel, onDone }: ExportFormProps) {
  const state = useTaskForm(held);
  const { core, command } = state;
  const settle = (done: boolean) => {
    if (done) onDone();
  };
  if (core.looking) return <LoadingFace />;
  return (
    <div className={styles.form}>
      <FormNotices form={core} />
      <FormFrame
        errors={core.errors}
        command={command}
        saves="保存并提交"
        onSave={() => void state.save().then(settle)}
        onRetry={() => void state.retry().then(settle)}
        onCancel={onCancel}
        foot={
          <Button disabled={core.resting} onClick={onBack}>
            上一步
          </Button>
        }
      >
        <TaskFormFields
          form={held.form}
          draft={state.draft}
          errors={core.errors}
          disabled={core.resting}
          onSet={state.set}
          onSpan={state.chooseSpan}
        />
      </FormFrame>
    </div>
  );
}
