/** What a spreadsheet puts where a formula failed. */
const errorText =
  /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!|BLOCKED!|FIELD!|CONNECT!|GETTING_DATA|UNKNOWN!)$/i;

/** A long figure as a spreadsheet shows it: the digits behind are lost, and many codes become one. */
const exponent = /^[+-]?(?:\d+(?:[.,]\d+)?E[+-]\d+|\d+[.,]\d+E\d+)$/i;

/** A code that was taken for a figure with decimals. */
const decimals = /^\d+(?:\.0*|,0{1,2})$/;

/** A code that was taken for a figure of millions or more. */
const grouped = /^\d{1,3}(?:(?:,\d{3}){2,}|(?:'\d{3}){2,})$/;

/** Marks by which a spreadsheet keeps a text from becoming a figure: they are none of the code. */
const textMark = /^(?:=.*|'[\x21-\x7e]+)$/;

/** Signs that nobody sees and no code holds; they come with what is copied from pages and chats. */
const unseen = /[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]/;

/** Is the cell the word of a formula that failed? It says nothing of goods, whatever column it stands in. */
export function isErrorText(text: string): boolean {
  return text.startsWith('#') && errorText.test(text.trim());
}

/** Why a text is no code of goods but what a spreadsheet made of one, in words that follow the name of its column; undefined where it is none. */
export function spoiltCode(text: string): string | undefined {
  const code = text.trim();
  if (isErrorText(code)) return `“${code}”是表格公式的错误值，请填写实际编码`;
  if (exponent.test(code)) return `“${code}”已被表格软件变成科学计数，请把该列设为文本后重新填写`;
  if (decimals.test(code)) return `“${code}”已被表格软件当作小数，请把该列设为文本后重新填写`;
  if (grouped.test(code)) return `“${code}”已被表格软件加上千位分隔符，请把该列设为文本后重新填写`;
  if (unseen.test(code)) return `“${code}”含有看不见的字符（如零宽空格），请删去后重新填写`;
  if (textMark.test(code)) return `“${code}”带有表格软件的文本标记（="…" 或 '），请去掉标记后重新填写`;
  return undefined;
}

/** A barcode as it may be saved: what a spreadsheet has made of one is none. */
export const barcodePattern = {
  regex: new RegExp(
    `^(?!${[errorText, exponent, decimals, grouped, textMark].map(({ source }) => source).join('|')})[\\x21-\\x7e]+$`,
    'i',
  ),
  words: '条码只能包含可打印的半角字符，不能是科学计数、小数、千位分隔的数、带文本标记的数或公式的错误值',
};
