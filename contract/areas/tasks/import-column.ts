/** What a column of an imported sheet means, whatever its heading says. */
export type ColumnKey =
  | 'code'
  | 'name'
  | 'price'
  | 'quantity'
  | 'invoice'
  | 'time'
  | 'customer'
  | StyleColumnKey
  | ContractColumnKey;

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

/** Columns of a list of contracts, each called as the field that it fills; references by number or name. */
export type ContractColumnKey =
  | 'type'
  | 'supplier_id'
  | 'co_model'
  | 'purchaser_id'
  | 'sign_date'
  | 'start_date'
  | 'end_date'
  | 'brand_ids'
  | 'amount_limit'
  | 'settle_cycle'
  | 'settle_days'
  | 'deposit_rate_bp'
  | 'return_rate_bp'
  | 'take_rate_bp'
  | 'rebate_rate_bp'
  | 'tax_rate_bp'
  | 'invoice_type'
  | 'late_fine_rate_bp'
  | 'remark';

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
