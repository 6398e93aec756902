import { unpacksTooFar } from './compression-ratio.ts';
import { damaged, SheetError } from './sheet-error.ts';
import { directoryOf, type Entry, startOf, tooLarge, unpacked, zipLimits } from './zip-entries.ts';
import { type ZipParts, zipParts } from './zip-parts.ts';
import { guardRelations, isRelations, isStreamed, relationsMost } from './zip-relations.ts';

/**
 * Looks through a workbook before anything is made of it: how many entries, how large they say they are and really are,
 * that none of them declares entities, and that it leads to no part that was not looked through. Unpacks in pieces and keeps
 * none but those that say where the others are. Answers its parts. Throws a SheetError for the first that is too much.
 */
export async function guardZip(file: Buffer): Promise<ZipParts> {
  const entries = directoryOf(file);
  const total = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  if (entries.length > zipLimits.entries || total > zipLimits.unpacked) throw tooLarge();
  // Many small parts may each unfold by what one may, or share their bytes: the file as a whole may not.
  if (unpacksTooFar(file.length, total)) throw tooLarge();
  refuseOverlaps(file, entries);
  if (new Set(entries.map((entry) => entry.name)).size !== entries.length) throw damaged();
  for (const entry of entries) {
    if (unpacksTooFar(entry.packed, entry.unpacked)) throw tooLarge();
    if (!isStreamed(entry.name) && entry.unpacked > zipLimits.whole) throw tooLarge();
    if (isRelations(entry.name) && entry.unpacked > relationsMost) throw tooLarge();
  }
  for (const entry of entries) await guardEntry(file, entry);
  return zipParts(file, entries);
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

async function guardEntry(file: Buffer, entry: Entry): Promise<void> {
  let size = 0;
  let tail = '';
  const relations: Buffer[] = [];
  const watch = lengthWatch(/worksheets\//i.test(entry.name));
  for await (const chunk of unpacked(file, entry)) {
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
