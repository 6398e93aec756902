import { useCallback, useEffect, useRef, useState } from 'react';
import { taskPanel } from '#contract/areas/tasks/calls.ts';
import { useFollowedTasks } from '#src/areas/tasks/follow-tasks.ts';
import type { Shown } from '#src/areas/tasks/task-dialog.tsx';
import { tasks, useTasksWanted } from '#src/engine/tasks.ts';
import { useRead } from '#src/engine/use-read.ts';
import { useLive } from '#src/live/live-state.ts';
import { whenIdle } from '../idle.ts';
import frame from '../office/office-frame.module.css';
import sheet from '../office/top-sheet.module.css';
import styles from './task-button.module.css';
import { useLatePart } from './use-late-part.ts';
import { useOutside } from './use-outside.ts';
import { useTaskPoll } from './use-task-poll.ts';

/**
 * The download icon of the top bar with the number of tasks under way, and the panel below it (specification §1, §2, §4).
 * Mounted while somebody is signed in; the panel is read when the page is idle.
 */
export function TaskButton() {
  const panel = useRead(tasks, taskPanel, { input: {} });
  const count = panel.value?.running_count ?? 0;
  const live = useLive((state) => state.open);
  useFollowedTasks();
  useTaskPoll(count > 0 && !live);
  const [open, setOpen] = useState(false);
  const [shown, setShown] = useState<Shown | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  const part = useLatePart(open, loadPanel, close);
  // What cannot be had while nobody asks for it is asked for again, with words, when somebody does.
  useEffect(() => whenIdle(() => void loadPanel().catch(() => {})), []);
  useEffect(() => useTasksWanted.subscribe(() => setOpen(true)), []);
  useOutside(box, open && !shown, close);

  return (
    <div
      ref={box}
      role="presentation"
      className={styles.box}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || shown || !open) return;
        close();
        button.current?.focus();
      }}
    >
      <button
        ref={button}
        type="button"
        className={frame.tool}
        aria-expanded={open}
        aria-label={count > 0 ? `工单，${count} 个进行中` : '工单'}
        title="工单"
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 20 20" aria-hidden="true">
          <path d="M10 3v9M6.5 8.5 10 12l3.5-3.5M4 13.5V16a1 1 0 0 0 1 1h10a1 1 0 0 0 1-1v-2.5" />
        </svg>
        {count > 0 && <span className={`${sheet.count} ${styles.count}`}>{count > 99 ? '99+' : count}</span>}
      </button>
      {open && part && (
        <part.TaskPanel canCreate={panel.value?.can_create ?? false} shown={shown} onShow={setShown} onLeave={close} />
      )}
    </div>
  );
}

const loadPanel = () => import('./task-panel.tsx');
