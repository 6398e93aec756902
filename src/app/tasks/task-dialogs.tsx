import { type Shown, TaskDialog } from '#src/areas/tasks/task-dialog.tsx';
import { DeskProvider } from '../office/desk-provider.tsx';

/** The dialogs of the panel, with what antd needs around them: the top bar stands outside of the desk. */
export function TaskDialogs(props: { shown: Shown; onClose(): void }) {
  return (
    <DeskProvider>
      <TaskDialog {...props} />
    </DeskProvider>
  );
}
