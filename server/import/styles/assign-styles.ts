import { grouped } from '../grouped.ts';
import type { KnownCatalogue, ThereStyle } from './known-catalogue.ts';
import type { Directories } from './load-directories.ts';
import type { Master } from './masters.ts';
import { type RowDraft, StyleDraft } from './style-draft.ts';

interface Assigning {
  readonly directories: Directories;
  readonly known: KnownCatalogue;
  readonly foldCase: boolean;
}

/**
 * Puts each row under its style: the one with its brand and number. A row that says no number is the style of its barcode;
 * one that says no brand has that of the other rows of its number, then that of the only style there with this number.
 */
export function assignStyles(rows: readonly RowDraft[], assigning: Assigning): StyleDraft[] {
  const book = new StyleBook(rows, assigning);
  for (const row of rows) if (row.reasons.length === 0) book.file(row);
  return book.drafts();
}

class StyleBook {
  readonly #directories: Directories;
  readonly #fold: (styleNo: string) => string;
  readonly #there: ReadonlyMap<string, readonly ThereStyle[]>;
  readonly #byId: ReadonlyMap<number, ThereStyle>;
  /** The brands that rows of the sheet say of a number. */
  readonly #brands: ReadonlyMap<string, ReadonlySet<Master>>;
  readonly #old = new Map<number, StyleDraft>();
  readonly #new = new Map<Master, Map<string, StyleDraft>>();

  constructor(rows: readonly RowDraft[], { directories, known, foldCase }: Assigning) {
    this.#directories = directories;
    this.#fold = (styleNo) => (foldCase ? styleNo.toLowerCase() : styleNo);
    this.#there = grouped(known.styles, ({ styleNo }) => this.#fold(styleNo));
    this.#byId = known.byId;
    const said = rows.flatMap(({ from, brand }) =>
      brand && from.cells.style !== undefined ? [{ key: this.#fold(from.cells.style), brand }] : [],
    );
    this.#brands = new Map(
      [...grouped(said, ({ key }) => key)].map(([key, all]) => [key, new Set(all.map(({ brand }) => brand))]),
    );
  }

  drafts(): StyleDraft[] {
    return [...this.#old.values(), ...[...this.#new.values()].flatMap((drafts) => [...drafts.values()])];
  }

  file(row: RowDraft): void {
    const { style, barcodes } = row.from.cells;
    const [owner] = row.owners;
    if (style === undefined && owner) {
      this.#draftOf(this.#byId.get(owner.spuId) as ThereStyle).take(row);
      return;
    }
    const found = this.#styleOf(row, style ?? barcodes[0] ?? '');
    if (!found) return;
    if (owner && owner.spuId !== found.there?.spuId) {
      row.reasons.push({
        en: `its barcode is that of ${owner.skuNo} of style ${owner.styleNo} (${owner.name}) already`,
        zh: `条码已属于款号 ${owner.styleNo}（${owner.name}）的货品 ${owner.skuNo}`,
      });
      return;
    }
    found.take(row);
  }

  /** The style of a number, with what it lacks said to the row when nobody can tell its brand. */
  #styleOf(row: RowDraft, styleNo: string): StyleDraft | undefined {
    const there = this.#there.get(this.#fold(styleNo)) ?? [];
    const said = row.brand ? [row.brand] : [...(this.#brands.get(this.#fold(styleNo)) ?? [])];
    if (said.length > 1) {
      row.reasons.push({
        en: `it has no brand, and other rows have style ${styleNo} of ${said.map(({ name }) => name).join(', ')}`,
        zh: `没有品牌，而款号 ${styleNo} 在其他行属于${said.map(({ name }) => `“${name}”`).join('、')}`,
      });
      return undefined;
    }
    const [brand] = said;
    if (brand) return this.#under(brand, styleNo, there);
    const usual = this.#directories.usual.brand;
    // A code that stands for its style's number says nothing of other brands' numbers.
    const elsewhere = row.from.cells.style === undefined ? [] : there.filter(({ brandId }) => brandId !== usual.id);
    const own = there.length > elsewhere.length || elsewhere.length === 0;
    if (own) return this.#under(usual, styleNo, there);
    const owned = elsewhere.find(({ spuId }) => spuId === row.owners[0]?.spuId) ?? elsewhere[0];
    if (owned && (elsewhere.length === 1 || owned.spuId === row.owners[0]?.spuId)) return this.#draftOf(owned);
    row.reasons.push({
      en: `it has no brand, and style ${styleNo} is there of several`,
      zh: `没有品牌，而系统中有多个品牌的款号 ${styleNo}`,
    });
    return undefined;
  }

  #under(brand: Master, styleNo: string, there: readonly ThereStyle[]): StyleDraft {
    const same = there.filter(({ brandId }) => brandId === brand.id);
    const known = same.find((one) => one.styleNo === styleNo) ?? same[0];
    if (known) return this.#draftOf(known);
    const drafts = this.#new.get(brand) ?? new Map<string, StyleDraft>();
    this.#new.set(brand, drafts);
    const key = this.#fold(styleNo);
    const draft = drafts.get(key) ?? new StyleDraft({ there: undefined, styleNo, brand });
    drafts.set(key, draft);
    return draft;
  }

  #draftOf(there: ThereStyle): StyleDraft {
    const draft =
      this.#old.get(there.spuId) ??
      new StyleDraft({ there, styleNo: there.styleNo, brand: this.#directories.brands.of(there.brandId) });
    this.#old.set(there.spuId, draft);
    return draft;
  }
}
