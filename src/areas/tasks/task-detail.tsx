import { Modal } from 'antd';
import { useEffect } from 'react';
import { taskDetail } from '#contract/areas/tasks/calls.ts';
import { type Task, taskFields, taskTypes } from '#contract/areas/tasks/task.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { tasks } from '#src/engine/tasks.ts';
import { useRead } from '#src/engine/use-read.ts';
import { Content, EmptyFace } from '#src/kit/desk/faces.tsx';
import { toast } from '#src/kit/notice.ts';
import styles from './tasks.module.css';

/** 详情: the kind of a task and what it was asked, as pairs; 暂无内容 where it asked nothing (specification §2). */
export function TaskDetail({ task, onClose }: { task: Task; onClose(): void }) {
  const reading = useRead(tasks, taskDetail, { input: { task_id: task.id } });
  const { value, failure } = reading;
  const wrong = failure ? wordsOf(failure) : '';
  useEffect(() => {
    // Specification §8: the server's words as an error message; the dialog keeps a way to try again.
    toast(wrong, 'bad');
  }, [wrong]);
  return (
    <Modal open width={640} title={task.name} footer={null} onCancel={onClose}>
      <Content of={reading}>
        {value && (
          <>
            <dl className={styles.pairs}>
              <dt>{taskFields.data_type.label}</dt>
              <dd>{taskTypes[value.data_type as keyof typeof taskTypes]}</dd>
              {value.list.map(({ name, value: words }) => (
                <Pair key={name} name={name} words={words} />
              ))}
            </dl>
            {value.list.length === 0 && <EmptyFace words="暂无内容" />}
          </>
        )}
      </Content>
    </Modal>
  );
}

function Pair({ name, words }: { name: string; words: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{words}</dd>
    </>
  );
}
