import sharp from 'sharp';

/** What a garment looks like from far away: is this place, 0 to 1 across and down, a part of it? */
type Shape = (across: number, down: number) => boolean;

const within = (value: number, from: number, to: number): boolean => value >= from && value <= to;

// Left and right alike: only how far from the middle counts.
const shapes = {
  top: (x, y) =>
    (within(y, 0.18, 0.85) && x <= 0.24) ||
    (within(y, 0.18, 0.45) && x <= 0.24 + (y - 0.1) * 0.55 && x - 0.24 <= (0.52 - y) * 0.9),
  bottom: (x, y) => within(y, 0.12, 0.9) && x <= 0.2 + y * 0.06 && (y < 0.38 || x >= (y - 0.38) * 0.12),
  dress: (x, y) => (within(y, 0.12, 0.42) && x <= 0.14) || (within(y, 0.42, 0.9) && x <= 0.14 + (y - 0.42) * 0.42),
} as const satisfies Record<string, Shape>;

export type Silhouette = keyof typeof shapes;

const [width, height] = [480, 600];
const paper = [246, 244, 240] as const;

/** A garment in one colour on paper, as a picture that somebody might bring. */
export async function silhouette(kind: Silhouette, color: readonly [number, number, number]): Promise<Buffer> {
  const pixels = Buffer.alloc(width * height * 3);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1) {
      const part = shapes[kind](Math.abs(column / width - 0.5), row / height);
      // Neck and hem a little darker, so that it is no mere patch.
      const shade = part ? 1 - Math.abs(column / width - 0.5) * 0.5 : 1;
      const tone = part ? color : paper;
      for (let band = 0; band < 3; band += 1)
        pixels[(row * width + column) * 3 + band] = Math.round((tone[band] ?? 0) * shade);
    }
  return await sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 3 })
    .toBuffer();
}
