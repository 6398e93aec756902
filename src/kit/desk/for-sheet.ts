/** A cell of a sheet: one cell, and no formula: a sheet would run what begins like one. Figures keep their sign. */
export function forSheet(text: string): string {
  const flat = text.replace(/\s+/g, ' ');
  return /^[=+@＝＋－＠-]/.test(flat) && !/^-[\d,.]+%?$/.test(flat) ? `'${flat}` : flat;
}
