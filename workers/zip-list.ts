/** One part of a ZIP file, as its own list of contents says. */
export interface ZipPart {
  readonly name: string;
  /** Bytes that it says it unpacks to. */
  readonly size: number;
  readonly packed: number;
  /** 0: stored as it is, 8: packed; no other is read. */
  readonly method: number;
  /** Where its own header begins. */
  readonly at: number;
}

/**
 * The list of contents of a ZIP file, without unpacking anything: a few bytes may stand for gigabytes. Null for a file without such a list, with
 * one that points outside, or one that is far too long.
 */
export async function zipList(file: Blob): Promise<ZipPart[] | null> {
  const place = await listOf(file);
  if (!place || place.size > mostListBytes || place.start + place.size > file.size) return null;
  const list = new DataView(await file.slice(place.start, place.start + place.size).arrayBuffer());
  const parts: ZipPart[] = [];
  let at = 0;
  while (at + entryBytes <= list.byteLength && list.getUint32(at, true) === entrySignature) {
    const [name, extra, remark] = [28, 30, 32].map((offset) => list.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    const start = at + entryBytes;
    if (start + name > list.byteLength) return null;
    const [size, packed, header] = sizesOf(list, at, { start: start + name, size: extra });
    parts.push({
      name: new TextDecoder().decode(new Uint8Array(list.buffer, start, name)),
      size,
      packed,
      method: list.getUint16(at + 10, true),
      at: header,
    });
    at = start + name + extra + remark;
  }
  return parts.length > 0 ? parts : null;
}

/** The bytes of a part in pieces, no more than it says it has. Throws for what is packed otherwise or broken. */
export async function* unpackedPart(file: Blob, { at, packed, size, method }: ZipPart): AsyncGenerator<Uint8Array> {
  const head = new DataView(await file.slice(at, at + 30).arrayBuffer());
  if (head.byteLength < 30 || head.getUint32(0, true) !== localSignature || (method !== 0 && method !== 8))
    throw new Error('broken part');
  const start = at + 30 + head.getUint16(26, true) + head.getUint16(28, true);
  const bytes = file.slice(start, start + packed).stream();
  const reader = (method === 0 ? bytes : bytes.pipeThrough(new DecompressionStream('deflate-raw'))).getReader();
  let held = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      held += value.length;
      if (held > size) throw new Error('more than it says');
      yield value;
    }
  } finally {
    // What was not wanted is not unpacked; a stream that failed has nothing to cancel.
    await reader.cancel().catch(() => undefined);
  }
}

interface Place {
  readonly start: number;
  readonly size: number;
}

/** Where the list stands: the end of the file says it, in a longer form where the file was written without looking back. */
async function listOf(file: Blob): Promise<Place | null> {
  const tailAt = Math.max(0, file.size - tailBytes);
  const tail = new DataView(await file.slice(tailAt).arrayBuffer());
  let end = tail.byteLength - endBytes;
  while (end >= 0 && tail.getUint32(end, true) !== endSignature) end -= 1;
  if (end < 0) return null;
  const place = { size: tail.getUint32(end + 12, true), start: tail.getUint32(end + 16, true) };
  if (place.size !== elsewhere && place.start !== elsewhere) return place;
  const locator = end - locatorBytes;
  if (locator < 0 || tail.getUint32(locator, true) !== locatorSignature) return null;
  const longAt = Number(tail.getBigUint64(locator + 8, true));
  const long = new DataView(await file.slice(longAt, longAt + longEndBytes).arrayBuffer());
  if (long.byteLength < longEndBytes || long.getUint32(0, true) !== longEndSignature) return null;
  return { size: Number(long.getBigUint64(40, true)), start: Number(long.getBigUint64(48, true)) };
}

/** Size, packed size and place of an entry. Those that have no room in their fields stand in this order in the record 1 of what is added to it. */
function sizesOf(list: DataView, entry: number, added: Place): [number, number, number] {
  const given = [24, 20, 42].map((offset) => list.getUint32(entry + offset, true));
  const end = Math.min(added.start + added.size, list.byteLength);
  let at = added.start;
  while (at + 4 <= end && list.getUint16(at, true) !== 1) at += 4 + list.getUint16(at + 2, true);
  let long = at + 4;
  return given.map((size) => {
    if (size !== elsewhere) return size;
    if (long + 8 > end) return Number.POSITIVE_INFINITY;
    long += 8;
    return Number(list.getBigUint64(long - 8, true));
  }) as [number, number, number];
}

const endSignature = 0x06054b50;
const locatorSignature = 0x07064b50;
const longEndSignature = 0x06064b50;
const entrySignature = 0x02014b50;
const localSignature = 0x04034b50;
const endBytes = 22;
const locatorBytes = 20;
const longEndBytes = 56;
const entryBytes = 46;
/** In place of a number that stands in the longer form. */
const elsewhere = 0xffffffff;
/** The end of the list stands before a remark of 64 kB at most. */
const tailBytes = endBytes + locatorBytes + 65_535;
const mostListBytes = 4_194_304;
