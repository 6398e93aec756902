import { type DrawText, type Label, type LabelTemplate, type Mark, marksOf } from './label.ts';

/** Labels in TSPL, the language of TSC and most label printers made in China. Its pictures are bytes, so that it is no text as a whole. */
export function tsplOf(template: LabelTemplate, labels: readonly Label[], draw: DrawText): Uint8Array {
  const { width_mm: width, height_mm: height, gap_mm: gap } = template;
  const parts = [line(`SIZE ${width} mm,${height} mm`), line(`GAP ${gap} mm,0 mm`), line('DIRECTION 1')];
  for (const { values, copies } of labels)
    parts.push(line('CLS'), ...marksOf(template, values, draw).map(orderOf), line(`PRINT 1,${copies}`));
  return joined(parts);
}

function orderOf(mark: Mark): Uint8Array {
  const { x, y } = mark;
  switch (mark.is) {
    case 'text': {
      const { bytes, rowBytes, rows } = mark.dots;
      // Here a 0 is black.
      const white = bytes.map((byte) => ~byte & 0xff);
      return joined([encode(`BITMAP ${x},${y},${rowBytes},${rows},0,`), white, line('')]);
    }
    case 'bar':
      return line(`BAR ${x},${y},${mark.width},${mark.height}`);
    case 'box':
      return line(`BOX ${x},${y},${x + mark.width},${y + mark.height},${mark.thick}`);
    case 'barcode':
      return line(`BARCODE ${x},${y},"128",${mark.height},0,0,${mark.module},${mark.module},"${escaped(mark.text)}"`);
    case 'qrcode':
      return line(`QRCODE ${x},${y},M,${Math.min(10, mark.module)},A,0,"${escaped(mark.text)}"`);
  }
}

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const line = (text: string): Uint8Array => encode(`${text}\r\n`);
const escaped = (text: string): string => text.replaceAll('"', '\\["]');

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
