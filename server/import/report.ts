import { accessSync, constants, createWriteStream, mkdirSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { guarded } from '#server/kit/csv-file.ts';
import { codeOf, reasonOf, StartupError } from '../platform/startup-error.ts';
import type { Catalogue } from './catalogue.ts';
import type { Remark } from './remark.ts';
import type { Problem } from './retail-row.ts';

/** The rows of a file that could not be read, as remarks; `more` of them are only counted. */
export function remarksOfProblems(problems: readonly Problem[], more: number): Remark[] {
  const told = problems.map(({ row, code, reason }): Remark => ({ row, code, kind: 'bad row', detail: reason }));
  if (more === 0) return told;
  const rest = more.toLocaleString('en');
  const detail = { en: `${rest} more bad rows, not listed`, zh: `另有 ${rest} 行有误，未逐行列出` };
  return [...told, { code: '', kind: 'bad row', rows: more, detail }];
}

/** The codes that are no goods, as remarks. */
export function remarksOfLeftOut(catalogue: Catalogue): Remark[] {
  return catalogue.leftOut.map(({ code, codes, rows, reason }) => ({
    code,
    codes,
    kind: 'left out',
    detail: { en: `${reason.en}; ${rows} ${rows === 1 ? 'row' : 'rows'}`, zh: `${reason.zh}；共 ${rows} 行` },
  }));
}

type Remarks = Iterable<Remark> | AsyncIterable<Remark>;

/** A report of the command as CSV text, line by line (formulas made harmless, BOM for spreadsheets). */
async function* reportLines(remarks: Remarks): AsyncGenerator<string> {
  yield '\uFEFFrow,code,what,detail\r\n';
  for await (const { row, code, kind, detail } of remarks) {
    yield `${row ?? ''},${[code, kind, detail.en].map(guarded).join(',')}\r\n`;
  }
}

/** Writes the report in English, for whoever ran the command. Throws a StartupError when it cannot. */
export async function writeReport(path: string, remarks: Remarks): Promise<void> {
  try {
    mkdirSync(dirname(path), { recursive: true });
    await pipeline(Readable.from(reportLines(remarks)), createWriteStream(path));
  } catch (error) {
    if (codeOf(error)?.startsWith('E') !== true) throw error;
    throw new StartupError(`cannot write the report ${path}: ${reasonOf(error)}`);
  }
}

/** Where the report goes by default: beside the input, or into the data directory where that folder is read-only. */
export function reportPath({ file, kind, dataDir }: { file: string; kind: string; dataDir: string }): string {
  const name = `${basename(file).replace(/(\.csv|\.xlsx)?(\.gz)?$/, '')}-${kind}-report.csv`;
  return join(isWritable(dirname(file)) ? dirname(file) : join(dataDir, 'imports'), name);
}

// The mode is asked as well: to root everything looks writable.
function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
  } catch (error) {
    if (['EACCES', 'EROFS', 'EPERM', 'ENOENT'].includes(codeOf(error) ?? '')) return false;
    throw error;
  }
  return (statSync(folder).mode & 0o222) !== 0;
}
