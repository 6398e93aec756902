import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { fileTypes } from '#contract/areas/tasks/files.ts';
import type { ImportResult } from '#contract/areas/tasks/imports.ts';
import { importType } from '#contract/areas/tasks/task.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rehearse } from '#server/database/rehearse.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { allows } from '#server/identity/actor.ts';
import { Numbers } from '#server/kit/numbering.ts';
import type { StoredFile } from '#server/platform/file-store.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { sealRun } from '#server/tasks/seal-run.ts';
import type { TaskOrder, TaskOutcome, TaskTools, TaskWork } from '#server/tasks/work.ts';
import { type ImportPayload, kindOf, readPayload } from './import-payload.ts';
import { hadEffect, keepResult, readResult } from './import-result.ts';
import { importWords } from './import-words.ts';
import type { KindOutcome, KindRun } from './kind-run.ts';
import { refuseOptions } from './option-access.ts';
import { refuseLimited } from './refuse-limited.ts';
import { type ReportGlance, writeTaskReport } from './remark-report.ts';

/** What runs each kind of import. */
type Runs = Readonly<Record<number, (run: KindRun) => Promise<KindOutcome>>>;

/**
 * Imports as tasks: all of a sheet or nothing, the same for a rehearsal, which is taken back at its end. What came of it is
 * written together with the effect, so that a task which is run again after a kill adds nothing twice (decision 0022).
 */
export const importWork = (runs: Runs): TaskWork => ({
  types: Object.values(importType),
  refuse,
  async run(order, tools) {
    const before = await readResult(tools.db, order.id);
    // The file of an earlier run went with it.
    if (before && hadEffect(before)) return { rows: before.rows, remark: importWords(before, { filed: false }) };
    const payload = readPayload(order.payload);
    refuse(order);
    const { file, name } = await openUpload(tools, order, payload);
    const draft = await tools.files.draft();
    try {
      const { result, glance } = await stoppable(tools, (hold) =>
        perform({ runs, order, tools, payload, file, name, reportPath: draft.path, hold }),
      );
      // A company may have many times its rows now; whoever comes next should not wait for PostgreSQL to notice.
      if (hadEffect(result)) await sql`analyze`.execute(tools.db);
      else await keepResult(tools.db, { taskId: order.id, result, now: tools.clock.now() });
      return await outcomeOf(result, glance, draft);
    } catch (error) {
      await draft.discard();
      throw error instanceof SheetError ? new Refusal('invalid', error.said.zh) : error;
    }
  },
});

function refuse({ type, actor, payload }: TaskOrder): void {
  const kind = kindOf(type);
  if (!kind || !allows(actor, kind.access)) throw new Refusal('forbidden');
  refuseOptions(readPayload(payload).options, actor);
  refuseLimited(actor);
}

async function openUpload(
  { db, files }: TaskTools,
  { actor }: TaskOrder,
  { file_id }: ImportPayload,
): Promise<{ file: StoredFile; name: string }> {
  const { rows } = await sql<{ name: string }>`
    select name from stored_file where file_id = ${file_id} and admin_id = ${actor.id} and purpose = 'import' and ready`.execute(
    db,
  );
  const file = rows[0] && (await files.find(file_id));
  if (!file || !rows[0]) throw new Refusal('notFound', '上传的文件已过期，请重新上传');
  return { file, name: rows[0].name };
}

interface Performing {
  readonly runs: Runs;
  readonly order: TaskOrder;
  readonly tools: TaskTools;
  readonly payload: ImportPayload;
  readonly file: StoredFile;
  readonly name: string;
  readonly reportPath: string;
  hold(tx: Tx): Promise<void>;
}

async function perform(work: Performing): Promise<{ result: ImportResult; glance: ReportGlance }> {
  const { runs, order, tools, payload, file, name, reportPath, hold } = work;
  const { db, clock, log, signal, progress } = tools;
  const numbers = new Numbers(db);
  const inside = async (tx: Tx) => {
    await hold(tx);
    let glance: ReportGlance = { rows: 0, counts: [], first: [] };
    const now = clock.now();
    const origin = { requestId: order.serialNo, ip: 'task', device: undefined, userAgent: '' };
    const outcome = await runs[order.type]?.({
      context: { db: tx, actor: order.actor, now, opId: randomUUID(), origin, log },
      numbers,
      source: file,
      name,
      mapping: payload.mapping,
      options: payload.options,
      report: async (remarks) => {
        glance = await writeTaskReport(reportPath, remarks, {
          source: file,
          code: payload.mapping.code,
          goOn: () => signal.throwIfAborted(),
        });
      },
      progress,
      goOn: () => signal.throwIfAborted(),
    });
    if (!outcome) throw new Error(`no import of type ${order.type}`);
    const result: ImportResult = {
      dry_run: payload.dry_run,
      ...outcome,
      counts: glance.counts,
      remarks: [...glance.first],
    };
    if (hadEffect(result)) {
      await tools.admit(tx);
      await settle(tx, { order, result, now });
    }
    signal.throwIfAborted();
    return { result, glance };
  };
  return payload.dry_run ? await rehearse(db, inside) : await inTransaction(db, inside);
}

/** Writes the result beside the effect, as long as the task is still wanted: who cancels it waits for this row, or this waits for them. */
async function settle(
  tx: Tx,
  { order, result, now }: { order: TaskOrder; result: ImportResult; now: Date },
): Promise<void> {
  if (!(await sealRun(tx, order)))
    throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手，没有导入任何内容');
  await keepResult(tx, { taskId: order.id, result, now });
}

/** Lets a statement that takes minutes be stopped at once when the task is cancelled. */
async function stoppable<T>(
  { db, signal, log }: TaskTools,
  work: (hold: Performing['hold']) => Promise<T>,
): Promise<T> {
  let pid: number | undefined;
  const stop = (): void => {
    if (pid === undefined) return;
    sql`select pg_cancel_backend(${pid})`
      .execute(db)
      .catch((error: unknown) => log.warn({ err: error }, 'a cancelled import could not be stopped at once'));
  };
  signal.addEventListener('abort', stop);
  try {
    return await work(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      pid = rows[0]?.pid;
      signal.throwIfAborted();
    });
  } finally {
    pid = undefined;
    signal.removeEventListener('abort', stop);
  }
}

async function outcomeOf(
  result: ImportResult,
  { rows }: ReportGlance,
  draft: NonNullable<TaskOutcome['file']>['draft'],
): Promise<TaskOutcome> {
  const remark = importWords(result, { filed: rows > 0 });
  if (rows > 0) return { rows: result.rows, remark, file: { draft, extension: 'xlsx', type: fileTypes.xlsx } };
  await draft.discard();
  return { rows: result.rows, remark };
}
