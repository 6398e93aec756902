/** Longest side in pixels, and how many letters of base64 at most: enough to see a stain, little enough for a bad radio. */
const side = 1280;
const lettersMost = 600_000;
const qualities = [0.75, 0.6, 0.45, 0.3] as const;

/**
 * A photograph as small as it can be sent from a dead spot: upright, JPEG, in base64. Rejects where the file is no picture that
 * this browser reads.
 */
export async function smallPicture(file: Blob): Promise<string> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    const scale = Math.min(1, side / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(picture.width * scale));
    canvas.height = Math.max(1, Math.round(picture.height * scale));
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    let data = '';
    for (const quality of qualities) {
      data = canvas.toDataURL('image/jpeg', quality).split(',')[1] ?? '';
      if (data.length <= lettersMost) break;
    }
    return data;
  } finally {
    picture.close();
  }
}
