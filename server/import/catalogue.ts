import { plainBarcode } from '#contract/kit/barcode-spellings.ts';
import type { BilingualMessage } from '#server/sheets/bilingual-message.ts';
import type { SheetSource } from '#server/sheets/sheet-source.ts';
import { type CatalogueLimits, catalogueLimits, refuseBeyond } from './catalogue-limits.ts';
import { reasonNoBarcode, reasonNoGoods, reasonNoGoodsByName } from './goods-codes.ts';
import { isProblem, type Problem, type RetailRow } from './retail-row.ts';
import { sheetRows, type TableOrder } from './sheet-rows.ts';
import { type StyledRow, styledRow } from './styles/styled-row.ts';

/** What the order lines say of one piece of goods. */
export interface Goods {
  /** Spellings of its code with how often each was written; the first is the commonest. */
  readonly spellings: readonly string[];
  /** Its commonest description; undefined when no line names it. */
  readonly name: string | undefined;
  /** Its latest price in millionths of a pound and when that was; undefined when it never had one. */
  readonly price: { readonly millionths: number; readonly at: string; readonly row: number } | undefined;
  /** Pieces on sale lines, by month `YYYY-MM`. */
  readonly sold: ReadonlyMap<string, number>;
}

interface LeftOut {
  readonly code: string;
  /** As it is written in the file. */
  readonly codes: readonly string[];
  readonly rows: number;
  readonly reason: BilingualMessage;
}

/** All that a file of order lines, or a table of goods, says, read once. */
export interface Catalogue {
  readonly goods: readonly Goods[];
  /** Rows of a sheet that says something of styles, in its order; they are in `goods` no more (decision 0025). */
  readonly styled: readonly StyledRow[];
  readonly leftOut: readonly LeftOut[];
  /** Bad rows, as many as are told one by one, in the order of the file; of the others their number. */
  readonly problems: readonly Problem[];
  readonly moreProblems: number;
  /** Rows of the file, bad ones and those of no goods included. */
  readonly rows: number;
  /** Rows of goods, by what they are. */
  readonly counts: Readonly<Counts>;
  /** Months that have sale lines, ascending. */
  readonly months: readonly string[];
}

type Counts = Record<'listed' | 'sales' | 'cancellations' | 'corrections' | 'unpriced' | 'repeats', number>;

/**
 * Reads a file of order lines. `foldCase`: codes that differ by letter case alone are one piece of goods. A sale line is
 * one with an invoice number, a quantity above zero and a price; everything else moves no goods out of the shop. In a table
 * without invoices every row is one of goods. Throws a SheetError, also for more than is held (`catalogueLimits`).
 */
export async function readCatalogue(
  source: SheetSource,
  order: TableOrder & { foldCase: boolean },
  limits = catalogueLimits,
): Promise<Catalogue> {
  const reading = new Reading(order.foldCase, limits);
  for await (const row of sheetRows(source, order)) reading.take(row);
  return reading.result();
}

interface Draft {
  readonly spellings: Map<string, number>;
  readonly names: Map<string, number>;
  readonly remarks: Map<string, number>;
  readonly sold: Map<string, number>;
  price: Goods['price'];
  /** The latest price of any line, for goods that were never sold. */
  anyPrice: Goods['price'];
  rows: number;
  readonly counts: Counts;
}

class Reading {
  readonly #foldCase: boolean;
  readonly #limits: CatalogueLimits;
  readonly #drafts = new Map<string, Draft>();
  readonly #leftOut = new Map<string, Omit<LeftOut, 'code'>>();
  readonly #styled: StyledRow[] = [];
  readonly #problems: Problem[] = [];
  #moreProblems = 0;
  #words = 0;
  #rows = 0;
  // Exact repeats stand in the same invoice, and invoices stand together: one invoice at a time is enough memory.
  #invoice = '';
  readonly #lines = new Set<string>();

  constructor(foldCase: boolean, limits: CatalogueLimits) {
    this.#foldCase = foldCase;
    this.#limits = limits;
  }

  take(row: RetailRow | Problem): void {
    this.#rows += 1;
    if (isProblem(row)) {
      if (this.#problems.length < this.#limits.bad) this.#problems.push(row);
      else this.#moreProblems += 1;
      return;
    }
    this.#takeGoods(row);
    refuseBeyond(this.#limits, {
      goods: this.#drafts.size + this.#styled.length + this.#leftOut.size,
      words: this.#words + this.#lines.size,
    });
  }

  #takeGoods(row: RetailRow): void {
    const reason = reasonAgainst(row);
    if (reason !== undefined) {
      const known = this.#leftOut.get(row.code);
      this.#leftOut.set(row.code, { codes: [row.code], rows: (known?.rows ?? 0) + 1, reason });
      return;
    }
    if (row.style) {
      this.#styled.push(styledRow(row, row.style, nameOf(row.description)));
      return;
    }
    const draft = this.#draftOf(row.code);
    this.#countKind(draft.counts, row);
    this.#describe(draft, row);
  }

  result(): Catalogue {
    const goods: Goods[] = [];
    const counts = noCounts();
    for (const draft of this.#drafts.values()) {
      const made = finished(draft);
      const reason = made.name === undefined ? undefined : reasonNoGoodsByName(made.name);
      if (reason !== undefined) {
        this.#leftOut.set(made.spellings[0] ?? '', { codes: made.spellings, rows: draft.rows, reason });
        continue;
      }
      goods.push(made);
      for (const kind of Object.keys(counts) as (keyof Counts)[]) counts[kind] += draft.counts[kind];
    }
    const leftOut = [...this.#leftOut]
      .map(([code, one]) => ({ code, ...one }))
      .sort((one, other) => other.rows - one.rows);
    const months = [...new Set(goods.flatMap((one) => [...one.sold.keys()]))].sort();
    return {
      goods,
      styled: this.#styled,
      leftOut,
      problems: this.#problems,
      moreProblems: this.#moreProblems,
      rows: this.#rows,
      counts,
      months,
    };
  }

  #draftOf(code: string): Draft {
    // A UPC in its other spelling is the same goods, not others with the same bars.
    const key = plainBarcode(this.#foldCase ? code.toUpperCase() : code);
    const known = this.#drafts.get(key);
    if (known) return known;
    const draft: Draft = {
      spellings: new Map(),
      names: new Map(),
      remarks: new Map(),
      sold: new Map(),
      price: undefined,
      anyPrice: undefined,
      rows: 0,
      counts: noCounts(),
    };
    this.#drafts.set(key, draft);
    return draft;
  }

  #countKind(counts: Counts, row: RetailRow): void {
    if (row.kind === 'listed') counts.listed += 1;
    else if (row.kind === 'cancellation') counts.cancellations += 1;
    else if (row.kind === 'other' || row.quantity <= 0) counts.corrections += 1;
    else if (row.price <= 0) counts.unpriced += 1;
    else counts.sales += 1;
    if (row.kind === 'listed') return;
    if (row.invoice !== this.#invoice) this.#lines.clear();
    this.#invoice = row.invoice;
    const line = `${row.code}/${row.quantity}/${row.at}/${row.price}`;
    if (this.#lines.has(line)) counts.repeats += 1;
    this.#lines.add(line);
  }

  #describe(draft: Draft, row: RetailRow): void {
    draft.rows += 1;
    this.#count(draft.spellings, row.code, 1);
    const text = nameOf(row.description);
    // A line without a price is a correction of the stock, and what it says in small letters is its reason ("damages").
    if (text !== '')
      this.#count(
        row.kind === 'listed' || row.price > 0 || text === text.toUpperCase() ? draft.names : draft.remarks,
        text,
        1,
      );
    const price = { millionths: row.price, at: row.at, row: row.row };
    if (row.price > 0 && later(price, draft.anyPrice)) draft.anyPrice = price;
    const moved = row.kind === 'listed' || (row.kind === 'sale' && row.price > 0);
    if (!moved || row.quantity <= 0) return;
    if (row.price > 0 && later(price, draft.price)) draft.price = price;
    this.#count(draft.sold, row.at.slice(0, 7), row.quantity);
  }

  #count(counts: Map<string, number>, key: string, by: number): void {
    const known = counts.get(key);
    if (known === undefined) this.#words += 1;
    counts.set(key, (known ?? 0) + by);
  }
}

function reasonAgainst(row: RetailRow): BilingualMessage | undefined {
  if (row.kind !== 'listed') return reasonNoGoods(row.code);
  // The barcodes of a catalogue were looked at with its row: one that is none is a bad row there.
  return row.style ? undefined : reasonNoBarcode(row.code);
}

function noCounts(): Counts {
  return { listed: 0, sales: 0, cancellations: 0, corrections: 0, unpriced: 0, repeats: 0 };
}

function finished(draft: Draft): Goods {
  return {
    spellings: byCount(draft.spellings),
    name: byCount(draft.names)[0],
    price: draft.price ?? draft.anyPrice,
    sold: draft.sold,
  };
}

// Of two lines of the same minute the later one in the file counts.
function later(price: { at: string }, known: { at: string } | undefined): boolean {
  return known === undefined || price.at >= known.at;
}

// The sort is stable: of equally common ones the first in the file.
function byCount(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].sort(([, one], [, other]) => other - one).map(([key]) => key);
}

/** A description as a name: no control characters, single blanks. */
function nameOf(description: string): string {
  return description.replace(/[\p{Cc}\s]+/gu, ' ').trim();
}
