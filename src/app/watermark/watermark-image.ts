import { printTime } from '#contract/kit/kinds/time.ts';

/** Who is looking, and when (specification §1). */
export interface WatermarkWords {
  name: string;
  now: Date;
}

/** One tile of the watermark (specification §9): 400×200, the words turned by 15 degrees. */
export const tile = { width: 400, height: 200, rotation: 15 } as const;

/**
 * A tile as a `data:` address: name and the time of Shanghai to the minute. Middle grey, barely there: the same on light
 * paper, on dark paper and on what is printed.
 */
export function watermarkImage({ name, now }: WatermarkWords): string {
  const [x, y] = [tile.width / 2, tile.height / 2];
  const line = (text: string, at: number) => `<text x="${x}" y="${at}">${escaped(text)}</text>`;
  const image =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${tile.width}" height="${tile.height}">` +
    `<g transform="rotate(${tile.rotation} ${x} ${y})" fill="#808080" fill-opacity="0.1" text-anchor="middle" font-size="15" font-family="sans-serif">` +
    `${line(name, y - 6)}${line(printTime(now.toISOString()), y + 16)}</g></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(image)}`;
}

function escaped(text: string): string {
  // What XML cannot carry at all would leave the whole picture out.
  const sound = text.replace(/[^ -\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
  return sound.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
