import { expect, it } from 'vitest';
import { tagFields } from '#contract/areas/price-tags/tag-enums.ts';
import { brokenInto, dotsOf } from './draw-text.ts';
import { type DrawText, type LabelTemplate, modulesOf } from './label.ts';
import { tsplOf } from './tspl.ts';
import { zplOf } from './zpl.ts';

const draw: DrawText = () => ({ bytes: Uint8Array.of(0xf0, 0x0f), rowBytes: 1, rows: 2 });
const at = { x: 10, y: 20, w: 300, h: 100 };
const template: LabelTemplate = {
  width_mm: 40,
  height_mm: 70,
  dpi: 203,
  gap_mm: 2,
  lines: [
    { id: 1, type: 'text', field: 'name', ...at },
    { id: 2, type: 'barcode', field: 'barcode', ...at },
    { id: 3, type: 'line', ...at, h: 3 },
    { id: 4, type: 'box', ...at },
    { id: 5, type: 'qrcode', field: 'unique_code', ...at },
    { id: 6, type: 'text', field: 'material', text: '成分 ', ...at },
  ],
};
const values = {
  ...(Object.fromEntries(Object.keys(tagFields).map((name) => [name, ''])) as never as Record<
    keyof typeof tagFields,
    string
  >),
  name: '衬衫',
  barcode: 'A^1',
  unique_code: '1000000000000018',
};
const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

it('tells a ZPL printer the size, each element in dots, what is escaped, and how many', () => {
  expect(textOf(zplOf(template, [{ values, copies: 3, epc: null }], draw)).split('\n')).toEqual([
    '^XA^CI28',
    '^PW320^LL559^LH0,0',
    '^FO8,16^GFA,2,2,1,F00F^FS',
    '^FO28,16^BY2^BCN,80,N,N,N,A^FH_^FDA_5E1^FS',
    '^FO8,16^GB240,2,2^FS',
    '^FO8,16^GB240,80,2^FS',
    '^FO8,16^BQN,2,3^FH_^FDMA,1000000000000018^FS',
    '^PQ3',
    '^XZ',
    '',
  ]);
});

it('writes the tag under a label with its length before it, once', () => {
  const zpl = textOf(zplOf(template, [{ values, copies: 2, epc: '3074257BF7194E4000001A85' }], draw));
  expect(zpl).toContain('^RFW,H,1,14,1^FD30003074257BF7194E4000001A85^FS');
  expect(zpl).toContain('^PQ1');
});

it('tells a TSPL printer the same, with black as 0', () => {
  const lines = textOf(tsplOf(template, [{ values: { ...values, barcode: 'A"1' }, copies: 2, epc: null }], draw)).split(
    '\r\n',
  );
  expect(lines).toEqual([
    'SIZE 40 mm,70 mm',
    'GAP 2 mm,0 mm',
    'DIRECTION 1',
    'CLS',
    'BITMAP 8,16,1,2,0,\u000f\u00f0',
    'BARCODE 28,16,"128",80,0,0,2,2,"A\\["]1"',
    'BAR 8,16,240,2',
    'BOX 8,16,248,96,2',
    'QRCODE 8,16,M,3,A,0,"1000000000000018"',
    'PRINT 1,2',
    '',
  ]);
});

it('knows the sides of QR codes', () => {
  expect(['12345678901234', '123456789012345', 'x'.repeat(62), 'x'.repeat(63)].map(modulesOf)).toEqual([
    21, 25, 33, 37,
  ]);
});

it('breaks lines where they end, and makes dots of what is dark', () => {
  expect(brokenInto('棉麻衬衫白', (part) => part.length <= 2)).toEqual(['棉麻', '衬衫', '白']);
  const data = new Uint8ClampedArray(9 * 4).fill(255);
  data[0] = 10;
  data[8 * 4] = 10;
  expect(dotsOf({ data, width: 9, height: 1 } as never)).toEqual({
    bytes: Uint8Array.of(0x80, 0x80),
    rowBytes: 2,
    rows: 1,
  });
});
