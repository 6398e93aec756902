import { type Entry, unpacked } from './zip-entries.ts';

/** The parts of a workbook by their names; undefined where there is none. */
export interface ZipParts {
  text(name: string): Promise<string | undefined>;
  pieces(name: string): AsyncGenerator<string> | undefined;
}

/** The parts of an archive that `guardZip` has looked through. */
export function zipParts(file: Buffer, entries: readonly Entry[]): ZipParts {
  const byName = new Map(entries.map((entry) => [entry.name, entry]));
  return {
    async text(name) {
      const entry = byName.get(name);
      if (!entry) return undefined;
      const pieces: string[] = [];
      for await (const piece of texts(file, entry)) pieces.push(piece);
      return pieces.join('');
    },
    pieces(name) {
      const entry = byName.get(name);
      return entry && texts(file, entry);
    },
  };
}

async function* texts(file: Buffer, entry: Entry): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  for await (const piece of unpacked(file, entry)) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}
