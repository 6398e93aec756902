import type { Row } from '../row.ts';

/** What a value of a row was and would be, in words. */
export interface RowChange {
  readonly label: string;
  readonly before: string;
  readonly after: string;
  /** What a figure counts: it is read without its label then. */
  readonly unit?: string | undefined;
}

/** One row of a list or sheet before it is taken: what it would change, or why it is left out. */
export type PreviewRow = Row & {
  /** Its place as a person counts it. */
  readonly row: number;
  /** What it is about, and the second thing that says so. */
  readonly name: string;
  readonly hint: string | null;
  /** None where everything stands as it is to be. */
  readonly changes: readonly RowChange[];
  /** Nothing of it was there before: it is added, and changes nothing. */
  readonly fresh?: boolean;
  /** What is said of it besides: that somebody judges it first. Such a row is taken though nothing of it has changed by then. */
  readonly note?: string | null;
  /** Why it is left out. */
  readonly words: string | null;
};

export type PreviewFace = 'taken' | 'same' | 'refused';

export function faceOfRow({ words, changes, note }: Pick<PreviewRow, 'words' | 'changes' | 'note'>): PreviewFace {
  if (words !== null) return 'refused';
  return changes.length === 0 && !note ? 'same' : 'taken';
}

/** How many rows have each face. */
export function countFaces(rows: readonly PreviewRow[]): Readonly<Record<PreviewFace, number>> {
  const counts = { taken: 0, same: 0, refused: 0 };
  for (const row of rows) counts[faceOfRow(row)] += 1;
  return counts;
}

/** A change in one line. */
export const changeWords = ({ label, before, after }: RowChange): string =>
  `${label}：${before || nothing} → ${after || nothing}`;

/** What is added with a row, in one line. */
export const addedWords = (changes: readonly RowChange[]): string =>
  `新增 ${changes.map(({ label, after, unit }) => (unit ? `${after} ${unit}` : `${label} ${after || nothing}`)).join('，')}`;

export const nothing = '空';
