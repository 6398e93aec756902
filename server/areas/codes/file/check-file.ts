import { sql } from 'kysely';
import { codeSheet } from '#contract/areas/codes/code-calls.ts';
import { codesMost } from '#contract/areas/codes/code-enums.ts';
import { lineState } from '#contract/areas/codes/code-file-line.ts';
import { barcodeOf, decodeEpc, keyOfEpc, plainEpc } from '#contract/areas/codes/epc.ts';
import { guessEach } from '#contract/areas/tasks/import-columns.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { spoiltCode } from '#contract/kit/spoilt-code.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { inTransaction, type Tx } from '#server/database/transaction.ts';
import { SheetError } from '#server/sheets/sheet-error.ts';
import { sheetRecords } from '#server/sheets/sheet-records.ts';
import { sealRun } from '#server/tasks/seal-run.ts';
import type { TaskOutcome } from '#server/tasks/work.ts';
import { type FileRun, lockFile } from './file-run.ts';
import { judgeRows } from './judge-rows.ts';

/** Rows that are written in one statement. */
const piece = 2000;

/** One row of a file below its heading. */
export interface FileRow {
  readonly row_no: number;
  readonly cells: readonly string[];
  readonly broken: string | null;
}

/** The dry run of a file: every row is kept with what is wrong with it, and nothing else changes. Reads the file piece by piece. */
export async function checkFile(run: FileRun): Promise<TaskOutcome> {
  const { order, tools, fileId } = run;
  const file = await tools.files.find(String(order.payload.file_id));
  if (!file) throw new Refusal('notFound', '上传的文件已过期，请重新上传');
  return await inTransaction(tools.db, async (tx) => {
    const standing = await lockFile(tx, fileId);
    if (standing.status !== 1) throw new Refusal('illegalTransition', '码文件已确认或作废');
    await sql`delete from code_file_row where file_id = ${fileId}`.execute(tx);
    let rows: FileRow[] = [];
    let total = 0;
    for await (const row of rowsIn(file)) {
      tools.signal.throwIfAborted();
      rows.push(row);
      total += 1;
      if (total > codesMost)
        throw new SheetError({ en: `more than ${codesMost} rows`, zh: `一个文件最多 ${codesMost} 行` });
      if (rows.length < piece) continue;
      await keepRows(tx, fileId, rows);
      tools.progress(Math.min(80, Math.floor((total * 80) / codesMost)));
      rows = [];
    }
    if (rows.length > 0) await keepRows(tx, fileId, rows);
    if (total === 0) throw new SheetError({ en: 'the file is empty', zh: '文件没有数据行' });
    await judgeRows(tx, order.actor, standing);
    const wrong = await tally(tx, fileId, tools.clock.now());
    if (!(await sealRun(tx, order))) throw new Refusal('illegalTransition', '工单已取消或由另一次执行接手');
    return { rows: total, remark: wrong === 0 ? '检查完成，没有错误' : `检查完成，${wrong} 行有误` };
  });
}

/** The rows of a sheet, cells in the order of the columns that codes have: by its heading, or as they follow one another where it has none. */
async function* rowsIn(file: Parameters<typeof sheetRecords>[0]): AsyncGenerator<FileRow> {
  const { columns } = codeSheet;
  let places: readonly (number | undefined)[] | undefined;
  for await (const { row, cells, broken } of sheetRecords(file)) {
    if (!places) {
      const guessed = guessEach(columns, cells);
      const known = Object.keys(guessed).length > 0;
      places = columns.map(({ key }, place) => (known ? guessed[key] : place));
      if (known) continue;
    }
    const read = places.map((place) => (place === undefined ? '' : (cells[place] ?? '').trim()));
    // A row that cannot be read has no cells, and is told all the same.
    if (broken || read.some((cell) => cell !== ''))
      yield { row_no: row, cells: read, broken: broken?.zh ?? spoiltIn(read) ?? null };
  }
}

/** What a spreadsheet has done to one of the codes of a row. */
function spoiltIn(cells: readonly string[]): string | undefined {
  const at = cells.findIndex((cell) => spoiltCode(cell) !== undefined);
  return at === -1 ? undefined : `${codeSheet.columns[at]?.label}${spoiltCode(cells[at] ?? '')}`;
}

/** Keeps rows of a file as they were read: number, tag and SKU in this order. */
export async function keepRows(tx: Tx, fileId: number, rows: readonly FileRow[]): Promise<void> {
  const tags = rows.map(({ cells }) => plainEpc(cells[1] ?? '') ?? ((cells[1] ?? '').slice(0, 64) || null));
  await sql`
    insert into code_file_row (file_id, row_no, unique_code, epc, sku_no, barcode, error)
    select ${fileId}::bigint, row_no, number, epc, sku_no, barcode, error from ${rowsOf('r', {
      row_no: ['bigint', rows.map(({ row_no }) => row_no)],
      number: ['text', rows.map(({ cells }) => (cells[0] ?? '').slice(0, 64) || null)],
      epc: ['text', tags],
      sku_no: ['text', rows.map(({ cells }) => (cells[2] ?? '').slice(0, 64) || null)],
      barcode: ['text', tags.map((epc) => barcodeIn(epc))],
      error: ['text', rows.map(({ broken }) => broken)],
    })} order by place`.execute(tx);
}

/** The barcode that a tag says its goods have; null for a number that is no GTIN. */
function barcodeIn(epc: string | null): string | null {
  const decoded = epc === null ? undefined : decodeEpc(epc);
  return decoded && decoded.scheme !== 'sscc-96' ? barcodeOf(keyOfEpc(decoded)) : null;
}

/** Writes on a file what the look at it found; answers how many rows are wrong. */
export async function tally(tx: Tx, fileId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ error_count: number }>`
    update code_file f set total = t.total, ok_count = t.good, error_count = t.total - t.good, checked_at = ${now.toISOString()}::timestamptz, version = version + 1
    from (select count(*) as total, count(*) filter (where status = ${lineState.ready}) as good from code_file_row where file_id = ${fileId}) t
    where f.id = ${fileId} returning f.error_count`.execute(tx);
  return rows[0]?.error_count ?? 0;
}
