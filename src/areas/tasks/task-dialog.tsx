import { lazy, Suspense } from 'react';
import type { Task } from '#contract/areas/tasks/task.ts';
import { NewTask } from './form/new-task.tsx';
import { TaskDetail } from './task-detail.tsx';
import { useFocusReturn } from './use-focus-return.ts';

const FilePreview = lazy(async () => ({ default: (await import('./preview.tsx')).FilePreview }));

/** The dialog that is open over a list of tasks. */
export type Shown = { readonly what: 'new' } | { readonly what: 'detail' | 'preview'; readonly task: Task };

/** Draws the one that is open; loaded with the first. */
export function TaskDialog({ shown, onClose }: { shown: Shown; onClose(): void }) {
  useFocusReturn();
  if (shown.what === 'new') return <NewTask onClose={onClose} />;
  const { what, task } = shown;
  const { id, name, file_path } = task;
  if (what === 'detail' || file_path === null) return <TaskDetail task={task} onClose={onClose} />;
  return (
    <Suspense>
      <FilePreview task={{ id, name, file_path }} onClose={onClose} />
    </Suspense>
  );
}
