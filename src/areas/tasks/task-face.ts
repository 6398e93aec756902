import {
  bulkTask,
  codeFileTask,
  importTypes,
  reconTask,
  type Task,
  taskStatus,
  taskStatuses,
} from '#contract/areas/tasks/task.ts';
import type { Tone } from '#contract/kit/states.ts';

/** What a person can do with a task of theirs. */
export type TaskStep = 'cancel' | 'download' | 'preview' | 'retry' | 'detail';

/** How a task looks in its state. */
export interface TaskFace {
  readonly label: string;
  readonly tone: Tone;
  /** 0 to 100 while it is under way. */
  readonly percent?: number;
  /** Bytes of its file. */
  readonly size?: number;
  /** Beside the label: 无数据, 文件已过期. */
  readonly note?: string;
  /** Why it failed. */
  readonly wrong?: string;
  readonly steps: readonly TaskStep[];
}

/** The table of specification §4, "Task status". */
export function faceOf(task: Task): TaskFace {
  const label = taskStatuses[task.status];
  switch (task.status) {
    case taskStatus.queued:
    case taskStatus.running:
      return { label, tone: 'moving', percent: task.progress, steps: ['cancel', 'detail'] };
    case taskStatus.done:
      return { label, tone: 'done', ...fileOf(task) };
    case taskStatus.failed:
      return { label, tone: 'refused', wrong: task.remark ?? label, steps: stepsAfter(task) };
    case taskStatus.cancelled:
      return { label, tone: 'void', steps: stepsAfter(task) };
  }
}

// What is left of a batch is taken up again where its rows are.
const stepsAfter = ({ data_type: type }: Task): readonly TaskStep[] =>
  type === bulkTask ? ['detail'] : ['retry', 'detail'];

// What became of their rows is kept elsewhere than in a file.
const ownPlaces: ReadonlySet<number> = new Set([bulkTask, codeFileTask, reconTask]);

function fileOf(task: Task): Pick<TaskFace, 'size' | 'note' | 'steps'> {
  if (task.file_path) return { size: task.file_size ?? 0, steps: ['download', 'preview', 'detail'] };
  if (task.data_type in importTypes || ownPlaces.has(task.data_type)) return { steps: ['detail'] };
  return { note: task.row_count ? '无数据，已过期' : '无数据', steps: ['detail'] };
}
