import { type Task, taskFields, taskTypes } from '#contract/areas/tasks/task.ts';
import { TaskState } from '#src/areas/tasks/task-state.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import styles from './task-panel.module.css';

interface TaskTableProps {
  rows: readonly Task[];
  stepsOf(task: Task): readonly RowAction[];
  /** A step that changes the task's state has been pressed. */
  onWritten(): void;
}

/** Number, name, type and action of each task (specification §2); the action column carries the state of §4. */
export function TaskTable({ rows, stepsOf, onWritten }: TaskTableProps) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{taskFields.serial_no.label}</th>
          <th scope="col">{taskFields.name.label}</th>
          <th scope="col">{taskFields.data_type.label}</th>
          <th scope="col">操作</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((task) => (
          <tr key={task.id}>
            <td>{task.serial_no}</td>
            <th scope="row" title={task.name}>
              <span>{task.name}</span>
            </th>
            <td>{taskTypes[task.data_type]}</td>
            <td>
              <TaskState task={task} />
              <span className={styles.steps}>
                {stepsOf(task).map(({ key, label, run }) => (
                  <button
                    key={key}
                    type="button"
                    aria-label={`${label} ${task.serial_no}`}
                    onClick={() => {
                      run();
                      if (key === 'cancel' || key === 'retry') onWritten();
                    }}
                  >
                    {label}
                  </button>
                ))}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
