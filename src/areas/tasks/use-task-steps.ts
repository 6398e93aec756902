import { useQueryClient } from '@tanstack/react-query';
import { cancelTask, retryTask } from '#contract/areas/tasks/calls.ts';
import type { Task } from '#contract/areas/tasks/task.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { forget } from '#src/engine/query-keys.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import type { RowAction } from '#src/kit/desk/list/row-actions.tsx';
import { toast } from '#src/kit/notice.ts';
import { downloadTask } from './download-task.ts';
import { faceOf, type TaskStep } from './task-face.ts';

const labels: Readonly<Record<TaskStep, string>> = {
  cancel: '取消',
  download: '下载',
  preview: '预览',
  retry: '重试',
  detail: '详情',
};

const writes: readonly TaskStep[] = ['cancel', 'retry'];

interface StepOptions {
  /** Opens what the person wants to see of a task. */
  show(what: 'detail' | 'preview', task: Task): void;
}

/** What can be done with each task now: what it does itself, and what opens a dialog. One write at a time. */
export function useTaskSteps({ show }: StepOptions): (task: Task) => readonly RowAction[] {
  const wire = useWire();
  const queries = useQueryClient();
  const command = useCommand<{ id: number }>(tasks);
  const write = async (call: typeof cancelTask, task: Task) => {
    if (command.running) return;
    const sent = await command.run(call, { task_id: task.id });
    if (sent.ok) return;
    // Refused or of unknown outcome: what became of the task is read, not guessed.
    command.giveUp();
    toast(wordsOf(sent.failure), 'bad');
    await forget(queries, tasks);
  };
  const steps: Readonly<Record<TaskStep, (task: Task) => void>> = {
    cancel: (task) => void write(cancelTask, task),
    retry: (task) => void write(retryTask, task),
    download: (task) => void downloadTask(wire, task).then((wrong) => toast(wrong, 'bad')),
    preview: (task) => show('preview', task),
    detail: (task) => show('detail', task),
  };
  return (task) =>
    faceOf(task).steps.map((step) => ({
      key: step,
      label: labels[step],
      disabled: command.running && writes.includes(step),
      run: () => steps[step](task),
    }));
}
