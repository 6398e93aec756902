/** What a ZIP file's own list of contents says of it. */
export interface Unpacked {
  readonly entries: number;
  readonly bytes: number;
}

/**
 * Adds up what a ZIP file would unpack to, without unpacking anything: a few bytes may stand for gigabytes. The reader
 * behind it unpacks no entry beyond what is declared here, so that a list that lies is refused there. Null for a file
 * without such a list, or with one that points outside.
 */
export async function unpackedSize(file: Blob): Promise<Unpacked | null> {
  const place = await listOf(file);
  if (!place || place.size > mostListBytes || place.start + place.size > file.size) return null;
  const list = new DataView(await file.slice(place.start, place.start + place.size).arrayBuffer());
  let [entries, bytes, at] = [0, 0, 0];
  while (at + entryBytes <= list.byteLength && list.getUint32(at, true) === entrySignature) {
    const [name, extra, remark] = [28, 30, 32].map((offset) => list.getUint16(at + offset, true)) as [
      number,
      number,
      number,
    ];
    entries += 1;
    bytes += sizeOf(list, at, { start: at + entryBytes + name, size: extra });
    at += entryBytes + name + extra + remark;
  }
  return entries > 0 ? { entries, bytes } : null;
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

/** What an entry unpacks to. A size that has no room in its field stands first in the record 1 of what is added to it. */
function sizeOf(list: DataView, entry: number, added: Place): number {
  const size = list.getUint32(entry + 24, true);
  if (size !== elsewhere) return size;
  const end = Math.min(added.start + added.size, list.byteLength);
  for (let at = added.start; at + 12 <= end; at += 4 + list.getUint16(at + 2, true)) {
    if (list.getUint16(at, true) === 1) return Number(list.getBigUint64(at + 4, true));
  }
  return Number.POSITIVE_INFINITY;
}

const endSignature = 0x06054b50;
const locatorSignature = 0x07064b50;
const longEndSignature = 0x06064b50;
const entrySignature = 0x02014b50;
const endBytes = 22;
const locatorBytes = 20;
const longEndBytes = 56;
const entryBytes = 46;
/** In place of a number that stands in the longer form. */
const elsewhere = 0xffffffff;
/** The end of the list stands before a remark of 64 kB at most. */
const tailBytes = endBytes + locatorBytes + 65_535;
const mostListBytes = 4_194_304;
