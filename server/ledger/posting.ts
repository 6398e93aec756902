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
  /** The document that moved it; the posting's own unless given. */
  readonly source?: Source;
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

/** Pieces that move together: those of one document, or of several whose legs each name theirs. */
export interface Posting {
  /** Left out only where every leg names its own. */
  readonly source?: Source;
  readonly legs: readonly Leg[];
  /** Where corrections of posted counts take from and give to. */
  readonly gainLoss: number;
  /** ISO time the goods moved; never in the future. */
  readonly happenedAt: string;
  readonly opId: string;
  readonly adminId: number;
  /** The balances of every key, where the caller has locked them already; they follow what is posted, so several postings may share them. */
  readonly locked?: Map<string, Balance>;
  /** Let go of this document's own locks first: its goods are leaving. */
  readonly releases?: boolean;
  /** The stocktake that posts its own differences: its freeze does not bind it, and its own count is not corrected for them. */
  readonly count?: { readonly stocktakingId: number; readonly points: readonly CountPoint[] };
}

/** Whose leg it is. */
export function sourceOf({ source }: Leg, posting: Posting): Source {
  const own = source ?? posting.source;
  if (!own) throw new Error('a leg of a posting names no document');
  return own;
}

/** A key that a posted stocktake counted, and the instant at which its figure is true. */
export interface CountPoint extends Key {
  readonly countedAt: string;
}
