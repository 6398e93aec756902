/** What a column of an imported sheet means, whatever its heading says. */
export type ColumnKey = 'code' | 'name' | 'price' | 'quantity' | 'invoice' | 'time' | 'customer' | StyleColumnKey;

/** Columns of a catalogue: what a row says of its style, and which of the style's colours and sizes it is. */
export type StyleColumnKey =
  | 'style'
  | 'brand'
  | 'category'
  | 'color'
  | 'size'
  | 'size_type'
  | 'unit'
  | 'season'
  | 'sex';

/** One column that a sheet may have. */
export interface SheetColumn<K extends string = string> {
  readonly key: K;
  /** Its heading in the template. */
  readonly label: string;
  /** Other headings that mean the same, Chinese and English; letter case, blanks and marks do not count. */
  readonly aliases: readonly string[];
  readonly required: boolean;
  /** What may stand in it, for the template and the page. */
  readonly rule: string;
  readonly example: string;
}

/** One column that an import knows. */
export interface ImportColumn extends SheetColumn<ColumnKey> {
  /** Understood where a sheet has it, but nothing to fill in: the template leaves it out. */
  readonly untold?: true;
}
