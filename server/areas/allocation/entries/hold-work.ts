import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { AllotEnd } from '#contract/areas/allocation/allot-entry.ts';
import { allotState, outState, side } from '#contract/areas/allocation/allot-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Source } from '#server/ledger/posting.ts';
import { type End, isAt, otherEnd } from '../sides.ts';
import { allotSource } from '../source-of.ts';

/** An allot as those who work on one end of it with tablets find it, held until their transaction ends. */
export interface Work {
  readonly id: number;
  readonly end: AllotEnd;
  readonly status: number;
  readonly sender: number;
  /** As the ledger names it. */
  readonly source: Source;
  readonly out: { readonly id: number; readonly status: number; readonly packed_at: string | null } | undefined;
}

/** What the two ends are called in the tables. */
export const sideOf = (end: AllotEnd): number => (end === 'out' ? side.sender : side.receiver);

/** The field of an allot that names the warehouse at an end. */
export const placeOf = (end: AllotEnd): End => (end === 'out' ? 'out_warehouse_id' : 'in_warehouse_id');

/** Holds an allot inside the caller's data scope, the sender's part after it; refuses whoever does not stand at this end. */
export async function holdWork(context: WriteContext, end: AllotEnd, id: number): Promise<Work> {
  const [found] = await lockRecords(context, allot, [id]);
  if (!found) throw new Refusal('notFound');
  if (!isAt(context.actor, found[placeOf(end)])) throw otherEnd(placeOf(end));
  const { rows } = await sql<NonNullable<Work['out']>>`
    select id, status, packed_at from allot_out where allot_id = ${id} for no key update`.execute(context.db);
  return {
    id,
    end,
    status: found.status,
    sender: found.out_warehouse_id,
    source: allotSource({ ...found, id }),
    out: rows[0],
  };
}

/** Why nothing is counted at this end (any more); undefined while it is. */
export function closedTo({ end, status, out }: Work): string | undefined {
  if (status === allotState.cancelled) return '调拨单已取消';
  if (end === 'out') {
    if (status === allotState.toSend && out && out.status !== outState.cancelled) return undefined;
    return status === allotState.waiting || status === allotState.rejected ? '调拨单尚未审核通过' : '调拨单已发货';
  }
  if (status === allotState.moving || status === allotState.arrived) return undefined;
  return status === allotState.finished || status === allotState.differing ? '调拨单已签收' : '调拨单还没有发货';
}
