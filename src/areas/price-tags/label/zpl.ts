import { type DrawText, type Label, type LabelTemplate, type Mark, marksOf } from './label.ts';

/** Labels in ZPL II, the language of Zebra and many others. A label with an EPC writes it into the tag under it before it prints. */
export function zplOf(template: LabelTemplate, labels: readonly Label[], draw: DrawText): Uint8Array {
  const dots = (mm: number): number => Math.round((mm / 25.4) * template.dpi);
  const text = labels
    .map(({ values, copies, epc }) => {
      const marks = marksOf(template, values, draw).map((mark) => `^FO${mark.x},${mark.y}${fieldOf(mark)}^FS`);
      return [
        '^XA^CI28',
        `^PW${dots(template.width_mm)}^LL${dots(template.height_mm)}^LH0,0`,
        ...(epc === null ? [] : [`^RFW,H,1,${epc.length / 2 + 2},1^FD${protocolControl(epc)}${epc}^FS`]),
        ...marks,
        // A tag is written once: more copies of it would all say the same.
        `^PQ${epc === null ? copies : 1}`,
        '^XZ',
      ].join('\n');
    })
    .join('\n');
  return new TextEncoder().encode(`${text}\n`);
}

function fieldOf(mark: Mark): string {
  switch (mark.is) {
    case 'text': {
      const { bytes, rowBytes } = mark.dots;
      const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
      return `^GFA,${bytes.length},${bytes.length},${rowBytes},${hex.toUpperCase()}`;
    }
    case 'bar':
      return `^GB${mark.width},${mark.height},${Math.min(mark.width, mark.height)}`;
    case 'box':
      return `^GB${mark.width},${mark.height},${mark.thick}`;
    case 'barcode':
      return `^BY${mark.module}^BCN,${mark.height},N,N,N,A^FH_^FD${escaped(mark.text)}`;
    case 'qrcode':
      return `^BQN,2,${Math.min(10, mark.module)}^FH_^FDMA,${escaped(mark.text)}`;
  }
}

/** PC word of a tag: how many words of EPC follow, in its five highest bits. */
const protocolControl = (epc: string): string => ((epc.length / 4) << 11).toString(16).toUpperCase().padStart(4, '0');

/** What would be an order of the printer, as its number. */
const escaped = (text: string): string =>
  text.replace(/[\^~_]/g, (sign) => `_${sign.charCodeAt(0).toString(16).toUpperCase()}`);
