import { sql } from 'kysely';
import { allotOut } from '#contract/areas/allocation/allot-out.ts';
import type { Tx } from '#server/database/transaction.ts';

/** What it is called. */
export const outLabel = allotOut.label;

/** The sender's part of an allot, as its steps look at it. */
export interface FoundOut {
  readonly id: number;
  readonly out_no: string;
  readonly status: number;
  readonly pick_qty: number;
  readonly carton_qty: number | null;
}

/** The sender's part of an allot that was passed, held: the allot stands before it in the order of locks. */
export async function outOf(db: Tx, allotId: number): Promise<FoundOut> {
  const { rows } = await sql<FoundOut>`
    select id, out_no, status, pick_qty, carton_qty from allot_out where allot_id = ${allotId} for no key update`.execute(
    db,
  );
  const [out] = rows;
  if (!out) throw new Error(`allot ${allotId} was passed and has nothing to pick by`);
  return out;
}
