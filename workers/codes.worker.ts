import { expose } from 'comlink';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

/** A browser's own reader of barcodes, as far as it is used here. */
interface Detector {
  detect(picture: ImageBitmap): Promise<{ rawValue: string }[]>;
}

interface DetectorClass {
  new (options: { formats: readonly string[] }): Detector;
  getSupportedFormats(): Promise<string[]>;
}

/** What labels and cartons carry, in the browser's words and the library's. Without Interleaved 2 of 5, of which a part reads as a whole. */
const formats = {
  browser: ['ean_13', 'ean_8', 'upc_a', 'upc_e', 'code_128', 'code_39', 'qr_code', 'data_matrix'],
  library: ['EAN13', 'EAN8', 'UPCA', 'UPCE', 'Code128', 'Code39', 'QRCode', 'DataMatrix'],
} as const;

let own: Promise<Detector | null> | undefined;
let canvas: OffscreenCanvas | undefined;

const codes = {
  /** The codes that a picture shows, each once. `library`: where the library's machine code lies, for browsers that read none by themselves. */
  async read(picture: ImageBitmap, library: string): Promise<string[]> {
    try {
      own ??= ownDetector();
      const detector = await own;
      const found = detector
        ? (await detector.detect(picture)).map(({ rawValue }) => rawValue)
        : await readByLibrary(picture, library);
      return [...new Set(found)].filter((code) => code !== '');
    } finally {
      picture.close();
    }
  },
};
export type CodesWorker = typeof codes;

/** Null where the browser has none, or one that misses a kind: on some devices it is there and reads nothing. */
async function ownDetector(): Promise<Detector | null> {
  const made: unknown = Reflect.get(self, 'BarcodeDetector');
  if (typeof made !== 'function') return null;
  const kind = made as unknown as DetectorClass;
  const known = new Set(await kind.getSupportedFormats().catch(() => []));
  return formats.browser.every((format) => known.has(format)) ? new kind({ formats: formats.browser }) : null;
}

async function readByLibrary(picture: ImageBitmap, library: string): Promise<string[]> {
  // Asked for anew after a failure: the network may be back.
  await prepareZXingModule({ overrides: { locateFile: () => library }, equalityFn: () => true, fireImmediately: true });
  canvas ??= new OffscreenCanvas(1, 1);
  Object.assign(canvas, { width: picture.width, height: picture.height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('no canvas to read a picture from');
  context.drawImage(picture, 0, 0);
  const image = context.getImageData(0, 0, picture.width, picture.height);
  const results = await readBarcodes(image, { formats: [...formats.library], maxNumberOfSymbols: 4 });
  return results.filter(({ isValid }) => isValid).map(({ text }) => text);
}

expose(codes);
