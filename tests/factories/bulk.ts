import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { afterAll } from 'vitest';
import { supplier } from '#contract/areas/partners/supplier.ts';
import { batchGoing, toolBatch, toolBatchCalls } from '#contract/areas/tasks/tool-batch.ts';
import { bulkCalls } from '#contract/kit/bulk.ts';
import { callsOf, type Detailed, transitionCall } from '#contract/kit/calls.ts';
import type { Actor } from '#server/identity/actor.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openFileStore } from '#server/platform/file-store.ts';
import { createLog } from '#server/platform/log.ts';
import type { TaskWork } from '#server/tasks/work.ts';
import { startWorker } from '#server/tasks/worker.ts';
import { bulk } from '#server/works.ts';
import { type House, openHouse } from '#tests/boot/house.ts';

type Batch = Detailed<typeof toolBatch>;

/** The calls about many suppliers, and about what became of them. */
export const bulkAt = {
  ...bulkCalls(supplier),
  list: callsOf(toolBatch).list,
  detail: callsOf(toolBatch).detail,
  lines: toolBatchCalls.lines,
  download: toolBatchCalls.download,
  cancel: transitionCall(toolBatch, 'cancel'),
  retry: transitionCall(toolBatch, 'retry'),
  undo: transitionCall(toolBatch, 'undo'),
};

/** What changing many suppliers takes, and following it. */
export const bulkKeys = [
  'supplier:view',
  'supplier:edit',
  'supplier:status',
  'supplier:batchEdit',
  'tools:view',
  'tools:batchEdit',
  'tools:batchCancel',
];

/** A house whose batches somebody works at when they are told to. */
export interface BulkHouse extends House {
  work(works?: readonly TaskWork[]): Promise<void>;
  rest(): Promise<void>;
  /** The batch once it is over. */
  over(by: Actor, id: number): Promise<Batch>;
  /** Its rows: what became of each and why. */
  linesOf(by: Actor, id: number): Promise<{ title: string; outcome: number; error: string | null }[]>;
}

export async function bulkHouse({ db, url }: { db: Kysely<unknown>; url: string }): Promise<BulkHouse> {
  const folder = mkdtempSync(join(tmpdir(), 'back-office-bulk-'));
  const files = await openFileStore(folder);
  const log = createLog({ level: 'silent' });
  const house = openHouse(db);
  const working: (() => Promise<void>)[] = [];
  const rest = async (): Promise<void> => {
    for (const stop of working.splice(0)) await stop();
  };
  afterAll(async () => {
    await rest();
    rmSync(folder, { recursive: true, force: true });
  });
  return {
    ...house,
    rest,
    async work(works = [bulk]) {
      working.push(await startWorker({ db, url, files, clock: systemClock, log, works }));
    },
    async over(by, id) {
      for (let tries = 0; tries < 3000; tries += 1) {
        const batch = await house.ask(by, bulkAt.detail, { id });
        if (!batchGoing.includes(batch.status) && (await taskEnded(db, id))) return batch;
        await sleep(20);
      }
      throw new Error(`batch ${id} does not end`);
    },
    async linesOf(by, id) {
      const { list } = await house.ask(by, bulkAt.lines, { id, page_size: 500 });
      return list.map(({ title, outcome, error }) => ({ title, outcome, error }));
    },
  };
}

async function taskEnded(db: Kysely<unknown>, id: number): Promise<boolean> {
  const { rows } = await sql`
    select 1 from tool_batch b join export_task t on t.id = b.task_id where b.id = ${id} and t.status in (1, 2)`.execute(
    db,
  );
  return rows.length === 0;
}
