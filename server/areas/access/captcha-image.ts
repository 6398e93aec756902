import { randomInt } from 'node:crypto';

/** Letters and figures that cannot be taken for one another, as strokes on a grid of 4 by 6: `xy` points, `|` lifts the pen. */
const strokes: Readonly<Record<string, string>> = {
  2: '01 10 30 41 42 06 46',
  3: '01 10 30 41 42 33 13|33 44 45 36 16 05',
  4: '36 30 04 44',
  5: '40 00 03 33 44 45 36 06',
  6: '41 30 10 01 05 16 36 45 44 33 03',
  7: '00 40 16',
  8: '13 02 01 10 30 41 42 33 13 04 05 16 36 45 44 33',
  9: '43 13 02 01 10 30 41 45 36 16 05',
  A: '06 20 46|14 34',
  C: '41 30 10 01 05 16 36 45',
  E: '40 00 06 46|03 33',
  F: '40 00 06|03 33',
  H: '00 06|40 46|03 43',
  K: '00 06|40 03 46',
  L: '00 06 46',
  N: '06 00 46 40',
  P: '06 00 30 41 42 33 03',
  R: '06 00 30 41 42 33 03|23 46',
  T: '00 40|20 26',
  U: '00 05 16 36 45 40',
  X: '00 46|40 06',
  Y: '00 23 40|23 26',
};

const letters = Object.keys(strokes);
const [width, height, cell, margin] = [150, 48, 27, 10] as const;

/** A random answer of a captcha, in capitals. */
export function captchaAnswer(length = 5): string {
  return Array.from({ length }, () => letters[randomInt(letters.length)] ?? '').join('');
}

/**
 * The picture of an answer: an SVG of strokes, each letter turned, stretched and shaken, the strokes of all letters in no
 * order among lines that mean nothing, so that the source does not say what the eye sees. About 2 kB.
 */
export function captchaImage(answer: string): string {
  const lines = answer.split('').flatMap((letter, place) => letterLines(letter, place));
  const paths = shuffled([...lines, ...Array.from({ length: 4 }, noise)]);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}"><rect width="100%" height="100%" fill="#f5f2ea"/><path d="${paths.join('')}" fill="none" stroke="#3b4252" stroke-width="2.2" stroke-linecap="round"/></svg>`;
}

type Point = readonly [x: number, y: number];

function letterLines(letter: string, place: number): string[] {
  const turn = between(-0.3, 0.3);
  const [wide, tall] = [between(3.6, 4.8), between(4.2, 5.2)];
  const [x, y] = [margin + cell * (place + 0.5) + between(-2, 2), height / 2 + between(-3, 3)];
  const placed = ([column, row]: Point): Point => {
    const [across, down] = [(column - 2) * wide, (row - 3) * tall];
    return [
      x + across * Math.cos(turn) - down * Math.sin(turn) + between(-0.7, 0.7),
      y + across * Math.sin(turn) + down * Math.cos(turn) + between(-0.7, 0.7),
    ];
  };
  return (strokes[letter] ?? '').split('|').flatMap((stroke) => {
    const points = stroke.split(' ').map(([column = '0', row = '0']) => placed([Number(column), Number(row)]));
    return points.slice(1).map((point, index) => line(points[index] ?? point, point));
  });
}

// Bent a little, so that no two strokes are the same.
function line([fromX, fromY]: Point, [toX, toY]: Point): string {
  const middle = `${fixed((fromX + toX) / 2 + between(-1.2, 1.2))} ${fixed((fromY + toY) / 2 + between(-1.2, 1.2))}`;
  return `M${fixed(fromX)} ${fixed(fromY)}Q${middle} ${fixed(toX)} ${fixed(toY)}`;
}

// Short, or a person could not read what is behind them.
function noise(): string {
  const [x, y] = [between(8, width - 40), between(8, height - 8)];
  return line([x, y], [x + between(16, 32), y + between(-12, 12)]);
}

const fixed = (value: number): string => value.toFixed(1);

function between(least: number, most: number): number {
  return least + (randomInt(1_000_000) / 1_000_000) * (most - least);
}

function shuffled<T>(list: readonly T[]): T[] {
  return list
    .map((value) => ({ value, at: randomInt(1_000_000) }))
    .sort((one, other) => one.at - other.at)
    .map(({ value }) => value);
}
