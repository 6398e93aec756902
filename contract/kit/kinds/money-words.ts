const digits = '零壹贰叁肆伍陆柒捌玖';
const places = ['', '拾', '佰', '仟'];
const groups = ['', '万', '亿', '万亿'] as const;

/** An amount in fen as it is written on papers that money moves by: 12345 → 壹佰贰拾叁元肆角伍分. */
export function moneyInWords(fen: number): string {
  const whole = Math.trunc(Math.abs(fen) / 100);
  const [jiao, cent] = [Math.trunc((Math.abs(fen) % 100) / 10), Math.abs(fen) % 10];
  const yuan = whole === 0 ? '' : `${wholeInWords(whole)}元`;
  const small =
    jiao === 0 && cent === 0
      ? '整'
      : `${jiao > 0 ? `${digitOf(jiao)}角` : yuan === '' ? '' : '零'}${cent > 0 ? `${digitOf(cent)}分` : '整'}`;
  return `${fen < 0 ? '负' : ''}${yuan === '' && small === '整' ? '零元' : yuan}${small}`;
}

// Four digits at a time; a gap between digits, whatever its length, is one 零.
function wholeInWords(whole: number): string {
  const fours = groups.map((_, group) => Math.trunc(whole / 10_000 ** group) % 10_000);
  let words = '';
  for (const [group, four] of [...fours.entries()].toReversed()) {
    if (four === 0) continue;
    const higher = fours.slice(group + 1);
    const gap = words !== '' && (four < 1000 || higher[0] === 0);
    words += `${gap ? '零' : ''}${fourInWords(four)}${groups[group]}`;
  }
  return words;
}

function fourInWords(four: number): string {
  let words = '';
  for (let place = 3, gap = false; place >= 0; place -= 1) {
    const digit = Math.trunc(four / 10 ** place) % 10;
    if (digit === 0) gap = words !== '';
    else {
      words += `${gap ? '零' : ''}${digitOf(digit)}${places[place]}`;
      gap = false;
    }
  }
  return words;
}

const digitOf = (digit: number): string => digits[digit] ?? '';
