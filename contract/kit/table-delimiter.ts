/**
 * What parts the cells of a table, by its line of headings: the sign that stands most often outside of quotation marks; a comma where none does.
 * A tab beside a comma or at the end parts nothing: it keeps spreadsheets from rounding the long figure before it.
 */
export function delimiterOf(headings: string): string {
  const line = headings.replace(/"[^"]*"/g, '').replace(/\t(?=[,;\r]|$)|(?<=[,;])\t/g, '');
  const counts = delimiters.map((sign) => line.split(sign).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

const delimiters = [',', '\t', ';'] as const;
