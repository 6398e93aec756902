import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';
import { joinMessages } from '#server/sheets/bilingual-message.ts';
import { holdImports } from '../hold-imports.ts';
import type { Remark } from '../remark.ts';
import type { Problem } from '../retail-row.ts';
import { assignStyles } from './assign-styles.ts';
import { PieceJudge } from './judge-pieces.ts';
import { knownCatalogue } from './known-catalogue.ts';
import { loadDirectories, type Making } from './load-directories.ts';
import { type Made, makeMasters } from './make-masters.ts';
import { remarkKept } from './remark-kept.ts';
import { resolveRows } from './resolve-rows.ts';
import type { StyledRow } from './styled-row.ts';
import { type Written, writeStyles } from './write-styles.ts';

interface StylesImport {
  readonly rows: readonly StyledRow[];
  /** Millionths of a yuan for a unit of the sheet's money. */
  readonly rate: number;
  readonly foldCase: boolean;
  readonly skipErrors: boolean;
  /** Rows that are bad by themselves: with them nothing is written either. */
  readonly bad: number;
  readonly making: Making;
  readonly numbers: Numbers;
}

export interface StylesOutcome extends Written {
  /** False: rows are bad, and nothing is written. */
  readonly done: boolean;
  readonly made: Made;
  readonly problems: readonly Problem[];
  readonly remarks: readonly Remark[];
}

/**
 * Imports a catalogue (decision 0025): looks up what its rows name, puts them under their styles, finds their SKUs, and
 * writes all of it, or nothing when a row is bad and bad rows are not to be left out.
 */
export async function importStyles(context: WriteContext, asked: StylesImport): Promise<StylesOutcome> {
  const { rows, making, foldCase, rate, numbers } = asked;
  await holdImports(context.db);
  const directories = await loadDirectories(context.db, making);
  const known = await knownCatalogue(context.db, {
    styleNos: [...new Set(rows.map(({ cells }) => cells.style ?? cells.barcodes[0] ?? ''))],
    barcodes: [...new Set(rows.flatMap(({ cells }) => cells.barcodes))],
    foldCase,
  });
  const remarks: Remark[] = [];
  const drafts = resolveRows(rows, { directories, known });
  const styles = assignStyles(drafts, { directories, known, foldCase });
  const judge = new PieceJudge({ directories, foldCase, rate, remarks });
  for (const style of styles) judge.judge(style);
  const problems = drafts.flatMap(({ from, reasons }) =>
    reasons.length > 0 ? [{ row: from.row, code: from.code, reason: joinMessages(reasons) }] : [],
  );
  const filled = styles.filter(({ pieces }) => pieces.length > 0);
  if (problems.length + asked.bad > 0 && !asked.skipErrors) return { ...nothing, done: false, problems, remarks: [] };
  remarkKept(filled, { directories, remarks });
  const made = await makeMasters(context, { styles: filled, directories, numbers });
  const written = await writeStyles(context, { styles: filled, directories, known, numbers, remarks });
  return { done: true, ...written, made, problems, remarks };
}

const nothing = {
  styles: 0,
  skus: 0,
  barcodes: 0,
  renewed: 0,
  unchanged: 0,
  made: { brands: 0, categories: 0, units: 0, colors: 0, runs: 0, sizes: 0 },
} as const;
