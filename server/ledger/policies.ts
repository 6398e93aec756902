import type { RawBuilder } from 'kysely';
import type { Tx } from '#server/database/transaction.ts';
import type { NewBatch } from './batches.ts';
import type { Differences } from './differences.ts';
import type { LateLeg } from './late-legs.ts';
import type { Negatives } from './negatives.ts';
import type { Leg, Source } from './posting.ts';

/** What the areas have to say about postings: each has its own rules, and `server/stock-policies.ts` names them all. */
export interface StockPolicies {
  readonly freezes: readonly Freeze[];
  readonly lateRows: readonly LateRows[];
  readonly origins: Origins;
  /**
   * The order in which the batches of a balance `b` of goods `s` leave, as a rule says it (out_order of domain.md §2), or null. Asked in
   * the statement that locks the balance, so that it holds for the whole transaction and costs no question of its own.
   */
  readonly outOrder: RawBuilder<number | null>;
  readonly negatives: Negatives;
  readonly differences: Differences;
}

/** Where stock is moved: a transaction, and the rules of the areas. */
export interface Books {
  readonly db: Tx;
  readonly policies: StockPolicies;
}

/** Goods that come into a warehouse and were not bought by the document that brings them. */
export interface Unbought {
  readonly source: Source;
  readonly location: number;
  readonly skuId: number;
  readonly imperfectType: number;
  readonly qty: number;
  readonly bizType: number;
  /** ISO time at which they came. */
  readonly at: string;
  /** Fen, where the document knows what one of them cost. */
  readonly unitCost: number | null;
}

/**
 * Where batches begin that no purchase made: gains, opening stock, what else came in (amendments G1). The area that keeps inbound
 * batches writes one for each document and gives its lines, in the order of what it was asked for.
 */
export interface Origins {
  give(
    tx: Tx,
    goods: readonly Unbought[],
    by: { readonly adminId: number; readonly opId: string },
  ): Promise<NewBatch[]>;
}

/** Whether goods may move now. */
export interface Freeze {
  /** The condition that a balance `b` of goods `s` is frozen for this document; what a document freezes itself does not stop it. */
  frozen(asking: Source | undefined): RawBuilder<boolean>;
  /** What is told of goods that it stops. */
  words(goods: string): string;
}

/**
 * What becomes of a row that turns up late. An area settles a key when one of its documents says what is true of it at an
 * instant; a row that happened by then and is posted afterwards is late, and only the area knows what follows from it. What is
 * settled stands in two columns of `stock_balance`, what a row has to do with it in columns of `stock_ledger`; both are made
 * by the area's migrations, carried by the ledger and understood by the area alone.
 */
export interface LateRows {
  /** Columns of a balance: the latest instant its key was settled for (timestamptz), and the id of the document that did (bigint). */
  readonly settled: { readonly at: string; readonly by: string };
  /** Columns of a row: ids of documents that settled its key (bigint). */
  readonly marks: readonly string[];
  /** All legs of a posting with what follows from its late ones, which are some of them and at least one. */
  judge(tx: Tx, posting: { legs: readonly Leg[]; late: readonly LateLeg[] }): Promise<Leg[]>;
}
