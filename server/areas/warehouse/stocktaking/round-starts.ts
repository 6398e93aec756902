import { type RawBuilder, sql } from 'kysely';

/** Milliseconds by which a device's clock may be wrong before its counts wait for a person. */
export const clockTolerance = 10 * 60_000;

/**
 * When each round of a sheet began, as far as is known, as a relation (round, at): the first at the start, a recount not
 * before the last closing of a zone in an earlier round.
 */
export function roundStarts(sheetId: number): RawBuilder<unknown> {
  return sql`
    select z.round, coalesce(max(max(z.closed_at)) over (order by z.round rows between unbounded preceding and 1 preceding), min(s.snapshot_at)) as at
    from stocktaking_zone z join stocktaking s on s.id = z.stocktaking_id where z.stocktaking_id = ${sheetId} group by z.round`;
}

/** The condition that a count `c` was made, by the clock of its device, before its round `b` began: nobody knows when it was made. */
export const isBeforeItsRound: RawBuilder<boolean> = sql<boolean>`(c.counted_at < b.at - ${clockTolerance}::bigint * interval '1 millisecond')`;
