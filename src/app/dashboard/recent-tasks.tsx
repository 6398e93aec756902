import { Link } from 'react-router-dom';
import { printTime } from '#contract/kit/kinds/time.ts';
import { faceOf } from '#src/areas/tasks/task-face.ts';
import { useTaskList } from '#src/areas/tasks/use-task-list.ts';
import { StateTag } from '#src/kit/state-tag.tsx';
import styles from './dashboard.module.css';
import { Part } from './part.tsx';

/** The newest tasks of this person, in step with what is pushed; nothing for who has none. */
export function RecentTasks() {
  const { rows } = useTaskList({ page: 1, page_size: mostShown });
  if (rows.length === 0) return null;
  return (
    <Part name="最近工单">
      <ul className={styles.recent}>
        {rows.map((task) => {
          const { label, tone, percent } = faceOf(task);
          return (
            <li key={task.id}>
              <Link to="/order/exportList">
                <span>{task.serial_no}</span>
                <span className={styles.of}>{task.name}</span>
                <time dateTime={task.created_at}>{printTime(task.created_at).slice(5)}</time>
                <StateTag tone={tone}>{percent === undefined ? label : `${label} ${percent}%`}</StateTag>
              </Link>
            </li>
          );
        })}
      </ul>
    </Part>
  );
}

const mostShown = 5;
