import { Button, Progress } from 'antd';
import { type CheckRun, checkRunCall, checkStateCall } from '#contract/areas/ops/checks.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import type { Tone } from '#contract/kit/states.ts';
import { wordsOf } from '#src/engine/failure.ts';
import { useAllowed } from '#src/engine/use-allowed.ts';
import { useCommand } from '#src/engine/use-command.ts';
import { useRead } from '#src/engine/use-read.ts';
import { EmptyFace } from '#src/kit/desk/faces.tsx';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { useToast } from '#src/kit/desk/toast.ts';
import { CheckLine } from './check-line.tsx';
import styles from './ops.module.css';

/** 账户核对: does everything the books must say still hold, since when, and if not, where. */
export function Screen() {
  const command = useCommand<{ id: number }>(checks);
  const toast = useToast();
  const mayRun = useAllowed(checkRunCall.access);
  const reading = useRead(checks, checkStateCall, { input: {}, every: watchEvery });
  const { checks: states = [], running = null, runs = [] } = reading.value ?? {};
  const last = runs.find((run) => !run.broken_off);
  const start = async () => {
    const sent = await command.run(checkRunCall, {});
    if (!sent.ok) toast.bad(wordsOf(sent.failure));
  };
  return (
    <PageFrame
      title="账户核对"
      loading={reading.loading}
      failure={reading.failure}
      stale={reading.stale}
      onRetry={reading.reload}
      extra={
        mayRun && (
          <Button type="primary" disabled={running !== null} loading={command.running} onClick={() => void start()}>
            立即核对
          </Button>
        )
      }
    >
      <div className={styles.head} aria-live="polite">
        {running ? <Running run={running} /> : <Result run={last} />}
      </div>
      <div className={styles.checks}>
        <ul className={styles.list} aria-label="核对项目">
          {states.map((state) => (
            <CheckLine key={state.name} state={state} />
          ))}
        </ul>
        <section className={styles.block} aria-label="最近的核对">
          <h2>最近的核对</h2>
          {runs.length === 0 ? <EmptyFace words="还没有核对过" /> : <Runs runs={runs} />}
        </section>
      </div>
    </PageFrame>
  );
}

const checks = { name: 'accountCheck' } as const;
/** Milliseconds between looks while the page is open: a run of somebody else is seen too. */
const watchEvery = 2000;

function Running({ run }: { run: CheckRun }) {
  const percent = run.total === 0 ? 0 : Math.round((run.done / run.total) * 100);
  return (
    <>
      <div className={styles.figure}>
        <span>{run.asked_by} 发起</span>
        <strong>{run.started_at ? '正在核对' : '等待开始'}</strong>
      </div>
      <div className={styles.progress}>
        <Progress percent={percent} aria-label="核对进度" format={() => `${run.done} / ${run.total}`} />
      </div>
    </>
  );
}

function Result({ run }: { run: CheckRun | undefined }) {
  if (!run) return <p className="desk-hint">还没有核对过。每天凌晨会自动核对一次。</p>;
  const figures: [string, string, string | undefined][] = [
    ['最近核对', printTime(run.finished_at ?? run.asked_at), undefined],
    ['核对项目', String(run.total), undefined],
    ['有差异', String(run.broken), run.broken > 0 ? styles.bad : styles.good],
    ['超时未完成', String(run.unfinished), run.unfinished > 0 ? styles.bad : undefined],
  ];
  return figures.map(([name, value, look]) => (
    <div key={name} className={styles.figure}>
      <span>{name}</span>
      <strong className={look}>{value}</strong>
    </div>
  ));
}

function Runs({ runs }: { runs: readonly CheckRun[] }) {
  return (
    <ul className={styles.runs}>
      {runs.map((run) => (
        <li key={run.id}>
          <span>{printTime(run.asked_at)}</span>
          <StatusTag tone={toneOf(run)}>{wordsOfRun(run)}</StatusTag>
          <small>{run.asked_by}</small>
        </li>
      ))}
    </ul>
  );
}

function toneOf(run: CheckRun): Tone {
  if (run.broken_off) return 'idle';
  if (run.broken > 0) return 'refused';
  return run.unfinished > 0 ? 'waiting' : 'done';
}

function wordsOfRun(run: CheckRun): string {
  if (run.broken_off) return '中断';
  if (run.broken > 0) return `${run.broken} 项有差异`;
  return run.unfinished > 0 ? `${run.unfinished} 项超时` : '全部正确';
}
