import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';
import { shown } from '#server/sheets/bilingual-message.ts';
import type { ThereSku, ThereStyle } from './known-catalogue.ts';
import type { Master } from './masters.ts';
import { columnOf } from './style-cells.ts';
import type { StyledRow } from './styled-row.ts';

/** What is the same for all SKUs of a style. */
export type StyleField = 'name' | 'category' | 'unit' | 'size_type' | 'season' | 'sex';

/** One field of a style as a row says it. */
export interface SaidField {
  readonly field: StyleField;
  readonly value: Master | string;
  readonly text: string;
}

/** What a row of a catalogue comes to before its style is known. */
export interface RowDraft {
  readonly from: StyledRow;
  readonly brand: Master | undefined;
  readonly color: Master | undefined;
  /** What it says of its style, as it is compared, and as it is written. */
  readonly fields: readonly SaidField[];
  /** The SKUs that carry its barcodes already. */
  readonly owners: readonly ThereSku[];
  /** Everything that is wrong with it. */
  readonly reasons: BilingualMessage[];
}

/** A SKU of a style: one that is there, or one to be made. */
export interface PieceDraft {
  readonly there: ThereSku | undefined;
  readonly color: Master;
  readonly size: Master;
  /** The first row of it, for sentences. */
  readonly row: number;
  readonly code: string;
  /** Every barcode that rows say of it. */
  readonly barcodes: Set<string>;
  /** 0: no row says a price. */
  fen: number;
  pricedAt: string | null;
}

/** A style of a catalogue: one that is there, or one to be made. */
export class StyleDraft {
  readonly there: ThereStyle | undefined;
  readonly styleNo: string;
  readonly brand: Master;
  readonly rows: RowDraft[] = [];
  readonly pieces: PieceDraft[] = [];
  readonly #said = new Map<StyleField, { value: Master | string; text: string; row: number }>();

  constructor({ there, styleNo, brand }: { there: ThereStyle | undefined; styleNo: string; brand: Master }) {
    this.there = there;
    this.styleNo = styleNo;
    this.brand = brand;
  }

  /** Takes a row in; what it says otherwise than an earlier row did is wrong with it. */
  take(row: RowDraft): void {
    this.rows.push(row);
    for (const { field, value, text } of row.fields) {
      const before = this.#said.get(field);
      if (!before) this.#said.set(field, { value, text, row: row.from.row });
      else if (before.value !== value) {
        const label = field === 'name' ? '商品名称' : columnOf(field).label;
        row.reasons.push({
          en: `its ${field} is ${shown(text)}, but row ${before.row} of style ${this.styleNo} says ${shown(before.text)}`,
          zh: `${label}是“${shown(text)}”，但同款 ${this.styleNo} 的第 ${before.row} 行是“${shown(before.text)}”`,
        });
      }
    }
  }

  /** What the rows say of a field; undefined when none does. */
  master(field: Exclude<StyleField, 'name' | 'season' | 'sex'>): Master | undefined {
    return this.#said.get(field)?.value as Master | undefined;
  }

  /** As `master`, of what is a word. */
  word(field: 'name' | 'season' | 'sex'): string | undefined {
    return this.#said.get(field)?.value as string | undefined;
  }
}
