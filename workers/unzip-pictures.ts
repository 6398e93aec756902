// Only what a browser has: entries are read from the end of the archive, and unfolded one at a time when they are asked for.

/** A file of an archive. */
export interface ZippedFile {
  readonly name: string;
  /** Bytes it says it unfolds to. */
  readonly size: number;
  /** Unfolds it; throws where it is broken or becomes more than `most`. */
  bytes(most: number): Promise<Uint8Array<ArrayBuffer>>;
}

/** Files that are read of one archive. */
export const mostZipped = 2000;

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;

/** The files of an archive, folders left out. Throws where it is none, or has more than `mostZipped`. */
export async function listZip(archive: Blob): Promise<ZippedFile[]> {
  const tail = await viewOf(archive.slice(Math.max(0, archive.size - 65_557)));
  let at = tail.byteLength - 22;
  while (at >= 0 && tail.getUint32(at, true) !== endMark) at -= 1;
  if (at < 0) throw new Error('no archive');
  const count = tail.getUint16(at + 10, true);
  const length = tail.getUint32(at + 12, true);
  const start = tail.getUint32(at + 16, true);
  if (count > mostZipped || length > 8_388_608) throw new Error('too many files');
  const entries = await viewOf(archive.slice(start, start + length));
  const files: ZippedFile[] = [];
  for (let from = 0, read = 0; read < count; read += 1) {
    if (from + 46 > entries.byteLength || entries.getUint32(from, true) !== entryMark)
      throw new Error('broken archive');
    const nameLength = entries.getUint16(from + 28, true);
    const entry = {
      flags: entries.getUint16(from + 8, true),
      method: entries.getUint16(from + 10, true),
      packed: entries.getUint32(from + 20, true),
      size: entries.getUint32(from + 24, true),
      local: entries.getUint32(from + 42, true),
    };
    const raw = new Uint8Array(entries.buffer, entries.byteOffset + from + 46, nameLength);
    // Archives of Chinese desktops say their names in GBK, unless they say otherwise.
    const name = new TextDecoder((entry.flags & 0x800) === 0 ? 'gb18030' : 'utf-8').decode(raw);
    if (!name.endsWith('/')) files.push({ name, size: entry.size, bytes: (most) => unfold(archive, entry, most) });
    from += 46 + nameLength + entries.getUint16(from + 30, true) + entries.getUint16(from + 32, true);
  }
  return files;
}

interface Entry {
  readonly flags: number;
  readonly method: number;
  readonly packed: number;
  readonly local: number;
}

async function unfold(archive: Blob, entry: Entry, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const head = await viewOf(archive.slice(entry.local, entry.local + 30));
  if (head.byteLength < 30 || head.getUint32(0, true) !== localMark || (entry.flags & 1) !== 0)
    throw new Error('broken entry');
  const start = entry.local + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const packed = archive.slice(start, start + entry.packed);
  if (entry.method !== 0 && entry.method !== 8) throw new Error('unknown packing');
  const stream =
    entry.method === 0 ? packed.stream() : packed.stream().pipeThrough(new DecompressionStream('deflate-raw'));
  const pieces: Uint8Array[] = [];
  let held = 0;
  // What it said of its size is not believed: it is counted while it comes.
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    held += value.length;
    if (held > most) {
      await reader.cancel();
      throw new Error('too large');
    }
    pieces.push(value);
  }
  const whole = new Uint8Array(held);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

async function viewOf(part: Blob): Promise<DataView<ArrayBuffer>> {
  return new DataView(await part.arrayBuffer());
}
