import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import yazl from 'yazl';
import { listZip } from './unzip-pictures.ts';

async function zipped(files: Readonly<Record<string, Buffer>>): Promise<Blob> {
  const zip = new yazl.ZipFile();
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name);
  zip.end();
  const pieces: Buffer[] = [];
  for await (const piece of zip.outputStream) pieces.push(Buffer.from(piece as Buffer));
  return new Blob([Buffer.concat(pieces)]);
}

describe('an archive', () => {
  it('gives its files by their names and bytes', async () => {
    const bytes = Buffer.from('a picture '.repeat(100));
    const files = await listZip(await zipped({ '夹/70010_红色_1.jpg': bytes, 'b.png': Buffer.from('x') }));
    expect(files.map(({ name }) => name)).toEqual(['夹/70010_红色_1.jpg', 'b.png']);
    expect(Buffer.from((await files[0]?.bytes(10_000)) ?? [])).toEqual(bytes);
  });

  it('is refused where it is none, and a file that unfolds to more than is taken', async () => {
    await expect(listZip(new Blob(['no archive at all, and long enough to be one']))).rejects.toThrow('no archive');
    const [bomb] = await listZip(await zipped({ 'a.jpg': Buffer.alloc(5_000_000) }));
    await expect(bomb?.bytes(1_000_000)).rejects.toThrow('too large');
  });
});
