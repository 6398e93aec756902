// What stands for itself in a format: quoted, behind a backslash or an underscore, or in brackets (a colour, a language; but not the hours `[h]`).
const literal = /"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi;

const plain = (format: string): string => format.replace(literal, '').split(';')[0] ?? '';

/** Does the format show a percentage, so that 0.13 means 13 %? */
export const isPercent = (format: string): boolean => plain(format).includes('%');

/** Does the format show a day or a time? */
export const isTime = (format: string): boolean => !/general/i.test(format) && /[ymdhs年月日时]/i.test(plain(format));

/** The formats that every workbook has, by their numbers, as far as they are percents or times. */
export function builtInFormat(id: number): string {
  if (id === 9 || id === 10) return '0%';
  const time = (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);
  return time ? 'yyyy-mm-dd' : '';
}
