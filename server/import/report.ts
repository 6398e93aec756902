import { accessSync, constants, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { writeCsv } from 'hucre/csv';
import { codeOf, reasonOf, StartupError } from '../platform/startup-error.ts';
import type { Catalogue } from './catalogue.ts';
import type { Problem } from './retail-row.ts';

/** Something an import did or found, for the report: a bad row, a code left out, a price rounded. */
export interface Remark {
  readonly row?: number | undefined;
  readonly code: string;
  readonly kind:
    | 'bad row'
    | 'left out'
    | 'folded'
    | 'no name'
    | 'no price'
    | 'rounded'
    | 'shortened'
    | 'kept'
    | 'unknown goods'
    | 'already opened'
    | 'too many';
  readonly detail: string;
}

/** The rows of a file that could not be read, as remarks. */
export function remarksOfProblems(problems: readonly Problem[]): Remark[] {
  return problems.map(({ row, code, reason }) => ({ row, code, kind: 'bad row', detail: reason }));
}

/** The codes that are no goods, as remarks. */
export function remarksOfLeftOut(catalogue: Catalogue): Remark[] {
  return catalogue.leftOut.map(({ code, rows, reason }) => ({
    code,
    kind: 'left out',
    detail: `${reason}; ${rows} ${rows === 1 ? 'row' : 'rows'}`,
  }));
}

/** Writes the report as CSV (formulas made harmless, BOM for spreadsheets). Throws a StartupError when it cannot. */
export function writeReport(path: string, remarks: readonly Remark[]): void {
  const rows = remarks.map(({ row, code, kind, detail }) => [row ?? '', code, kind, detail]);
  const text = writeCsv([['row', 'code', 'what', 'detail'], ...rows], { bom: true, escapeFormulae: true });
  try {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  } catch (error) {
    throw new StartupError(`cannot write the report ${path}: ${reasonOf(error)}`);
  }
}

/** Where the report goes unless told: beside the input, or into the data directory where that folder is read-only. */
export function reportPath({ file, kind, dataDir }: { file: string; kind: string; dataDir: string }): string {
  const name = `${basename(file).replace(/(\.csv)?(\.gz)?$/, '')}-${kind}-report.csv`;
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
