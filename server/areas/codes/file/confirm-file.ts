import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { codeFileType } from '#contract/areas/codes/code-enums.ts';
import { codeFile, isReading } from '#contract/areas/codes/code-file.ts';
import { lineState } from '#contract/areas/codes/code-file-line.ts';
import { codesCounted } from '#contract/areas/codes/code-reading-events.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import { dropScans, keepScans } from '#server/ledger/code-scans.ts';
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
  const errors = isReading(file.file_type)
    ? await read(context, { run, file, rows })
    : await bind(context, { run, file, rows });
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

/** What was read for a document stands with it; of a count, each code is a piece that was found, and those that stand in a warehouse say so in their history. */
async function read(context: WriteContext, { run, file, rows }: Binding): Promise<ReadonlyMap<number, string>> {
  const source = { docType: file.source_type ?? '', docId: file.source_id ?? 0, docNo: file.source_no ?? '' };
  const at = context.now.toISOString();
  const adminId = context.actor.id;
  const fresh = new Set(
    await keepScans(context.db, source, { codeIds: rows.map(({ code_id }) => code_id), adminId, at }),
  );
  if (file.file_type !== codeFileType.count) return new Map();
  // One piece, however often its code was read; a recount reads it anew.
  const first = [...new Map(rows.toReversed().map((row) => [row.code_id, row])).values()];
  const refused = await count(context, { run, file, rows: first });
  await dropScans(context.db, source, [...refused.keys()]);
  await moveCodes(context.db, {
    source,
    moves: first
      .filter(({ code_id, standing }) => fresh.has(code_id) && seen.has(standing) && !refused.has(code_id))
      .map(({ code_id }) => ({ codeId: code_id, step: 'seen' })),
    happenedAt: at,
    opId: context.opId,
    adminId,
  });
  return new Map(
    rows.flatMap(({ code_id }, place): [number, string][] => {
      const word = refused.get(code_id);
      return word === undefined ? [] : [[place, word]];
    }),
  );
}

/** Hands the codes to the sheet as entries; answers, by their ids, why some of them do not count. */
async function count(context: WriteContext, { run, file, rows }: Binding): Promise<ReadonlyMap<number, string>> {
  if (rows.length === 0) return new Map();
  const codes = rows.map(({ id, code_id }) => ({ op_id: opIdOf(id), code_id }));
  await run.kit.registry.events.emit(context, codesCounted, {
    stocktaking_id: file.source_id ?? 0,
    file_no: file.file_no,
    zone: file.zone ?? '',
    read_at: file.created_at,
    codes,
  });
  const { rows: kept } = await sql<{ op_id: string; outcome: string; reason: string | null }>`
    select op_id, outcome, reason from stocktaking_count where op_id = any(${codes.map(({ op_id }) => op_id)}::uuid[])`.execute(
    context.db,
  );
  const answers = new Map(kept.map((one) => [one.op_id, one]));
  return new Map(
    codes.flatMap(({ op_id, code_id }): [number, string][] => {
      const answer = answers.get(op_id);
      return answer?.outcome === 'accepted' ? [] : [[code_id, answer?.reason ?? '没有计入盘点单']];
    }),
  );
}

/** The op id of a row: the same however often its file is run. */
function opIdOf(rowId: number): string {
  const hex = createHash('sha256').update(`codeFile/${rowId}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

const seen: ReadonlySet<number> = new Set([3, 4, 8]);
