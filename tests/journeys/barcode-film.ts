/**
 * A film for a browser's fake camera (Y4M): one second of nothing, then three seconds of an EAN-13 held before it, over and over.
 */
export function barcodeFilm(code: string): Buffer {
  const nothing = frame(() => false);
  const bars = ean13(code);
  const left = Math.round((width - bars.length * module) / 2);
  const held = frame((x, y) => y > height * 0.3 && y < height * 0.7 && bars[Math.floor((x - left) / module)] === '1');
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420\n`);
  return Buffer.concat([head, ...Array.from({ length: 40 }, (_, at) => (at < 10 ? nothing : held))]);
}

const [width, height, module] = [640, 480, 4] as const;

/** Its luminance, and no colour. */
function frame(isDark: (x: number, y: number) => boolean): Buffer {
  const light = Buffer.alloc(width * height, 235);
  for (let y = 0; y < height; y += 1) for (let x = 0; x < width; x += 1) if (isDark(x, y)) light[y * width + x] = 16;
  return Buffer.concat([Buffer.from('FRAME\n'), light, Buffer.alloc((width * height) / 2, 128)]);
}

/** The modules of an EAN-13, 1 for a bar (ISO/IEC 15420). */
function ean13(code: string): string {
  const [first = 0, ...rest] = Array.from(code, Number);
  const half = (digits: readonly number[], kind: (at: number) => (digit: number) => string) =>
    digits.map((digit, at) => kind(at)(digit)).join('');
  const inverse = (modules: string) => modules.replace(/[01]/g, (one) => (one === '1' ? '0' : '1'));
  const odd = (digit: number) => oddModules[digit] ?? '';
  const even = (digit: number) =>
    Array.from(inverse(odd(digit)))
      .reverse()
      .join('');
  const leftHalf = half(rest.slice(0, 6), (at) => (parities[first]?.[at] === 'E' ? even : odd));
  return `101${leftHalf}01010${half(rest.slice(6), () => (digit) => inverse(odd(digit)))}101`;
}

const oddModules = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const parities = ['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO', 'OEEOEO'];
