/** What one line of an adjustment is about: fen, untaxed, of one piece; pieces of the batch that came in and went back to the supplier. */
export interface Adjusting {
  readonly old_cost: number;
  readonly new_cost: number;
  readonly in_qty: number;
  readonly returned_qty: number;
  readonly tax_rate_bp: number;
}

/** What stands of it, and by how much that costs more. Fen. */
export interface OpenAmounts {
  readonly onhand: number;
  readonly transit: number;
}

/** How the difference of a line is split. Fen, untaxed but for `settle_amount`. */
export interface Split {
  readonly onhand_amount: number;
  readonly transit_amount: number;
  readonly sold_amount: number;
  /** What the supplier is owed more, tax included; 0 where it is no matter of his. */
  readonly settle_amount: number;
}

/** The price of one piece with its tax, rounded half away from zero to the fen (domain.md §1.2). */
export function taxed(untaxed: number, rateBp: number): number {
  const whole = Math.floor((Math.abs(untaxed) * (10_000 + rateBp)) / 10_000 + 0.5);
  return untaxed < 0 ? -whole : whole;
}

/** What all pieces that are the company's cost more, those that are gone among them (P12). */
export const wholeOf = ({ old_cost, new_cost, in_qty, returned_qty }: Adjusting): number =>
  (new_cost - old_cost) * (in_qty - returned_qty);

interface Splitting {
  readonly stands: OpenAmounts;
  /** The whole of it; what is not here is the sold part, and with it what rounding left (amendments G6). */
  readonly whole: number;
  readonly toSupplier: boolean;
}

/** Splits a line (P12): what is here, what is on its way, what is gone; and what the supplier is owed for it, by the piece. */
export function splitOf(line: Adjusting, { stands, whole, toSupplier }: Splitting): Split {
  const { onhand, transit } = stands;
  const each = taxed(line.new_cost - line.old_cost, line.tax_rate_bp);
  return {
    onhand_amount: onhand,
    transit_amount: transit,
    sold_amount: whole - onhand - transit,
    settle_amount: toSupplier ? each * (line.in_qty - line.returned_qty) : 0,
  };
}
