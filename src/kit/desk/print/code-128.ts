/** Widths in modules of the bars and spaces of each symbol (ISO/IEC 15417), by its value; a bar first. The last is the stop. */
const patterns = (
  '212222 222122 222221 121223 121322 131222 122213 122312 132212 221213 221312 231212 112232 122132 122231 113222 ' +
  '123122 123221 223211 221132 221231 213212 223112 312131 311222 321122 321221 312212 322112 322211 212123 212321 ' +
  '232121 111323 131123 131321 112313 132113 132311 211313 231113 231311 112133 112331 132131 113123 113321 133121 ' +
  '313121 211331 231131 213113 213311 213131 311123 311321 331121 312113 312311 332111 314111 221411 431111 111224 ' +
  '111422 121124 121421 141122 141221 112214 112412 122114 122411 142112 142211 241211 221114 413111 241112 134111 ' +
  '111242 121142 121241 114212 124112 124211 411212 421112 421211 212141 214121 412121 111143 111341 131141 114113 ' +
  '114311 411113 411311 113141 114131 311141 411131 211412 211214 211232 2331112'
).split(' ');

/** One symbol stands for a character, or for two digits. */
const sets = { text: { start: 104, turn: 100 }, digits: { start: 105, turn: 99 } } as const;
const stop = 106;

/**
 * A text as a Code 128: widths in modules of bars and spaces in turn, without the quiet zones. Runs of digits, which are most
 * of a document's number, take half the room. Undefined for what is not printable ASCII.
 */
export function code128(text: string): number[] | undefined {
  if (!/^[ -~]+$/.test(text)) return undefined;
  const symbols = symbolsOf(text);
  const check = symbols.reduce((sum, value, at) => sum + value * Math.max(at, 1), 0) % 103;
  return [...symbols, check, stop].flatMap((value) => Array.from(patterns[value] ?? '', Number));
}

function symbolsOf(text: string): number[] {
  const symbols: number[] = [];
  let set: keyof typeof sets | undefined;
  const put = (wanted: keyof typeof sets, value: number): void => {
    if (set !== wanted) symbols.push(set === undefined ? sets[wanted].start : sets[wanted].turn);
    set = wanted;
    symbols.push(value);
  };
  for (let at = 0; at < text.length; ) {
    const run = /^\d*/.exec(text.slice(at))?.[0].length ?? 0;
    // A turn there and one back cost two symbols; at an end only one of them is needed.
    const pays = at === 0 || at + run === text.length ? 4 : 6;
    const pairs = set === 'digits' ? run >= 2 : run >= pays && run % 2 === 0;
    if (pairs) put('digits', Number(text.slice(at, at + 2)));
    else put('text', text.charCodeAt(at) - 32);
    at += pairs ? 2 : 1;
  }
  return symbols;
}
