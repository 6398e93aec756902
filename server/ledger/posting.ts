import type { Balance, Key } from './balances.ts';

/** One leg of a posting: goods that came to a location (delta > 0) or left it. */
export interface Leg {
  readonly location: number;
  readonly skuId: number;
  readonly imperfectType: number;
  readonly delta: number;
  /** biz_type of domain.md §2. */
  readonly bizType: number;
  /** When the goods moved; the posting's own time unless given. */
  readonly happenedAt?: string;
  readonly zone?: string | null;
  readonly lineId?: number | null;
  /** The posted count whose figure this leg keeps right. */
  readonly correctsCountOf?: number;
  /** The posted count that did not see this leg although it happened before its instant. */
  readonly unseenBy?: number | undefined;
}

/** Whose posting it is. */
export interface Source {
  readonly docType: string;
  readonly docId: number;
  readonly docNo: string;
}

export interface Posting {
  readonly source: Source;
  readonly legs: readonly Leg[];
  /** Where corrections of posted counts take from and give to. */
  readonly gainLoss: number;
  /** ISO time the goods moved; never in the future. */
  readonly happenedAt: string;
  readonly opId: string;
  readonly adminId: number;
  /** The balances of every key, where the caller has locked them already. */
  readonly locked?: Map<string, Balance>;
  /** Let go of this document's own locks first: its goods are leaving. */
  readonly releases?: boolean;
  /** The stocktake that posts its own differences: its freeze does not bind it, and its rows are not corrected. */
  readonly count?: { readonly stocktakingId: number; readonly points: readonly CountPoint[] };
}

/** A key that a posted stocktake counted, and the instant at which its figure is true. */
export interface CountPoint extends Key {
  readonly countedAt: string;
}
