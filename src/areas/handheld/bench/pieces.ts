import type { Operation } from '#src/local/index.ts';

/** What every deed with pieces says, whatever they are counted for: `add` counts some, `void` takes an `add` back, others are steps. */
export interface Pieces {
  kind: string;
  /** What was scanned or typed. */
  barcode: string;
  imperfect_type: number;
  qty: number;
  /** The goods as this device recognised them; null while nobody knows. */
  sku_id: number | null;
  voids?: string;
}

export type PiecesOperation<P extends Pieces = Pieces> = Operation<P>;
