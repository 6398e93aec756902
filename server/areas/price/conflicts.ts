import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { PriceConflict } from '#contract/areas/price/price-calls.ts';
import { priceSheetState, rowOfType } from '#contract/areas/price/price-enums.ts';
import { priceSheet } from '#contract/areas/price/price-sheet.ts';
import { stateWords } from '#contract/kit/transition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import { type Placed, placeName, placesOf } from './places.ts';

/** A sheet, or the thought of one. */
export interface Planned extends Placed {
  readonly id?: number | undefined;
  readonly price_type: number;
  readonly effective_at: string;
  readonly expire_at?: string | null | undefined;
}

/** States of a sheet that is being judged or waits for its time. */
const open = [
  priceSheetState.department,
  priceSheetState.finance,
  priceSheetState.district,
  priceSheetState.commodity,
  priceSheetState.ready,
];

/**
 * Sheets that stand in the way of a planned one, by goods: the same goods at the same place in the same row of prices at
 * overlapping times. One in force stands in the way only while it has an end: prices without an end are ended by the next.
 * A sheet that the caller does not see stands in the way all the same, without its number.
 */
export async function conflictsOf(
  { db, actor }: { readonly db: Kysely<unknown>; readonly actor: Actor },
  planned: Planned,
  skuIds: readonly number[],
): Promise<Map<number, PriceConflict>> {
  const places = placesOf(planned);
  if (places.length === 0 || skuIds.length === 0) return new Map();
  const { rows } = await sql<PriceConflict & { sku_id: number }>`
    select distinct on (l.sku_id) l.sku_id, s.id as sheet_id, case when ${isVisible(priceSheet, actor, 's')} then s.price_no end as price_no, s.status, s.effective_at, s.expire_at, p.scope_type, ${placeName('p')} as scope_name
    from price_sheet s join price_sheet_line l on l.price_sheet_id = s.id
      join jsonb_to_recordset(${JSON.stringify(places)}::jsonb) as p (scope_type smallint, scope_value text) on ${isAt('s', 'p')}
    where l.sku_id = any(${[...skuIds]}::bigint[]) and s.id <> ${planned.id ?? 0}
      and s.price_type = any(${[...rowOfType(planned.price_type)]}::smallint[])
      and (s.status = any(${open}::smallint[]) or (s.status = ${priceSheetState.inForce} and s.expire_at is not null))
      and s.effective_at < coalesce(${planned.expire_at ?? null}::timestamptz, 'infinity')
      and coalesce(s.expire_at, 'infinity') > ${planned.effective_at}::timestamptz
    order by l.sku_id, s.id`.execute(db);
  return new Map(rows.map(({ sku_id, ...conflict }) => [sku_id, conflict]));
}

/** Is sheet `sheet` for place `place`? */
function isAt(sheet: string, place: string): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${sheet}.${name}`);
  const value = sql.ref(`${place}.scope_value`);
  return sql<boolean>`${column('scope_type')} = ${sql.ref(`${place}.scope_type`)} and (${column('scope_type')} = 1
    or (${column('scope_type')} = 2 and ${value} = any(${column('organize_ids')}::text[]))
    or (${column('scope_type')} = 3 and ${value} = any(${column('shop_ids')}::text[]))
    or (${column('scope_type')} = 4 and ${value} = ${column('sale_channel_value')}))`;
}

/** A conflict in words, for the line it belongs to. */
export function conflictWords({ price_no, status, scope_name }: PriceConflict): string {
  const state = stateWords(priceSheet.states, status);
  return `与${price_no === null ? '其他调价单' : `调价单 ${price_no}`}（${state}，${scope_name}）的时间重叠`;
}
