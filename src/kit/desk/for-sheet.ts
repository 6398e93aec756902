/** A cell of a sheet: one cell, and no formula: a sheet would run what begins like one. Figures keep their sign. */
export function forSheet(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return /^[=+@＝＋－＠-]/.test(flat) && !/^-[\d,.]+%?$/.test(flat) ? `'${flat}` : flat;
}

/** Rows as a CSV file that a sheet opens and an import takes. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  rows.map((cells) => `${cells.map((cell) => quoted(forSheet(cell))).join(',')}\r\n`).join('');

const quoted = (cell: string): string => (/[",]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
