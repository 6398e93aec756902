import { createInflateRaw } from 'node:zlib';
import { damaged, SheetError } from './sheet-error.ts';

/** How far a workbook may unfold (reliability S23). */
export const zipLimits = {
  /** Bytes of the file itself. */
  packed: 67_108_864,
  entries: 2000,
  /** Bytes of all entries unpacked, and of one. */
  unpacked: 536_870_912,
  /** Bytes of a part that is no sheet: the texts, the styles and whatever else is read are held in memory whole. */
  whole: 67_108_864,
  /** Bytes of one text, and of one row: what is longer is held whole before it is seen. */
  text: 1_048_576,
  row: 16_777_216,
} as const;

/** Where the bytes of an entry begin: behind its own header. */
export function startOf(file: Buffer, { at }: Entry): number {
  if (at + 30 > file.length || file.readUInt32LE(at) !== localMark) throw damaged();
  return at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
}

/** One part of an archive, as its list of contents says. */
export interface Entry {
  readonly name: string;
  readonly stored: boolean;
  readonly packed: number;
  readonly unpacked: number;
  readonly at: number;
}

const endMark = 0x06054b50;
const entryMark = 0x02014b50;
const localMark = 0x04034b50;

// Bits of an entry's flags: its bytes are encrypted; its size stands behind them.
const encrypted = 1;
const sizeBehind = 8;

/** The list of contents. Throws a SheetError. */
export function directoryOf(file: Buffer): Entry[] {
  const end = endOf(file);
  const count = file.readUInt16LE(end + 10);
  // ZIP64 is for archives far beyond the limits; any of the three marks makes a reader look for its directory elsewhere.
  const elsewhere = [12, 16].some((offset) => file.readUInt32LE(end + offset) === 0xffffffff);
  if (elsewhere || count === 0xffff || count > zipLimits.entries) throw tooLarge();
  const entries: Entry[] = [];
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (at + 46 > file.length || file.readUInt32LE(at) !== entryMark) throw damaged();
    const [flags, method, packed] = [file.readUInt16LE(at + 8), file.readUInt16LE(at + 10), file.readUInt32LE(at + 20)];
    if ((flags & encrypted) !== 0 || (method !== 0 && method !== 8)) throw damaged();
    // A reader takes the size of such an entry from elsewhere: what it finds there nobody has looked at.
    if ((flags & sizeBehind) !== 0 && packed === 0) throw damaged();
    const [name, extra, comment] = [28, 30, 32].map((offset) => file.readUInt16LE(at + offset)) as [
      number,
      number,
      number,
    ];
    entries.push({
      name: file.toString('utf8', at + 46, at + 46 + name),
      stored: method === 0,
      packed,
      unpacked: file.readUInt32LE(at + 24),
      at: file.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return entries;
}

function endOf(file: Buffer): number {
  const lowest = Math.max(0, file.length - 22 - 0xffff);
  for (let at = file.length - 22; at >= lowest; at -= 1) if (file.readUInt32LE(at) === endMark) return at;
  throw damaged();
}

/** The bytes of a part, unpacked in pieces. Throws a SheetError. */
export async function* unpacked(file: Buffer, entry: Entry): AsyncGenerator<Buffer> {
  const start = startOf(file, entry);
  if (start + entry.packed > file.length) throw damaged();
  const bytes = file.subarray(start, start + entry.packed);
  if (entry.stored) yield bytes;
  else yield* inflated(bytes);
}

async function* inflated(bytes: Buffer): AsyncGenerator<Buffer> {
  const stream = createInflateRaw({ chunkSize: 262_144 });
  stream.end(bytes);
  try {
    for await (const chunk of stream) yield chunk as Buffer;
  } catch (error) {
    throw error instanceof SheetError ? error : damaged();
  } finally {
    stream.destroy();
  }
}

export const tooLarge = (): SheetError =>
  new SheetError({ en: 'the workbook unpacks to far more than a table', zh: '工作簿解压后过大，已拒绝' });
