import { Modal, Progress } from 'antd';
import { useEffect, useState } from 'react';
import { accountPeriod, type Closing, periodCalls, type ShownCheck } from '#contract/areas/reports/account-period.ts';
import { taskStatus } from '#contract/areas/tasks/task.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { LoadingFace } from '#src/kit/desk/faces.tsx';
import { CheckList } from './check-list.tsx';

/** Closes a month: what was looked at, each with the way to what is in the way, and then how far the closing is. */
export function CloseDialog({ period, onClose }: { period: string; onClose(): void }) {
  const command = useCommand<Closing>(accountPeriod);
  const [checks, setChecks] = useState<readonly ShownCheck[] | null>(null);
  const [task, setTask] = useState<number | null>(null);
  const { run } = command;
  useEffect(() => {
    void run(periodCalls.monthClose, { period, check_only: 1 }).then((sent) => {
      if (sent.ok) setChecks(sent.value.checks);
    });
  }, [run, period]);
  const going = useRead(tasks, periodCalls.closing, {
    input: { task_id: task ?? 0 },
    when: task !== null,
    every: 1_000,
  });
  const state = task === null ? undefined : going.value;
  const over = state !== undefined && state !== null && !running.includes(state.status);
  const blocked = checks === null || checks.some(({ ok, warning }) => !ok && !warning);
  const begin = async () => {
    const sent = await (command.unknown ? command.retry() : run(periodCalls.monthClose, { period, check_only: 0 }));
    if (!sent.ok) return;
    setChecks(sent.value.checks);
    setTask(sent.value.task_id);
  };
  return (
    <Modal
      open
      title={`月结 ${period}`}
      okText={task === null ? '确认月结' : '关闭'}
      okButtonProps={{ disabled: task === null && blocked, loading: command.running }}
      onOk={() => (task === null ? void begin() : onClose())}
      onCancel={onClose}
    >
      {checks === null && !command.failure && <LoadingFace />}
      {checks && <CheckList checks={checks} />}
      {task === null && <p className="desk-hint">月结后本期间不再接受记账，需两人反月结才能重新开启。</p>}
      {state && <Progress percent={over ? 100 : state.progress} status={statusOf(state.status)} />}
      {state?.remark && <p role="status">{state.remark}</p>}
      {command.failure && (
        <p className="desk-wrong" role="alert">
          {wordsOf(command.failure)}
        </p>
      )}
    </Modal>
  );
}

const tasks = { name: accountPeriod.name };
const running: readonly number[] = [taskStatus.queued, taskStatus.running];

function statusOf(status: number): 'active' | 'success' | 'exception' {
  if (status === taskStatus.done) return 'success';
  return running.includes(status) ? 'active' : 'exception';
}
