import type { Dots, DrawText } from './label.ts';

/** Draws a text with the fonts of this device, as the screen and the browser's printing do. Lines are broken where the box ends. */
export const drawText: DrawText = (text, { width, height, size, align, bold, strike }) => {
  const canvas = new OffscreenCanvas(width, height);
  const paper = canvas.getContext('2d', { willReadFrequently: true });
  if (!paper) throw new Error('this browser draws no pictures');
  paper.fillStyle = '#fff';
  paper.fillRect(0, 0, width, height);
  paper.fillStyle = '#000';
  paper.font = `${bold ? 700 : 400} ${size}px sans-serif`;
  paper.textBaseline = 'top';
  const lines = brokenInto(text, (part) => paper.measureText(part).width <= width);
  for (const [at, line] of lines.entries()) {
    const long = paper.measureText(line).width;
    const left = align === 'left' ? 0 : align === 'right' ? width - long : (width - long) / 2;
    const top = at * size * lineHeight;
    paper.fillText(line, left, top);
    if (strike) paper.fillRect(left, top + size / 2, long, Math.max(1, size / 14));
  }
  return dotsOf(paper.getImageData(0, 0, width, height));
};

/** Lines that fit; a letter that is wider than all of it stands alone. */
export function brokenInto(text: string, fits: (part: string) => boolean): string[] {
  const lines: string[] = [];
  let line = '';
  for (const letter of text) {
    if (line !== '' && !fits(line + letter)) {
      lines.push(line);
      line = '';
    }
    line += letter;
  }
  return [...lines, line];
}

/** A picture as dots: black what is darker than the middle. */
export function dotsOf({ data, width, height }: Pick<ImageData, 'data' | 'width' | 'height'>): Dots {
  const rowBytes = Math.ceil(width / 8);
  const bytes = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      if ((data[(y * width + x) * 4] ?? 255) < 128) {
        const at = y * rowBytes + (x >> 3);
        bytes[at] = (bytes[at] ?? 0) | (0x80 >> (x & 7));
      }
  return { bytes, rowBytes, rows: height };
}

const lineHeight = 1.2;
