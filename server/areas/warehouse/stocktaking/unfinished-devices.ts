import { type Kysely, sql } from 'kysely';

/** A device in somebody's hands that has not said its last word on a zone. */
interface UnfinishedDevice {
  /** Code and name of the zone. */
  zone: string;
  zone_name: string;
  /** The device and, in brackets, its person. */
  name: string;
}

/**
 * The devices that take part in a round of a sheet and have not handed in an open zone of it, zone by zone (amendments A).
 * A device of an earlier round that did not come back for this one is not among them.
 */
export async function unfinishedDevices(
  db: Kysely<unknown>,
  { id, round }: { id: number; round: number },
): Promise<UnfinishedDevice[]> {
  const { rows } = await sql<UnfinishedDevice>`
    select d.zone, z.name as zone_name, coalesce(d.device_name, left(d.device_id, 8)) || '（' || a.nickname || '）' as name
    from stocktaking_device d join stocktaking_zone z on z.stocktaking_id = d.stocktaking_id and z.round = d.round and z.code = d.zone
    join admin a on a.id = d.admin_id
    where d.stocktaking_id = ${id} and d.round = ${round} and z.closed_at is null and (d.finished_at is null or coalesce(d.unsent, 1) > 0)
    order by z.id, name`.execute(db);
  return rows;
}
