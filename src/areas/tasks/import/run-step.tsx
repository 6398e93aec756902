import { Button, Progress } from 'antd';
import { cancelTask } from '#contract/areas/tasks/calls.ts';
import type { ImportKind } from '#contract/areas/tasks/imports.ts';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useWire } from '#src/engine/wire-context.tsx';
import { Content } from '#src/kit/desk/faces.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { downloadTask } from '../download-task.ts';
import styles from './import.module.css';
import { ResultView } from './result-view.tsx';
import { useImportTask } from './use-import-task.ts';

interface RunStepProps {
  kind: ImportKind;
  taskId: number;
  /** A rehearsal: what follows is the import itself. */
  dryRun: boolean;
  running: boolean;
  /** Nobody knows what became of the last step: it is asked again or given up first. */
  held: boolean;
  onBack(): void;
  /** Imports what was rehearsed, or begins with another file. */
  onNext(): void;
}

/** 试运行 and 导入: how far the task is, what came of it, and what may follow. */
export function RunStep({ kind, taskId, dryRun, running, held, onBack, onNext }: RunStepProps) {
  const { task, going, result, reading } = useImportTask(kind, taskId);
  const wire = useWire();
  const toast = useToast();
  const cancel = useCommand<{ id: number }>(tasks);
  const what = dryRun ? '试运行' : '导入';
  const save = async () => {
    const words = task ? await downloadTask(wire, task) : '';
    if (words) toast.bad(words);
  };
  const stop = async () => {
    const sent = await cancel.run(cancelTask, { task_id: taskId });
    if (!sent.ok) toast.bad(wordsOf(sent.failure));
  };
  if (reading.failure) return <Content of={reading}>{null}</Content>;
  if (going)
    return (
      <Content of={reading}>
        <section className={`${styles.card} ${styles.going}`} aria-label={`${what}中`} role="status">
          <p className={styles.lead}>{what}中，可以离开这一页，结果也在右上角的工单里</p>
          <Progress percent={task?.progress ?? 0} aria-label="进度" />
          <Button loading={cancel.running} onClick={() => void stop()}>
            取消
          </Button>
        </section>
      </Content>
    );
  const ended = task?.status === taskStatus.done && result;
  const tone = !ended || !result.done ? 'refused' : dryRun ? 'moving' : 'done';
  return (
    <div className={styles.step}>
      <p className={`tone ${styles.verdict}`} data-tone={tone} role="status">
        {task?.status === taskStatus.cancelled
          ? `${what}已取消，没有写入任何内容`
          : (task?.remark ?? `${what}没有完成`)}
      </p>
      {ended && <ResultView result={result} onSave={task.file_path ? () => void save() : undefined} />}
      <footer className={styles.foot}>
        {dryRun ? (
          <>
            <Button disabled={held} onClick={onBack}>
              上一步
            </Button>
            <Button type="primary" loading={running} disabled={held || !ended || !result.done} onClick={onNext}>
              导入
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={onNext}>
            再导入一个文件
          </Button>
        )}
      </footer>
    </div>
  );
}
