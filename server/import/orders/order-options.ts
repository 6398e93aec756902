/** How orders are imported, told by whoever imports them. */
export interface OrderOptions {
  /** The warehouse that sent the goods. */
  readonly warehouseId: number;
  /** The shop that sold them; without one they were sold on a platform. */
  readonly shopId: number | undefined;
  /** Time zone of the times in the sheet, an IANA name. Business days are those of Shanghai. */
  readonly zone: string;
  /** Codes that differ by letter case alone are one piece of goods. */
  readonly foldCase: boolean;
  /** Millionths of a yuan for a unit of the sheet's money. */
  readonly rate: number;
  /** Rows that cannot be read, goods that are unknown and orders that are short of stock stop the whole import. */
  readonly strict: boolean;
  /** What is added moves its pieces in the ledger; what the warehouse cannot serve is refused (decision 0026). */
  readonly postStock: boolean;
}

/** Does this machine know the time zone? */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
