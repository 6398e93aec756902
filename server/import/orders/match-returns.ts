/** A line of an order from which goods may have come back. */
export interface Sold {
  readonly at: string;
  readonly orderId: number;
  readonly itemId: number;
  /** Pieces and money in fen that have not come back yet. */
  readonly qty: number;
  readonly amount: number;
}

/** A line of a return. */
export interface Returned {
  readonly at: string;
  readonly row: number;
  readonly qty: number;
  /** Fen for a piece. */
  readonly fen: number;
}

/** Pieces of one return that came from one line of an order, or from none that is known. */
export interface Match {
  readonly row: number;
  readonly orderId: number | null;
  readonly itemId: number | null;
  readonly qty: number;
}

/**
 * Finds the orders of the returns of one customer and one SKU: each piece comes from the latest order before it that still
 * has one. No line gives back more pieces or more money than it took; what is left over has no known order. Pieces are kept.
 */
export function matchReturns(sold: readonly Sold[], returned: readonly Returned[]): Match[] {
  const lines = [...sold].sort(byTime).map((line) => ({ line, qty: line.qty, amount: line.amount }));
  return [...returned].sort(byTime).flatMap((back) => {
    const matches: Match[] = [];
    let rest = back.qty;
    for (let place = lines.length - 1; place >= 0 && rest > 0; place -= 1) {
      const from = lines[place];
      if (!from || from.line.at > back.at) continue;
      const qty = Math.min(rest, from.qty, Math.floor(from.amount / back.fen));
      if (qty <= 0) continue;
      from.qty -= qty;
      from.amount -= qty * back.fen;
      rest -= qty;
      matches.push({ row: back.row, orderId: from.line.orderId, itemId: from.line.itemId, qty });
    }
    return rest > 0 ? [...matches, { row: back.row, orderId: null, itemId: null, qty: rest }] : matches;
  });
}

// Times are ISO texts of one form, which compare as texts; the sort is stable.
function byTime(one: { at: string }, other: { at: string }): number {
  return one.at < other.at ? -1 : one.at > other.at ? 1 : 0;
}
