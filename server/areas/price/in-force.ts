import { type Kysely, type RawBuilder, sql } from 'kysely';
import { pricesChanged } from '#contract/areas/price/price-calls.ts';
import { rowOfType } from '#contract/areas/price/price-enums.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { LockedDocument, Step } from '#server/kit/step.ts';
import { askedAt, priceAt } from '#server/terms/resolve-price.ts';
import { type Place, placeName, placesOf } from './places.ts';

interface Changing {
  readonly db: Kysely<unknown>;
  readonly document: LockedDocument<typeof priceSheet>;
  readonly places: readonly Place[];
  readonly at: string;
}

/**
 * Brings the prices of a sheet into force: at each of its places each of its goods gets a price from then on, and what had no end in
 * the same row of prices ends there. From its own time or from its approval, whichever came last: nobody was told a price that
 * had not been approved. Written as sets, whatever the number of goods and places.
 */
export async function comeIntoForce({ registry }: Kit, step: Step<typeof priceSheet>): Promise<Values> {
  const { context, document } = step;
  const times = [document.effective_at, document.approved_at].map((time) => Date.parse(String(time)));
  const at = new Date(Math.max(...times.filter((time) => !Number.isNaN(time)))).toISOString();
  const changing: Changing = { db: context.db, document, places: placesOf(document), at };
  const row = [...rowOfType(document.price_type)];
  await holdGoods(changing);
  await refuseOverlap(changing, row);
  const before = await presentPrices(changing, sql`${at}::timestamptz`);
  const ended = await sql<{ sheet_id: number | null }>`
    with never as (
      -- What began at this very instant has never held: the later sheet is the one that begins.
      delete from sale_price p using ${cells(changing)}
      where ${sameCell} and p.price_type = any(${row}::smallint[]) and p.expire_at is null and p.effective_at = ${at} returning p.sheet_id
    ), ended as (
      update sale_price p set expire_at = ${at}, version = version + 1, updated_at = ${context.now.toISOString()}, updated_by = ${context.actor.id}
      from ${cells(changing)} where ${sameCell} and p.price_type = any(${row}::smallint[]) and p.expire_at is null and p.effective_at < ${at}
      returning p.sheet_id
    )
    select sheet_id from never union all select sheet_id from ended`.execute(context.db);
  await sql`
    insert into sale_price (sku_id, scope_type, scope_value, price_type, price, effective_at, expire_at, sheet_id, created_by, updated_by)
    select c.sku_id, c.scope_type, c.scope_value, ${document.price_type}, c.new_price, ${at},
      -- What is planned after it stays: an older company may know prices of days to come.
      least(${document.expire_at}::timestamptz, (select min(p.effective_at) from sale_price p where ${sameCell} and p.price_type = any(${row}::smallint[]) and p.effective_at > ${at})),
      ${document.id}, ${context.actor.id}, ${context.actor.id}
    from ${cells(changing)}`.execute(context.db);
  await writeRecords(step, changing, before);
  await endSuperseded({ registry }, step, ended.rows);
  await tell({ registry }, step, changing, 'inForce');
  return { in_force_at: at };
}

/** The prices of a sheet are over by the clock: what holds instead is written down. */
export async function endPrices({ registry }: Pick<Kit, 'registry'>, step: Step<typeof priceSheet>): Promise<Values> {
  const { context, document } = step;
  const at = document.expire_at ?? context.now.toISOString();
  const changing: Changing = { db: context.db, document, places: placesOf(document), at };
  await holdGoods(changing);
  // Prices without an end are ended by the sheet that follows, which has written what holds instead.
  if (document.expire_at !== null) await writeRecords(step, changing, await pricesUntil(changing));
  await tell({ registry }, step, changing, 'ended');
  return {};
}

/** The prices of a sheet are taken back: they end now, and what they had stood before holds again. */
export async function takeBackPrices(
  { registry }: Pick<Kit, 'registry'>,
  step: Step<typeof priceSheet>,
): Promise<Values> {
  const { context, document } = step;
  const at = context.now.toISOString();
  const changing: Changing = { db: context.db, document, places: placesOf(document), at };
  await holdGoods(changing);
  await sql`
    update sale_price set expire_at = ${at}, version = version + 1, updated_at = ${at}, updated_by = ${context.actor.id}
    where sheet_id = ${document.id} and effective_at < ${at} and (expire_at is null or expire_at > ${at})`.execute(
    context.db,
  );
  await writeRecords(step, changing, await pricesUntil(changing));
  await tell({ registry }, step, changing, 'cancelled');
  return {};
}

/** Each goods of the sheet at each of its places, as `c`. */
function cells({ document, places }: Changing): RawBuilder<unknown> {
  return sql`(
    select l.sku_id, l.new_price, t.scope_type, t.scope_value
    from price_sheet_line l cross join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as t (scope_type smallint, scope_value text)
    where l.price_sheet_id = ${document.id}) as c`;
}

const sameCell = sql<boolean>`p.sku_id = c.sku_id and p.scope_type = c.scope_type and p.scope_value = c.scope_value`;

/** The one order of locks for prices: the goods, by id. */
async function holdGoods({ db, document }: Changing): Promise<void> {
  await sql`select 1 from sku where id in (select sku_id from price_sheet_line where price_sheet_id = ${document.id}) order by id for no key update`.execute(
    db,
  );
}

// Sheets are kept from overlapping when they are submitted and approved; if one does all the same, nothing is brought into force.
async function refuseOverlap(changing: Changing, row: number[]): Promise<void> {
  const { db, at, document } = changing;
  const { rows } = await sql<{ sku_no: string }>`
    select k.sku_no from ${cells(changing)} join sale_price p on ${sameCell} join sku k on k.id = c.sku_id
    where p.price_type = any(${row}::smallint[]) and p.expire_at > ${at} and p.effective_at < coalesce(${document.expire_at}::timestamptz, 'infinity')
      and p.effective_at <= ${at} order by k.sku_no limit 1`.execute(db);
  if (rows[0]) throw new Refusal('illegalTransition', `货品 ${rows[0].sku_no} 在同一范围已有未到期的售价`);
}

type Before = readonly { sku_id: number; scope_type: number; scope_value: string; price: number }[];

async function presentPrices(changing: Changing, at: RawBuilder<unknown>): Promise<Before> {
  const { rows } = await sql<Before[number]>`
    select c.sku_id, c.scope_type, c.scope_value, ${priceAt(askedAt('c', sql`c.sku_id`, at), sql`k.tag_price`)} as price
    from ${cells(changing)} join sku k on k.id = c.sku_id`.execute(changing.db);
  return rows;
}

/** What the sheet's own prices were, of those that end at this instant. */
async function pricesUntil({ db, document, at }: Changing): Promise<Before> {
  const { rows } = await sql<Before[number]>`
    select sku_id, scope_type, scope_value, price from sale_price where sheet_id = ${document.id} and expire_at = ${at}`.execute(
    db,
  );
  return rows;
}

/** One record for each cell whose price is another one now. */
async function writeRecords({ context }: Step<typeof priceSheet>, changing: Changing, before: Before): Promise<void> {
  if (before.length === 0) return;
  const { document, at } = changing;
  await sql`
    insert into price_record (sku_id, scope_type, scope_value, scope_name, old_price, new_price, price_no, at, admin_id)
    select n.sku_id, n.scope_type, n.scope_value, ${placeName('n')}, n.price, n.now, ${document.price_no}, ${at}, ${context.actor.id}
    from (
      select b.*, ${priceAt(askedAt('b', sql`b.sku_id`, sql`${at}::timestamptz`), sql`k.tag_price`)} as now
      from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) as b (sku_id bigint, scope_type smallint, scope_value text, price bigint)
      join sku k on k.id = b.sku_id) as n
    where n.now <> n.price order by n.sku_id, n.scope_type, n.scope_value`.execute(changing.db);
}

/** A sheet of which nothing holds any more is over. */
async function endSuperseded(
  { registry }: Pick<Kit, 'registry'>,
  { context, document }: Step<typeof priceSheet>,
  ended: readonly { sheet_id: number | null }[],
): Promise<void> {
  const ids = [...new Set(ended.flatMap(({ sheet_id }) => sheet_id ?? []))];
  if (ids.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select s.id from price_sheet s where s.id = any(${ids}::bigint[]) and s.status = 6
      and not exists (select 1 from sale_price p where p.sheet_id = s.id and (p.expire_at is null or p.expire_at > ${context.now.toISOString()}::timestamptz))
    order by s.id`.execute(context.db);
  for (const { id } of rows)
    await runTransition(registry, context, {
      definition: priceSheet,
      name: 'end',
      id,
      remark: `被调价单 ${document.price_no} 取代`,
    });
}

async function tell(
  { registry }: Pick<Kit, 'registry'>,
  { context, document, lines }: Step<typeof priceSheet>,
  { places, at }: Changing,
  why: 'inForce' | 'ended' | 'cancelled',
): Promise<void> {
  await registry.events.emit(context, pricesChanged, {
    sheet_id: document.id,
    price_no: document.price_no,
    at,
    why,
    scope_type: document.scope_type,
    scope_values: places.map(({ scope_value }) => scope_value),
    sku_ids: (await lines()).map(({ sku_id }) => sku_id),
  });
}
