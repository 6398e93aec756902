import type { Tx } from '#server/database/transaction.ts';
import { type Counterparty, counterparties } from './locations.ts';
import type { Books } from './policies.ts';
import type { Posting } from './posting.ts';
import type { Row } from './write-posting.ts';

/** Pieces of one batch that came to a real place from another party (more than nothing) or left it for one. Cost in fen, in the direction of the pieces. */
export interface Difference extends Row {
  readonly party: Counterparty;
  readonly supplierId: number | null;
  readonly coModel: number | null;
}

/** A row with the batch it is of, and the location of the leg that answers it. */
export interface PairedRow {
  readonly row: Row;
  readonly other: number;
  readonly supplierId: number | null;
  readonly coModel: number | null;
}

/** Hears of what came and left without having been bought, sold or sent back. */
export interface Differences {
  /** biz_types whose documents tell themselves what their pieces were worth. */
  readonly told: ReadonlySet<number>;
  /** `untold`: of as many documents as there are, which are not told of one by one. */
  tell(
    tx: Tx,
    differences: readonly Difference[],
    by: { readonly opId: string; readonly adminId: number; readonly untold?: boolean },
  ): Promise<void>;
}

const parties = new Map<number, Counterparty>(
  Object.entries(counterparties).map(([name, location]) => [location, name as Counterparty]),
);

/** Tells what of a posting no document tells: whatever a row of the ledger is of, its worth is heard of once. */
export async function tellDifferences(
  { db, policies }: Books,
  posting: Posting,
  rows: readonly PairedRow[],
): Promise<void> {
  const differences = rows.flatMap(({ row, other, supplierId, coModel }): Difference[] => {
    const party = parties.get(other);
    if (
      party === undefined ||
      parties.has(row.location) ||
      (!posting.untold && policies.differences.told.has(row.bizType))
    )
      return [];
    return [{ ...row, party, supplierId, coModel }];
  });
  if (differences.length > 0) await policies.differences.tell(db, differences, posting);
}
