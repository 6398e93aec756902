import { openTable } from '#workers/table.client.ts';
import { readBlock } from '../paste/paste-block.ts';

/** Rows of a sheet as they stand there, a heading among them where it has one. */
export interface SheetRows {
  readonly rows: readonly (readonly string[])[];
  /** Rows beyond the cap, which were cut. */
  readonly cut: number;
}

/** The first visible sheet of a CSV or XLSX file, at most so many rows below its heading; or why it cannot be read. */
export async function readSheetFile(file: File, most: number): Promise<SheetRows | { readonly words: string }> {
  const table = openTable(file);
  try {
    const looked = await table.look({ rows: most }, () => undefined);
    if ('problem' in looked || !looked.view) return { words: '文件不能读取，请使用 CSV 或 XLSX' };
    const { headings, rows, rowCount, unclosed } = looked.view;
    // What follows would be one cell: its rows would be left out without a word.
    if (unclosed) return { words: `第 ${rowCount + 1} 行的引号没有闭合，其后的内容无法读取，请改正后重新选择` };
    return { rows: [headings, ...rows].map((row) => row.map((cell) => cell.trim())), cut: rowCount - rows.length };
  } finally {
    table.close();
  }
}

/** Rows copied from a sheet. */
export function readSheetText(text: string, most: number): SheetRows {
  const all = readBlock(text);
  // One more than the cap: the first may be a heading.
  const rows = all.slice(0, most + 1);
  return { rows, cut: all.length - rows.length };
}
