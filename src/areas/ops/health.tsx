import { type Health, healthCall } from '#contract/areas/ops/health.ts';
import { printTime } from '#contract/kit/kinds/time.ts';
import { useRead } from '#src/engine/use-read.ts';
import { PageFrame } from '#src/kit/desk/page-frame.tsx';
import { StatusTag } from '#src/kit/desk/status-tag.tsx';
import { printBytes } from '#src/kit/print-bytes.ts';
import styles from './ops.module.css';
import { upkeepRows } from './upkeep-words.ts';

/** 运行状态: the process that answers, its database, its disk and what it does on its own; looked at every ten seconds. */
export function Screen() {
  const reading = useRead({ name: 'health' }, healthCall, { input: {}, every: 10_000 });
  const health = reading.value;
  return (
    <PageFrame
      title="运行状态"
      loading={reading.loading}
      failure={reading.failure}
      stale={reading.stale}
      onRetry={reading.reload}
    >
      {health && (
        <div className={styles.cards}>
          <UpkeepCard upkeep={health.upkeep} />
          <Facts title="服务进程" rows={processRows(health)} />
          <Facts title="数据库" rows={databaseRows(health.database)} />
          <Facts title="定时任务" rows={jobRows(health.jobs)} />
        </div>
      )}
    </PageFrame>
  );
}

/** Tasks, backup and invariants: how each stands, and what to do where it does not stand well. */
function UpkeepCard({ upkeep }: { upkeep: Health['upkeep'] }) {
  return (
    <section className={styles.card} aria-label="日常维护">
      <h2>日常维护</h2>
      <dl className={styles.facts}>
        {upkeepRows(upkeep).map(({ name, tone, state, value, advice }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <StatusTag tone={tone}>{state}</StatusTag> {value}
              {advice !== '' && <p className="desk-hint">{advice}</p>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type Row = { name: string; value: string; bad?: boolean };

function Facts({ title, rows }: { title: string; rows: readonly Row[] }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <dl className={styles.facts}>
        {rows.map(({ name, value, bad }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={bad ? styles.bad : undefined}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function processRows({ process, disk }: Health): Row[] {
  return [
    { name: '版本', value: process.build || '未构建' },
    { name: '启动时间', value: printTime(process.started_at) },
    { name: 'Node.js', value: process.node },
    { name: '内存', value: printBytes(process.memory) },
    { name: '在线连接', value: process.sockets === null ? '—' : String(process.sockets) },
    disk
      ? {
          name: '磁盘可用',
          value: `${printBytes(disk.free)} / ${printBytes(disk.size)}`,
          bad: disk.free < disk.size / 10,
        }
      : { name: '磁盘可用', value: '数据目录不在本机' },
  ];
}

function databaseRows(database: Health['database']): Row[] {
  const { connections, connections_most, oldest_transaction } = database;
  return [
    { name: '版本', value: `PostgreSQL ${database.version}` },
    { name: '大小', value: printBytes(database.size) },
    { name: '应答时间', value: `${database.latency_milliseconds} ms`, bad: database.latency_milliseconds > 100 },
    { name: '连接', value: `${connections} / ${connections_most}`, bad: connections > connections_most * 0.9 },
    {
      name: '最久的事务',
      value: oldest_transaction === 0 ? '无' : `${oldest_transaction} 秒`,
      bad: oldest_transaction > 300,
    },
    { name: '结构版本', value: `${database.last_migration}（共 ${database.migrations} 个）` },
    { name: '结构更新时间', value: printTime(database.last_migration_at) },
  ];
}

function jobRows(jobs: Health['jobs']): Row[] {
  return jobs.map(({ name, every_seconds, last_at, last_problem }) => ({
    name,
    value: `${last_problem ? `失败（${last_problem}）` : last_at ? '正常' : '尚未运行'} · 每 ${every(every_seconds)}${last_at ? ` · ${printTime(last_at)}` : ''}`,
    bad: last_problem !== null,
  }));
}

function every(seconds: number): string {
  if (seconds % 86_400 === 0) return `${seconds / 86_400} 天`;
  return seconds % 60 === 0 ? `${seconds / 60} 分钟` : `${seconds} 秒`;
}
