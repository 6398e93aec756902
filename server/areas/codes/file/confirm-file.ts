import { sql } from 'kysely';
import { codeFile, isReading } from '#contract/areas/codes/code-file.ts';
import { lineState } from '#contract/areas/codes/code-file-line.ts';
import { codeFileType } from '#contract/areas/codes/code-words.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { keepScans } from '#server/ledger/code-scans.ts';
import { moveCodes } from '#server/ledger/codes.ts';
import { isCurrent } from '#server/tasks/queue.ts';
import { sealRun } from '#server/tasks/seal-run.ts';
import { actorOf } from '#server/tasks/task-actor.ts';
import type { TaskOutcome } from '#server/tasks/work.ts';
import { bindCodes } from '../bind-codes.ts';
import { contextOf, type FileRun, lockFile, type StandingFile } from './file-run.ts';
import { tellCounts } from './tell-counts.ts';

interface Row {
  readonly id: number;
  readonly unique_code: string;
  readonly epc: string;
  readonly code_id: number;
  readonly standing: number;
}

/** Rows that are done in one transaction. */
const piece = 2000;

/**
 * Does the rows of a confirmed file, a piece in a transaction: what is done is told by its row in the same one, so that a run that is killed or
 * overtaken leaves none half done and none twice. What has become wrong since the look is told and left out.
 */
export async function confirmFile(run: FileRun): Promise<TaskOutcome> {
  const { order, tools, fileId } = run;
  for (let done = 0; ; done += piece) {
    tools.signal.throwIfAborted();
    const more = await inTransaction(tools.db, (tx) => doPiece(tx, run));
    if (!more) break;
    tools.progress(Math.min(99, Math.floor(done / 600)));
  }
  return await inTransaction(tools.db, async (tx) => {
    const file = await lockFile(tx, fileId);
    const { total, wrong } = await tellCounts(tx, fileId);
    if (file.status === 2)
      await runTransition(run.kit.registry, contextOf(tx, run), { definition: codeFile, name: 'finish', id: fileId });
    if (!(await sealRun(tx, order))) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
    return { rows: total, remark: `成功 ${total - wrong} 行，未处理 ${wrong} 行` };
  });
}

/** Does one piece; false when nothing is left. */
async function doPiece(tx: Tx, run: FileRun): Promise<boolean> {
  const { rows: current } = await sql`select 1 from export_task t where ${isCurrent(run.order)} for share`.execute(tx);
  if (current.length === 0) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
  const file = await lockFile(tx, run.fileId);
  if (file.status !== 2) return false;
  const { rows } = await sql<Row>`
    select f.id, f.unique_code, f.epc, f.code_id, c.status as standing from code_file_row f join piece_code c on c.id = f.code_id
    where f.file_id = ${file.id} and f.status = ${lineState.ready} order by f.row_no limit ${piece}`.execute(tx);
  if (rows.length === 0) return false;
  // With the rights of this instant.
  const context = { ...contextOf(tx, run), actor: await actorOf(tx, run.order.actor.id) };
  const errors = isReading(file.file_type) ? await read(context, file, rows) : await bind(context, { run, file, rows });
  await sql`
    update code_file_row f set status = case when e.error is null then ${lineState.done}::int else ${lineState.wrong}::int end, error = e.error
    from ${rowsOf('e', { id: ['bigint', rows.map(({ id }) => id)], error: ['text', rows.map((_row, place) => errors.get(place) ?? null)] })}
    where f.id = e.id`.execute(tx);
  return true;
}

interface Binding {
  readonly run: FileRun;
  readonly file: StandingFile;
  readonly rows: readonly Row[];
}

async function bind(context: WriteContext, { run, file, rows }: Binding): Promise<ReadonlyMap<number, string>> {
  const { errors } = await bindCodes(run.kit, context, {
    items: rows.map(({ unique_code, epc }) => ({ unique_code, epc })),
    source: { docType: codeFile.name, docId: file.id, docNo: file.file_no },
  });
  return new Map(errors.map(({ place, error }) => [place, error]));
}

/** What was read for a document stands with it; of a count, the codes that stand in a warehouse say so in their history. */
async function read(
  context: WriteContext,
  file: StandingFile,
  rows: readonly Row[],
): Promise<ReadonlyMap<number, string>> {
  const source = { docType: file.source_type ?? '', docId: file.source_id ?? 0, docNo: file.source_no ?? '' };
  const at = context.now.toISOString();
  const ids = rows.map(({ code_id }) => code_id);
  if (file.file_type === codeFileType.count)
    await moveCodes(context.db, {
      source,
      moves: rows
        .filter(({ standing }) => seen.has(standing))
        .map(({ code_id }) => ({ codeId: code_id, step: 'seen' })),
      happenedAt: at,
      opId: context.opId,
      adminId: context.actor.id,
    });
  await keepScans(context.db, source, { codeIds: ids, adminId: context.actor.id, at });
  return new Map();
}

const seen: ReadonlySet<number> = new Set([3, 4, 8]);
