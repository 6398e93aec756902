import sharp from 'sharp';
import { type PictureSize, pictureLimits, pictureSizes } from '#contract/areas/goods/pictures.ts';
import { markedType } from '#contract/areas/tasks/files.ts';
import { Refusal } from '#contract/kit/errors.ts';

// Nothing else is ever read, whatever a file says of itself: each further format is a parser that strangers reach.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpeg', 'VipsForeignLoadPng', 'VipsForeignLoadWebp'] });
// One thread for a picture: people, not pixels, are served side by side. What was decoded is not kept.
sharp.concurrency(1);
sharp.cache(false);

/** What is made of a picture. */
export interface Encoded {
  readonly width: number;
  readonly height: number;
  readonly files: readonly { readonly side: PictureSize; readonly bytes: Buffer }[];
}

/** Longest that the library may be at one picture. */
const patience = { seconds: 20 } as const;

/**
 * Reads a picture and makes it anew in every size, upright and without what its maker wrote into it. A Refusal that names the file where
 * it is none of the kinds that are taken, is broken, or would unfold to too many pixels.
 */
export async function encodePicture(source: Buffer, name: string): Promise<Encoded> {
  const refuse = (words: string) => new Refusal('invalid', `“${name}”${words}`, 'file');
  const type = markedType(source.subarray(0, 16));
  if (type !== 'jpeg' && type !== 'png' && type !== 'webp') throw refuse('不是 JPEG、PNG 或 WEBP 图片');
  const { pixels } = pictureLimits;
  try {
    const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
    if (width * height > pixels) throw refuse(`有 ${width}×${height} 像素，不能超过 ${pixels / 10_000} 万像素`);
    // Decoded once and made smaller step by step; a file that ends too early is refused, not drawn in part.
    const whole = await sharp(source, { limitInputPixels: pixels, failOn: 'error' })
      .autoOrient()
      .timeout(patience)
      .toColourspace('srgb')
      .resize({ ...inside(pictureSizes[2]) })
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width: wide, height: high, channels } = whole.info;
    const raw = { width: wide, height: high, channels };
    const files = await Promise.all(
      pictureSizes.map(async (side) => ({
        side,
        bytes: await sharp(whole.data, { raw })
          .resize({ ...inside(side) })
          .webp({ quality: 82 })
          .toBuffer(),
      })),
    );
    return { width, height, files };
  } catch (error) {
    if (error instanceof Refusal) throw error;
    // The library says nothing that a person could act on.
    throw refuse('已损坏，不能读取');
  }
}

/**
 * Makes a picture that hangs on a record anew, as large as it was and of its own kind, upright: what its maker or a stranger wrote into
 * the file, or behind it, is not in it (ASVS 5.2.2). A Refusal that names the file where it is broken or would unfold to too many pixels.
 */
export async function remakePicture(source: Buffer, name: string, type: 'jpeg' | 'png' | 'webp'): Promise<Buffer> {
  const refuse = (words: string) => new Refusal('invalid', `“${name}”${words}`, 'file');
  const { pixels } = pictureLimits;
  try {
    const { width, height } = await sharp(source, { limitInputPixels: false }).metadata();
    if (width * height > pixels) throw refuse(`有 ${width}×${height} 像素，不能超过 ${pixels / 10_000} 万像素`);
    const upright = sharp(source, { limitInputPixels: pixels, failOn: 'error' }).autoOrient().timeout(patience);
    return await upright
      .toColourspace('srgb')
      .toFormat(type, type === 'png' ? {} : { quality: 90 })
      .toBuffer();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw refuse('已损坏，不能读取');
  }
}

const inside = (side: number) => ({ width: side, height: side, fit: 'inside', withoutEnlargement: true }) as const;
