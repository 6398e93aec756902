import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { manifest } from './manifest.ts';

const { screenshots = [], icons = [] } = manifest({ paper: '#ffffff' });

it('names pictures that are there, as large as it says', async () => {
  expect(screenshots.map(({ form_factor }) => form_factor)).toEqual(['wide', 'wide', 'narrow', 'narrow']);
  for (const { src, sizes } of [...screenshots, ...icons].filter((one) => one.sizes !== 'any')) {
    const { width, height } = await sharp(fileURLToPath(new URL(`../../public${src}`, import.meta.url))).metadata();
    expect(`${width}x${height}`, src).toBe(sizes);
  }
});
