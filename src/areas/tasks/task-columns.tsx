import type { Task } from '#contract/areas/tasks/task.ts';
import type { Row } from '#src/engine/row.ts';
import { type Column, columnsOf } from '#src/kit/desk/columns.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { printBytes } from '#src/kit/print-bytes.ts';
import { shownTask } from './shown-task.ts';
import { faceOf } from './task-face.ts';
import { TaskProgress } from './task-state.tsx';
import styles from './tasks.module.css';

/** A row of the page. */
export type TaskRow = Task & Row;

const cells: Readonly<Record<string, Pick<Column<TaskRow>, 'render' | 'width' | 'align'>>> = {
  serial_no: { width: 150, render: ({ serial_no }) => serial_no },
  status: { width: 170, render: (task) => <State task={task} /> },
  // A bar begins where its cell does.
  progress: { width: 150, align: undefined, render: (task) => <TaskProgress task={task} /> },
  remark: { width: 190, render: (task) => <Remark task={task} /> },
  file_size: {
    width: 100,
    render: ({ file_path, file_size }) => (file_path && file_size !== null ? printBytes(file_size) : null),
  },
};

/** The columns of the page: those of a task's fields; what stands in them is decided by the table of specification §4. */
export const taskColumns: readonly Column<TaskRow>[] = columnsOf(shownTask).map((column) => {
  const written = cells[column.name];
  return written ? { ...column, ...written } : column;
});

function State({ task }: { task: Task }) {
  const { tone, label, note } = faceOf(task);
  return (
    <>
      <StatusTag tone={tone}>{label}</StatusTag> {note !== undefined && <span className={styles.note}>{note}</span>}
    </>
  );
}

function Remark({ task }: { task: Task }) {
  const { wrong } = faceOf(task);
  return wrong === undefined ? task.remark : <span className={styles.wrong}>{wrong}</span>;
}
