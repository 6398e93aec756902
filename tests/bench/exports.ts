import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Client } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { taskType } from '#contract/areas/tasks/task.ts';
import { clientSettings } from '#server/database/connect.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import { exportWork } from '#server/tasks/exporter/export-work.ts';
import { seenSource } from '#server/tasks/exporter/seen-source.ts';
import { selectOf } from '#server/tasks/exporter/select-of.ts';
import type { TaskOrder, TaskTools } from '#server/tasks/work.ts';
import { exportSources } from '#server/works.ts';
import { anyone } from '#tests/factories/office.ts';
import { manyOrderLines } from '#tests/factories/orders.ts';
import { shelf } from '#tests/factories/shelf.ts';
import { type Bench, inTurns, timed } from './bench.ts';

/**
 * An export of order lines as a task makes it (rights, formula guard, file) against the same statement without any of it through
 * bare COPY to nowhere; a workbook of the same rows against it too, and what memory it takes.
 */
export const exports: Bench = async ({ db, url, quick }) => {
  const lines = quick ? 100_000 : 1_000_000;
  const { id: warehouse } = await shelf(db);
  await manyOrderLines(db, { lines, warehouse });
  const folder = await mkdtemp(join(tmpdir(), 'back-office-bench-'));
  try {
    const files = await openFileStore(folder);
    const { signal } = new AbortController();
    const log = createLog({ level: 'silent' });
    const tools: TaskTools = {
      db,
      url,
      files,
      clock: systemClock,
      log,
      signal,
      progress: () => undefined,
      admit: async () => undefined,
    };
    const task = (format: string): Promise<number> => timed(() => exported(orderOf(format), tools));
    const { one, other, ratio } = await inTurns(
      quick ? 3 : 5,
      () => task('csv'),
      () => timed(() => bareCopy(url)),
    );
    const { time: workbook, before, most } = await withMemory(() => task('xlsx'));
    const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
    return [
      {
        name: `export: ${lines.toLocaleString('en')} order lines`,
        ratio,
        atMost: 1.5,
        figures: `${seconds(one)} against ${seconds(other)} through bare COPY`,
      },
      {
        name: 'export: the same as a workbook',
        ratio: workbook / other,
        atMost: 3,
        figures: `${seconds(workbook)}, ${Math.round((lines / workbook) * 1000).toLocaleString('en')} rows/s`,
      },
      {
        name: 'export: memory that the workbook takes, of 250 MB',
        ratio: (most - before) / 250,
        atMost: 1,
        figures: `${most - before} MB at most, beside ${before} MB of the process with all its code`,
      },
    ];
  } finally {
    await rm(folder, { recursive: true });
  }
};

/** What a work takes at its worst beyond what the process has before it, in megabytes. */
async function withMemory(work: () => Promise<number>): Promise<{ time: number; before: number; most: number }> {
  const now = (): number => Math.round(process.memoryUsage.rss() / 1_048_576);
  const before = now();
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, now());
  }, 50);
  try {
    const time = await work();
    return { time, before, most: Math.max(most, now()) };
  } finally {
    clearInterval(watch);
  }
}

const year = { start_time: '2026-01-01T00:00:00.000Z', end_time: '2026-12-31T00:00:00.000Z', export_type: 1 };

const orderOf = (format: string): TaskOrder => ({
  id: 1,
  run: 1,
  serialNo: 'GD1',
  name: '订单',
  type: taskType.orders,
  payload: { ...year, format },
  actor: anyone(),
});

async function exported(order: TaskOrder, tools: TaskTools): Promise<void> {
  const { file } = await exportWork(exportSources).run(order, tools);
  if (!file) throw new Error('the export is empty');
  await file.draft.discard();
}

async function bareCopy(url: string): Promise<void> {
  const source = seenSource(exportSources[taskType.orders](year, anyone()), anyone());
  const client = new Client(clientSettings(url));
  await client.connect();
  try {
    const rows = client.query(copyTo(`copy (${selectOf(source, ({ value }) => value)}) to stdout (format csv)`));
    await pipeline(rows, new Writable({ write: (_chunk, _encoding, done) => done() }));
  } finally {
    await client.end();
  }
}
