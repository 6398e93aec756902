import type { Tx } from '#server/database/transaction.ts';
import type { Key } from './balances.ts';
import type { Source } from './posting.ts';

/** Why a posting may take more than is there: where a rule lets these goods, or always, since they were sold already (amendments B). */
export type OversellBasis = 'ruled' | 'sold';

/** Goods may go below nothing: by which rule, if by one, and what a piece costs until it is known, in fen. */
export interface Allowance {
  readonly rule: number | null;
  readonly tempCost: number;
}

/** Pieces that a leg took and that were not there. */
export interface Shortfall extends Key, Allowance {
  /** The document that took them. */
  readonly source: Source;
  readonly lineId: number | null;
  readonly bizType: number;
  /** ISO time they left. */
  readonly at: string;
  /** Pieces of the whole leg. */
  readonly out: number;
  readonly qty: number;
}

/** A case of pieces that were not there, as far as it is open; it is a document of its own. */
export interface OpenCase extends Key {
  readonly source: Source;
  readonly open: number;
  readonly tempCost: number;
}

/** Pieces of one batch that take the place of pieces of a case. */
export interface OffsetPart {
  readonly of: OpenCase;
  readonly origin: number;
  readonly supplierId: number | null;
  readonly coModel: number | null;
  readonly qty: number;
  /** What the pieces of the batch cost together, in fen. */
  readonly cost: number;
}

/** Who offsets and when (ISO); the document whose posting brought the pieces, where one did. */
export interface OffsetBy {
  readonly opId: string;
  readonly adminId: number;
  readonly at: string;
  readonly source?: Source | undefined;
}

/**
 * What the area that keeps cases of negative stock has to say. The ledger moves pieces, cost and `open_negative` of the balances; the
 * area says who may go below nothing and writes the cases. All under the locks of the balances.
 */
export interface Negatives {
  /** Which of these keys, which are warehouses' own, may go below nothing, by `keyOf`; the others may not. */
  allow(tx: Tx, keys: readonly Key[], oversell: OversellBasis): Promise<ReadonlyMap<string, Allowance>>;
  /** Writes a case for each. */
  open(tx: Tx, shortfalls: readonly Shortfall[], by: OffsetBy): Promise<void>;
  /** The open cases of these keys, the oldest first. */
  waiting(tx: Tx, keys: readonly Key[]): Promise<OpenCase[]>;
  /** Are cases offset by themselves as pieces come in or are let go? */
  automatic(tx: Tx): Promise<boolean>;
  /** Writes down which pieces took the place of which. */
  offset(tx: Tx, parts: readonly OffsetPart[], by: OffsetBy): Promise<void>;
  /** Writes down that pieces of cases came back before anything took their place. */
  giveBack(tx: Tx, given: readonly { of: OpenCase; qty: number }[], by: OffsetBy): Promise<void>;
}
