import type { TagValues } from '#contract/areas/price-tags/tag-calls.ts';
import { moduleFor, quiet } from '#src/kit/desk/print/barcode.tsx';
import { type PlacedElement, saidBy, type TagSides } from '../tag-face.tsx';

/** What a label printer is told of a template, besides what stands on it. */
export interface LabelTemplate extends TagSides {
  readonly gap_mm: number;
  readonly lines: readonly PlacedElement[];
}

/** One label: what it says, how often, and what its tag is to say; null for a label without one. */
export interface Label {
  readonly values: TagValues;
  readonly copies: number;
  readonly epc: string | null;
}

/** A text in black dots: rows of whole bytes, the highest bit leftmost, 1 for black. */
export interface Dots {
  readonly bytes: Uint8Array;
  readonly rowBytes: number;
  readonly rows: number;
}

/** Draws a text into a box of so many dots. Printers have no Chinese letters of their own, so that words go as pictures. */
export type DrawText = (
  text: string,
  box: {
    width: number;
    height: number;
    size: number;
    align: 'left' | 'center' | 'right';
    bold: boolean;
    strike: boolean;
  },
) => Dots;

/** An element as a printer is told of it, in dots from the upper left corner. */
export type Mark = { x: number; y: number } & (
  | { is: 'text'; dots: Dots }
  | { is: 'bar'; width: number; height: number }
  | { is: 'box'; width: number; height: number; thick: number }
  | { is: 'barcode'; text: string; height: number; module: number }
  | { is: 'qrcode'; text: string; module: number }
);

/** What of a template stands on one label. What has nothing to say, or what no barcode can say in its place, is left out as on paper. */
export function marksOf(template: LabelTemplate, values: TagValues, draw: DrawText): Mark[] {
  const dots = (tenths: number): number => Math.round((tenths / 254) * template.dpi);
  return template.lines.flatMap((element): Mark[] => {
    const at = { x: dots(element.x), y: dots(element.y) };
    const [width, height] = [Math.max(1, dots(element.w)), Math.max(1, dots(element.h))];
    const { type, size_pt: size = 9, align = 'left', bold = false, strike = false } = element;
    if (type === 'line') return [{ ...at, is: 'bar', width, height }];
    if (type === 'box') return [{ ...at, is: 'box', width, height, thick: Math.max(1, dots(2)) }];
    // A code says what a scanner is to read, and no words before it.
    const said = saidBy(
      type === 'text' ? element : { ...element, text: element.field ? '' : (element.text ?? '') },
      values,
    );
    if (said === '') return [];
    if (type === 'text') {
      const box = { width, height, size: Math.round((size / 72) * template.dpi), align, bold, strike };
      return [{ ...at, is: 'text', dots: draw(said, box) }];
    }
    if (type === 'qrcode')
      return [
        { ...at, is: 'qrcode', text: said, module: Math.max(1, Math.floor(Math.min(width, height) / modulesOf(said))) },
      ];
    const dot = 25.4 / template.dpi;
    const wide = moduleFor(said, { width: element.w / 10, dot });
    if (wide === undefined) return [];
    const module = Math.round(wide / dot);
    return [{ is: 'barcode', x: at.x + quiet * module, y: at.y, text: said, height, module }];
  });
}

/** Modules on a side of a QR code of level M that takes so many bytes (ISO/IEC 18004, table 7). */
export function modulesOf(text: string): number {
  const bytes = new TextEncoder().encode(text).length;
  const version = qrBytes.findIndex((most) => bytes <= most) + 1;
  return 17 + 4 * (version === 0 ? qrBytes.length : version);
}

const qrBytes = [
  14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666,
] as const;
