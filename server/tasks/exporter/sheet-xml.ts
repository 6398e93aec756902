/** Rows of one sheet, its headings among them: the limit of the format (ECMA-376, and every spreadsheet program). */
export const sheetRows = 1_048_576;

export const sheetBegin =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>';
export const sheetEnd = '</sheetData></worksheet>';

/**
 * One row as the XML of a sheet. A text is an inline string, which no program runs, whatever it begins with; a cell of a column of
 * figures is a number where JavaScript holds it exactly, else a text. Cells without an address stand in order, so that an empty
 * one must be there.
 */
export function rowXml(cells: readonly (string | null)[], figures: readonly boolean[]): string {
  let xml = '<row>';
  for (let column = 0; column < cells.length; column++) {
    const cell = cells[column];
    if (cell === null || cell === undefined) xml += '<c/>';
    else if (figures[column] && isExact(cell)) xml += `<c><v>${cell}</v></c>`;
    else xml += `<c t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`;
  }
  return `${xml}</row>`;
}

function isExact(text: string): boolean {
  if (text.length < 16) return plainNumber.test(text);
  return plainNumber.test(text) && Math.abs(Number(text)) <= Number.MAX_SAFE_INTEGER;
}

const plainNumber = /^-?\d+(\.\d+)?$/;

/** A text as XML can say it: what XML forbids stands as `_xHHHH_` (ECMA-376 part 1, 22.9.2.19), and so does what looks like it. */
export function escaped(text: string): string {
  return special.test(text) ? text.replace(everySpecial, entityOf) : text;
}

const forbidden = String.raw`[&<>\u0000-\u0008\u000b-\u001f\ufffe\uffff]|_(?=x[0-9A-Fa-f]{4}_)`;
const special = new RegExp(forbidden);
const everySpecial = new RegExp(forbidden, 'g');

function entityOf(letter: string): string {
  return entities[letter] ?? `_x${letter.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
