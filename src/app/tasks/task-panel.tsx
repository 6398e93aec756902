import { useRef } from 'react';
import { Link } from 'react-router-dom';
import { unfinished } from '#contract/areas/tasks/task.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Shown } from '#src/areas/tasks/task-dialog.tsx';
import { type TaskList, useTaskList } from '#src/areas/tasks/use-task-list.ts';
import { useTaskSteps } from '#src/areas/tasks/use-task-steps.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useMenu } from '../menu/menu-query.ts';
import sheet from '../office/top-sheet.module.css';
import styles from './task-panel.module.css';
import { TaskTable } from './task-table.tsx';
import { useLatePart } from './use-late-part.ts';

interface TaskPanelProps {
  canCreate: boolean;
  /** The dialog that is open over the panel. */
  shown: Shown | null;
  onShow(shown: Shown | null): void;
  onLeave(): void;
}

/** The newest tasks of the person under the top bar (specification §2: 550 wide, table 500 high). Drawn without antd; its dialogs bring it. */
export function TaskPanel({ canCreate, shown, onShow, onLeave }: TaskPanelProps) {
  const section = useRef<HTMLElement>(null);
  const list = useTaskList({ page: 1, page_size: limits.pageSize * 2 });
  const steps = useTaskSteps({ show: (what, task) => onShow({ what, task }) });
  const { entries } = useMenu();
  const hasPage = entries.some(({ children }) => children.some(({ path }) => path === pagePath));
  const running = list.rows.filter(({ status }) => unfinished.includes(status)).length;
  return (
    <>
      <section ref={section} className={styles.sheet} aria-label="工单" tabIndex={-1}>
        <header className={sheet.head}>
          <h2>工单</h2>
          <p role="status">{running > 0 && `${running} 个进行中`}</p>
          {hasPage && (
            <Link className={sheet.plain} to={pagePath} onClick={onLeave}>
              全部
            </Link>
          )}
          <button type="button" className={sheet.plain} onClick={list.reload}>
            刷新
          </button>
          {canCreate && (
            <button type="button" className={sheet.plain} onClick={() => onShow({ what: 'new' })}>
              新建
            </button>
          )}
        </header>
        <div className={styles.body}>
          <Body list={list}>
            <TaskTable
              rows={list.rows}
              stepsOf={steps}
              // What was pressed may be gone with the next state: the keyboard stays in the panel.
              onWritten={() => section.current?.focus()}
            />
          </Body>
        </div>
      </section>
      <Dialog shown={shown} onClose={() => onShow(null)} />
    </>
  );
}

const pagePath = '/order/exportList';

function Body({ list, children }: { list: TaskList; children: React.ReactNode }) {
  if (list.loading)
    return (
      <p className={styles.note} role="status">
        加载中...
      </p>
    );
  if (list.failure)
    return (
      <div className={styles.note} role="alert">
        {wordsOf(list.failure)}
        <button type="button" className={sheet.plain} onClick={list.reload}>
          重试
        </button>
      </div>
    );
  if (list.rows.length === 0) return <p className={styles.note}>暂无数据</p>;
  return children;
}

function Dialog({ shown, onClose }: { shown: Shown | null; onClose(): void }) {
  const part = useLatePart(shown !== null, loadDialogs, onClose);
  return shown && part && <part.TaskDialogs shown={shown} onClose={onClose} />;
}

const loadDialogs = () => import('./task-dialogs.tsx');
