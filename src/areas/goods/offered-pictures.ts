import {
  besides,
  type MatchedFile,
  type OfferedFile,
  pictureLimits,
  placedText,
} from '#contract/areas/goods/pictures.ts';
import { filePurposes } from '#contract/areas/tasks/files.ts';
import type { BulkRow } from '#contract/kit/bulk.ts';
import type { Row } from '#src/engine/row.ts';
import { listZip } from '#workers/unzip-pictures.ts';

/** A file that somebody means to bring, as far as it has come. */
export interface OfferedPicture extends Row {
  readonly id: number;
  readonly name: string;
  /** Id of the picture that its bytes are; null where this page cannot tell before they are sent. */
  readonly picture: string | null;
  readonly match: MatchedFile | null;
  /** Its bytes are on the server. */
  readonly there: boolean;
  /** Why it is left out or did not get there. */
  readonly words: string | null;
  file(): Promise<File>;
}

const isArchive = ({ name }: File): boolean => /\.zip$/i.test(name);
const isPicture = (name: string): boolean => /\.(jpe?g|png|webp)$/i.test(name);
const lastOf = (path: string): string => (path.split(/[/\\]/).at(-1) ?? '').slice(-pictureLimits.name);

/** The pictures among files, those of archives too. `words`: what cannot be read of them. */
export async function offeredOf(files: readonly File[]): Promise<{ list: OfferedPicture[]; words: string[] }> {
  const { bytes: most } = filePurposes.goods;
  const list: OfferedPicture[] = [];
  const words: string[] = [];
  const offer = async (name: string, file: () => Promise<File>) => {
    const fresh = { id: list.length + 1, name: lastOf(name), match: null, there: false, file };
    try {
      list.push({ ...fresh, picture: await pictureOf(await file()), words: null });
    } catch {
      list.push({ ...fresh, picture: null, words: `不能读取，或超过 ${most / 1_048_576} MB` });
    }
  };
  for (const file of files) {
    if (!isArchive(file)) {
      await offer(file.name, async () => {
        if (file.size > most) throw new Error('too large');
        return file;
      });
      continue;
    }
    try {
      for (const one of await listZip(file))
        if (isPicture(one.name)) await offer(one.name, async () => new File([await one.bytes(most)], lastOf(one.name)));
    } catch {
      words.push(`“${file.name}”不是可以读取的 ZIP 文件，或文件过多`);
    }
  }
  return { list, words };
}

// Off HTTPS a browser tells no hashes: then every file is sent, and the server says which picture it is.
async function pictureOf(file: File): Promise<string | null> {
  if (!globalThis.isSecureContext) return null;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  return Array.from(hash.subarray(0, 16), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** What is asked of the server about them. */
export const askedOf = (list: readonly OfferedPicture[]): OfferedFile[] =>
  list.map(({ name, picture }) => ({ name, id: picture }));

/** Of an earlier file whose style, colour and place it has as well, one is enough: the later one says so. */
export function withoutTwins(list: readonly OfferedPicture[]): OfferedPicture[] {
  const seen = new Map<string, string>();
  return list.map((one) => {
    const { match, picture } = one;
    if (!match || match.spu_id === null || picture === null || one.words !== null) return one;
    const key = `${match.spu_id} ${match.color_value_id ?? 0} ${picture}`;
    const first = seen.get(key);
    if (first !== undefined) {
      const words = `与“${first}”是同一张图片`;
      return { ...one, words, match: { ...match, words } };
    }
    seen.set(key, one.name);
    return one;
  });
}

/** Does it become a picture of a style? */
export const isTaken = ({ words, match }: OfferedPicture): boolean =>
  words === null && typeof match?.spu_id === 'number' && match.words === null && !match.placed;

/** The order: for each style the pictures that are there by now, by colour and place in the file's name. */
export function ordersOfPictures(list: readonly OfferedPicture[]): BulkRow[] {
  const styles = new Map<number, { version: number; of: OfferedPicture[] }>();
  for (const one of list.filter((each) => isTaken(each) && each.there && each.picture !== null)) {
    const { spu_id: id, version } = one.match ?? { spu_id: null, version: null };
    if (id === null || version === null) continue;
    const known = styles.get(id) ?? { version, of: [] };
    known.of.push(one);
    styles.set(id, known);
  }
  return [...styles].map(([id, { version, of }]) => ({
    id,
    version,
    fields: {
      pictures: [
        besides,
        ...of
          .toSorted(
            (one, other) =>
              (one.match?.color_value_id ?? 0) - (other.match?.color_value_id ?? 0) ||
              (one.match?.position ?? 0) - (other.match?.position ?? 0) ||
              one.name.localeCompare(other.name),
          )
          .map(({ picture, match, name }) =>
            placedText({ id: picture ?? '', color_value_id: match?.color_value_id ?? null, name }),
          ),
      ],
    },
  }));
}
