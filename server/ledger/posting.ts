import type { Balance, Key } from './balances.ts';
import type { NewBatch } from './batches.ts';
import type { CodeMove } from './code-move.ts';
import type { OversellBasis } from './negatives.ts';
import type { LateRows } from './policies.ts';

/**
 * One leg of a posting: goods that came to a location (delta > 0) or left it. Legs come in pairs, one behind the other: what
 * leaves one place comes to the other, with its batches and their cost.
 */
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
  /** Of a leg by which goods leave a warehouse: the batch to take them from, by the line of the inbound batch it came in by. */
  readonly origin?: number | null;
  /** Of a leg by which goods come in from outside: the batch that they make. Goods that say nothing get one of their own (`Origins`). */
  readonly batch?: NewBatch;
  /** Of such goods: what one piece cost, in fen, where the document knows. */
  readonly unitCost?: number | null;
  /** Of a leg by which sold pieces come back that were not there when they were sold: the case they left open, which they close without a batch. Pieces with a code come back with a batch instead: they were there. */
  readonly takesBack?: number;
  /** What policies for late rows have to say of it, by their columns. */
  readonly marks?: Readonly<Record<string, number>>;
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
  /** Unique codes of pieces among them, which move with them. Pieces that have a code leave a place by it alone. */
  readonly codes?: readonly CodeMove[];
  /** ISO time the goods moved; never in the future. */
  readonly happenedAt: string;
  readonly opId: string;
  readonly adminId: number;
  /** The balances of every key, where the caller has locked them already; they follow what is posted, so several postings may share them. */
  readonly locked?: Map<string, Balance>;
  /** Let go of this document's own locks first, because its goods are leaving: of all of them, or line by line of as many as leave. */
  readonly releases?: boolean | 'lines';
  /** More may leave than is free: what is missing is a case of negative stock. Refused like any other where nothing is said. */
  readonly oversell?: OversellBasis;
  /** No document tells others what these pieces were worth, whatever they are: sales that are imported as history. */
  readonly untold?: boolean;
  /** The document whose posting it is settles these keys by it. */
  readonly settling?: Settling;
}

/** A document that settles keys: which policy judges what turns up late for them, the document's id, and its keys. */
export interface Settling {
  readonly policy: LateRows;
  readonly by: number;
  readonly points: readonly SettledPoint[];
}

/** A key and the ISO instant for which it is settled. */
export interface SettledPoint extends Key {
  readonly at: string;
}

/** Whose leg it is. */
export function sourceOf({ source }: Leg, posting: Posting): Source {
  const own = source ?? posting.source;
  if (!own) throw new Error('a leg of a posting names no document');
  return own;
}
