import { lazy, Suspense } from 'react';
import type { Task } from '#contract/areas/tasks/task.ts';
import { loadExportForms } from './form/export-forms.ts';
import { TaskDetail } from './task-detail.tsx';
import { useFocusReturn } from './use-focus-return.ts';

const NewTask = lazy(async () => {
  const [{ NewTask: Dialog }, forms] = await Promise.all([import('./form/new-task.tsx'), loadExportForms()]);
  return { default: (props: { onClose(): void }) => <Dialog forms={forms} {...props} /> };
});
const FilePreview = lazy(async () => ({ default: (await import('./preview.tsx')).FilePreview }));

/** The dialog that is open over a list of tasks. */
export type Shown = { readonly what: 'new' } | { readonly what: 'detail' | 'preview'; readonly task: Task };

/** Draws the one that is open; loaded with the first. */
export function TaskDialog({ shown, onClose }: { shown: Shown; onClose(): void }) {
  useFocusReturn();
  if (shown.what === 'new') {
    return (
      <Suspense>
        <NewTask onClose={onClose} />
      </Suspense>
    );
  }
  const { what, task } = shown;
  const { id, name, file_path } = task;
  if (what === 'detail' || file_path === null) return <TaskDetail task={task} onClose={onClose} />;
  return (
    <Suspense>
      <FilePreview task={{ id, name, file_path }} onClose={onClose} />
    </Suspense>
  );
}
