/** What a warehouse has of one SKU before an import. */
export interface Shelf {
  /** Pieces on hand that nobody else was promised; endless where a rule lets the goods go below nothing. */
  readonly free: number;
  /** The instant for which it is settled, by a posted count: what moved until then was seen by the counters and changes nothing now (amendments A). */
  readonly settledAt: string | null;
}

export interface StockLine {
  readonly row: number;
  /** Whose sale it was, or who brings the pieces back. */
  readonly customer: string | null;
  readonly skuId: number;
  /** Pieces, above 0. */
  readonly qty: number;
  /** A return of this customer and SKU is in the sheet, so that it matters where the pieces went. */
  readonly returned: boolean;
}

/** One invoice; `known` stands for pieces of an order that an earlier import took. */
export interface StockDocument {
  readonly kind: 'sale' | 'return' | 'known';
  readonly at: string;
  readonly lines: readonly StockLine[];
}

/** A row that is not taken, and why. `free` and `needed` are pieces of the whole document. */
export interface Unserved {
  readonly row: number;
  readonly refusal: 'stock short' | 'order incomplete' | 'sale refused';
  readonly free: number | null;
  readonly needed: number | null;
}

interface Lot {
  readonly refused: boolean;
  qty: number;
}

/**
 * Judges documents, which come in order of time, by what a warehouse has (decision 0026): a sale takes its pieces or is refused
 * whole, so that stock never goes below nothing; a return brings them back, unless some of them went with a refused sale (latest
 * sale of that customer and SKU first): then it is refused whole as well. Keeps a number for each SKU, and sales only where a return waits.
 */
export function stockJudge(shelves: ReadonlyMap<number, Shelf>): (document: StockDocument) => Unserved[] {
  const free = new Map([...shelves].map(([skuId, shelf]) => [skuId, shelf.free]));
  const sold = new Map<string, Lot[]>();
  const counts = (skuId: number, at: string): boolean => {
    const { settledAt = null } = shelves.get(skuId) ?? {};
    return settledAt === null || Date.parse(at) > Date.parse(settledAt);
  };
  const remember = (lines: readonly StockLine[], refused: boolean): void => {
    for (const { customer, skuId, qty } of lines.filter((line) => line.returned && line.customer !== null)) {
      const lots = sold.get(`${customer}/${skuId}`) ?? [];
      lots.push({ refused, qty });
      sold.set(`${customer}/${skuId}`, lots);
    }
  };
  const sell = ({ at, lines }: StockDocument): Unserved[] => {
    const needed = piecesOf(lines.filter(({ skuId }) => counts(skuId, at)));
    const short = new Map([...needed].filter(([skuId, qty]) => qty > (free.get(skuId) ?? 0)));
    remember(lines, short.size > 0);
    if (short.size > 0)
      return lines.map(({ row, skuId }) =>
        short.has(skuId)
          ? { row, refusal: 'stock short', free: free.get(skuId) ?? 0, needed: short.get(skuId) ?? 0 }
          : incomplete(row),
      );
    for (const [skuId, qty] of needed) free.set(skuId, (free.get(skuId) ?? 0) - qty);
    return [];
  };
  const giveBack = ({ at, lines }: StockDocument): Unserved[] => {
    const origins = lines.map(({ customer, skuId, qty }) => takeLatest(sold.get(`${customer}/${skuId}`) ?? [], qty));
    if (origins.some(isRefused)) {
      // What is not taken did not come back: another return may still find those pieces.
      for (const { lot, qty } of origins.flat()) if (!lot.refused) lot.qty += qty;
      return lines.map(({ row }, place) =>
        isRefused(origins[place] ?? []) ? { row, refusal: 'sale refused', free: null, needed: null } : incomplete(row),
      );
    }
    for (const [skuId, qty] of piecesOf(lines.filter((line) => counts(line.skuId, at))))
      free.set(skuId, (free.get(skuId) ?? 0) + qty);
    return [];
  };
  return (document) => {
    if (document.kind === 'sale') return sell(document);
    if (document.kind === 'return') return giveBack(document);
    remember(document.lines, false);
    return [];
  };
}

interface Taken {
  readonly lot: Lot;
  readonly qty: number;
}

const isRefused = (taken: readonly Taken[]): boolean => taken.some(({ lot }) => lot.refused);

const incomplete = (row: number): Unserved => ({ row, refusal: 'order incomplete', free: null, needed: null });

function piecesOf(lines: readonly StockLine[]): Map<number, number> {
  const pieces = new Map<number, number>();
  for (const { skuId, qty } of lines) pieces.set(skuId, (pieces.get(skuId) ?? 0) + qty);
  return pieces;
}

/** Takes pieces of the latest sales first; what no sale has came from nowhere that is known. */
function takeLatest(lots: readonly Lot[], wanted: number): Taken[] {
  const taken: Taken[] = [];
  let rest = wanted;
  for (let place = lots.length - 1; place >= 0 && rest > 0; place -= 1) {
    const lot = lots[place];
    const qty = Math.min(rest, lot?.qty ?? 0);
    if (!lot || qty === 0) continue;
    lot.qty -= qty;
    rest -= qty;
    taken.push({ lot, qty });
  }
  return taken;
}
