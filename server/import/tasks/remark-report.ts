import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type ImportRemark, type ImportResult, remarksShown } from '#contract/areas/tasks/imports.ts';
import { rowXml, sheetBegin, sheetEnd } from '#server/tasks/exporter/sheet-xml.ts';
import { openWorkbook } from '#server/tasks/exporter/workbook.ts';
import { type Remark, type RemarkKind, remarkKinds } from '../remark.ts';
import { count } from './kind-run.ts';
import { type ReadAgain, RefusedRows } from './refused-rows.ts';

/** What a report says at a glance; the whole of it is the file. */
export interface ReportGlance {
  readonly rows: number;
  readonly counts: ImportResult['counts'];
  readonly first: readonly ImportRemark[];
}

/**
 * Writes the report of an import in Chinese to `path`, and answers its counts and beginning. It is a workbook whose first sheet
 * is what was not taken, to be mended and imported again as it is; what is told of no row, or of a row that was taken, is its last.
 */
export async function writeTaskReport(
  path: string,
  remarks: Iterable<Remark> | AsyncIterable<Remark>,
  again: ReadAgain,
): Promise<ReportGlance> {
  const counts = new Map<RemarkKind, number>();
  const first: ImportRemark[] = [];
  const refused = new RefusedRows();
  const others: ImportRemark[] = [];
  let rows = 0;
  for await (const remark of remarks) {
    rows += 1;
    counts.set(remark.kind, (counts.get(remark.kind) ?? 0) + (remark.rows ?? 1));
    if (first.length < remarksShown) first.push(shownRemark(remark));
    if (!refused.take(remark)) others.push(shownRemark(remark));
  }
  if (rows > 0) await write(path, { refused, others, again });
  const byCount = [...counts].sort(([, one], [, other]) => other - one);
  return { rows, counts: byCount.map(([kind, count]) => ({ what: remarkKinds[kind].zh, rows: count })), first };
}

async function write(
  path: string,
  { refused, others, again }: { refused: RefusedRows; others: ImportRemark[]; again: ReadAgain },
): Promise<void> {
  const book = openWorkbook('说明');
  const sheets = async (): Promise<void> => {
    if (refused.some) await book.addSheet(sheet(refused.rows(again)), '未导入的行');
    if (refused.left > 0) others.push(moreRows(refused.left));
    if (others.length > 0) await book.addSheet(sheet(rowsOf(others)), '说明');
    book.end();
  };
  await Promise.all([pipeline(book.bytes, createWriteStream(path, { mode: 0o600 })), sheets()]);
}

async function* sheet(rows: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  yield sheetBegin;
  for await (const row of rows) yield row;
  yield sheetEnd;
}

function* rowsOf(remarks: readonly ImportRemark[]): Generator<string> {
  yield rowXml(['行号', '编码', '原因', '说明'], []);
  for (const { row, code, what, detail } of remarks)
    yield rowXml([row === null ? null : String(row), code, what, detail], [true]);
}

const moreRows = (rows: number): ImportRemark => ({
  row: null,
  code: '',
  what: remarkKinds['bad row'].zh,
  detail: `另有 ${count(rows)} 行超出一张工作表，未列出`,
});

function shownRemark({ row, code, kind, detail }: Remark): ImportRemark {
  return { row: row ?? null, code, what: remarkKinds[kind].zh, detail: detail.zh };
}
