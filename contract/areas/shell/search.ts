import { query } from '../../kit/call.ts';
import type { Tone } from '../../kit/states.ts';

/** One record found by its number. */
export interface Found {
  /** What it is, for people: 盘点单, 货品. */
  label: string;
  /** The number that was looked for: of a document, of goods, a barcode. */
  no: string;
  /** Its name, where it has one beside the number. */
  name: string | null;
  /** State of a document. */
  state: { label: string; tone: Tone } | null;
  /** The number is the very text that was asked. */
  exact: boolean;
  /** Address of the screen that shows it (contract/areas/shell/addresses.ts). */
  route: string;
}

/** Most records that one search answers. */
export const mostFound = 20;

/** Letters and digits that a number is looked for by, fewest and most; of Chinese characters two name goods. */
export const findLength = { least: 3, most: 64, leastHan: 2 } as const;

/** Is the text one that goods are named by? */
export const mayBeName = (text: string): boolean =>
  text.length <= findLength.most && (text.match(/\p{Script=Han}/gu)?.length ?? 0) >= findLength.leastHan;

/** Is the text one that names are spelled by, in pinyin or its initials? */
export const mayBeSpelled = (text: string): boolean =>
  text.length >= findLength.least && text.length <= findLength.most && /^[a-z]+$/i.test(text);

/**
 * Records whose number is, begins with or has the text: documents, SKU, SPU, barcodes; goods, partners, places and people by their names too, and by
 * the pinyin of these, in full or its initials; those that this person may see.
 */
export const find = query<{ text: string }, { list: Found[] }>({
  service: 'erp',
  path: '/v1/common/find',
  access: 'login',
  timeout: 'default',
});
