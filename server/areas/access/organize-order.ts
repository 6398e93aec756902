import { type Kysely, sql } from 'kysely';

/**
 * Puts an organisation at its `order` among its siblings, counted from 1 without itself, and numbers them all anew
 * without gaps, so that every later place means what it says; 0 is the last place. One statement, under the access lock.
 */
export async function takePlace(db: Kysely<unknown>, id: number): Promise<void> {
  await sql`
    with moving as (
      select id, parent_id, "order" as wanted from organize where id = ${id}
    ), others as (
      select o.id, row_number() over (order by o."order", o.id) as place
      from organize o, moving where o.parent_id is not distinct from moving.parent_id and o.id <> moving.id
    ), target as (
      select moving.id, case when wanted < 1 then (select count(*) from others) + 1
        else least(wanted, (select count(*) from others) + 1) end as place from moving
    ), placed as (
      select others.id, others.place + case when others.place >= target.place then 1 else 0 end as place from others, target
      union all select id, place from target
    )
    update organize o set "order" = placed.place from placed where o.id = placed.id and o."order" is distinct from placed.place`.execute(
    db,
  );
}
