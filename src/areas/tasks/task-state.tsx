import type { Task } from '#contract/areas/tasks/task.ts';
import { printBytes } from '#src/kit/print-bytes.ts';
import { StateTag } from '#src/kit/state-tag.tsx';
import { faceOf } from './task-face.ts';
import styles from './tasks.module.css';

/** The state of a task as specification §4 shows it: how far it is, its file, or why there is none. Made of no library. */
export function TaskState({ task }: { task: Task }) {
  const { label, tone, size, note, wrong } = faceOf(task);
  return (
    <span className={styles.state}>
      <StateTag tone={tone}>{label}</StateTag>
      <TaskProgress task={task} />
      {size !== undefined && <span className={styles.size}>{printBytes(size)}</span>}
      {note !== undefined && <span className={styles.note}>{note}</span>}
      {wrong !== undefined && (
        <span className={styles.wrong} title={wrong}>
          {wrong}
        </span>
      )}
    </span>
  );
}

/** How far a task under way has come; nothing for any other. */
export function TaskProgress({ task }: { task: Task }) {
  const { percent } = faceOf(task);
  if (percent === undefined) return null;
  return (
    <span className={styles.progress}>
      <progress value={percent} max={100} aria-label={`${task.name} 进度`} />
      {percent}%
    </span>
  );
}
