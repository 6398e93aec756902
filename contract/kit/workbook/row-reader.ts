import { type CellTexts, cellText } from './cell-text.ts';
import { xmlReader } from './xml-reader.ts';

/** A row of a sheet: its number as a spreadsheet counts, and its cells as texts up to the last that it has. */
export interface BookRow {
  readonly row: number;
  readonly cells: readonly string[];
}

/** Columns that a sheet can have at all. */
const mostColumns = 16_384;

/** Reads the rows of a sheet as its XML comes; `formats` are those of the styles, by their numbers. Throws XmlBroken, and RangeError for a cell outside. */
export function rowReader(
  { formats, ...texts }: CellTexts & { readonly formats: readonly string[] },
  onRow: (row: BookRow) => void,
): { push(piece: string): void; end(): void } {
  let row = 0;
  let cells: string[] = [];
  let column = 0;
  let cell: { kind: string; format: string; value: string | undefined; inline: string } | undefined;
  // Which text is being heard: the value, or one of the cell's own; sounds beneath signs are no part of it.
  let hearing: 'value' | 'inline' | undefined;
  let phonetic = false;

  return xmlReader({
    open(name, attributes) {
      if (name === 'row') {
        row = Number(attributes('r') ?? row + 1);
        cells = [];
        column = 0;
      } else if (name === 'c') {
        column = columnOf(attributes('r')) ?? column;
        if (column >= mostColumns) throw new RangeError('no such column');
        const format = formats[Number(attributes('s') ?? 0)] ?? '';
        cell = { kind: attributes('t') ?? 'n', format, value: undefined, inline: '' };
      } else if (name === 'rPh') phonetic = true;
      else if (name === 'v' && cell) hearing = 'value';
      else if (name === 't' && cell && !phonetic) hearing = 'inline';
    },
    text(text) {
      if (!cell || !hearing) return;
      if (hearing === 'value') cell.value = (cell.value ?? '') + text;
      else cell.inline += text;
    },
    close(name) {
      if (name === 'v' || name === 't') hearing = undefined;
      else if (name === 'rPh') phonetic = false;
      else if (name === 'c' && cell) {
        while (cells.length < column) cells.push('');
        cells[column] = cellText(cell, texts);
        column += 1;
        cell = undefined;
      } else if (name === 'row') onRow({ row, cells });
    },
  });
}

/** The column of an address such as `AB12`, from 0; undefined where a cell has none. */
function columnOf(address: string | undefined): number | undefined {
  const letters = /^[A-Za-z]{1,3}(?=\d)/.exec(address ?? '')?.[0].toUpperCase();
  if (letters === undefined) return undefined;
  return Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}
