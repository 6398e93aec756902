import { createInflateRaw } from 'node:zlib';
import { damaged, SheetError } from './sheet-error.ts';
import { unfolds } from './unfolds.ts';
import { guardRelations, isRelations, isStreamed, relationsMost } from './zip-relations.ts';

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

/**
 * Looks through a workbook before anything is made of it: how many entries, how large they say they are and really are,
 * that none of them declares entities, and that it leads to no part that was not looked through. Unpacks in pieces and keeps
 * none but those that say where the others are. Throws a SheetError for the first that is too much.
 */
export async function guardZip(file: Buffer): Promise<void> {
  const entries = directoryOf(file);
  const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (entries.length > zipLimits.entries || total > zipLimits.unpacked) throw tooLarge();
  // Many small parts may each unfold by what one may, or share their bytes: the file as a whole may not.
  if (unfolds(file.length, total)) throw tooLarge();
  refuseOverlaps(file, entries);
  if (new Set(entries.map((entry) => entry.name)).size !== entries.length) throw damaged();
  for (const entry of entries) {
    if (unfolds(entry.packed, entry.unpacked)) throw tooLarge();
    if (!isStreamed(entry.name) && entry.unpacked > zipLimits.whole) throw tooLarge();
    if (isRelations(entry.name) && entry.unpacked > relationsMost) throw tooLarge();
  }
  for (const entry of entries) await guardEntry(file, entry);
}

// Parts that lie over one another are no work of a program that writes tables: a few bytes would be unpacked over and over.
function refuseOverlaps(file: Buffer, entries: readonly Entry[]): void {
  const ends = entries
    .map((entry) => ({ from: entry.at, to: startOf(file, entry) + entry.packed }))
    .toSorted((one, other) => one.from - other.from);
  let end = 0;
  for (const { from, to } of ends) {
    if (from < end) throw damaged();
    end = to;
  }
}

/** Where the bytes of an entry begin: behind its own header. */
function startOf(file: Buffer, { at }: Entry): number {
  if (at + 30 > file.length || file.readUInt32LE(at) !== localMark) throw damaged();
  return at + 30 + file.readUInt16LE(at + 26) + file.readUInt16LE(at + 28);
}

interface Entry {
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

function directoryOf(file: Buffer): Entry[] {
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

async function guardEntry(file: Buffer, entry: Entry): Promise<void> {
  const start = startOf(file, entry);
  if (start + entry.packed > file.length) throw damaged();
  const bytes = file.subarray(start, start + entry.packed);
  let size = 0;
  let tail = '';
  const relations: Buffer[] = [];
  const watch = lengthWatch(/worksheets\//i.test(entry.name));
  for await (const chunk of entry.stored ? [bytes] : inflated(bytes)) {
    size += chunk.length;
    if (size > entry.unpacked) throw tooLarge();
    if (isRelations(entry.name)) relations.push(chunk);
    if (!/\.(xml|rels|vml)$/i.test(entry.name)) continue;
    const text = tail + chunk.toString('latin1');
    watch(text, chunk.length);
    if (/<!(doctype|entity)/i.test(text))
      throw new SheetError({ en: 'the workbook declares entities', zh: '工作簿含有不允许的实体声明' });
    tail = text.slice(-16);
  }
  if (size !== entry.unpacked) throw damaged();
  if (isRelations(entry.name)) guardRelations(new TextDecoder().decode(Buffer.concat(relations)));
}

/** Watches over pieces of XML as they come: how long it is since the last mark, and since the last row of a sheet. */
function lengthWatch(sheet: boolean): (text: string, added: number) => void {
  let sinceMark = 0;
  let sinceRow = 0;
  return (text, added) => {
    const [mark, row] = [text.lastIndexOf('<'), text.lastIndexOf('<row')];
    sinceMark = mark === -1 ? sinceMark + added : text.length - mark;
    sinceRow = row === -1 ? sinceRow + added : text.length - row;
    if (sinceMark > zipLimits.text || (sheet && sinceRow > zipLimits.row)) throw tooLarge();
  };
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

const tooLarge = (): SheetError =>
  new SheetError({ en: 'the workbook unpacks to far more than a table', zh: '工作簿解压后过大，已拒绝' });
