import { type Kysely, type RawBuilder, sql } from 'kysely';
import { takeType } from '#contract/areas/warehouse/stocktaking.ts';

/** Which goods a sheet counts: those of `stocktaking_counted`, or everything where nothing limits it. */
export interface SheetScope {
  readonly id: number;
  readonly limited: boolean;
  /** It is taken by codes alone: what it counts of its goods is the pieces that have one. */
  readonly byCodes: boolean;
}

/** The scope of a sheet by its id. */
export async function readScope(db: Kysely<unknown>, sheetId: number): Promise<SheetScope> {
  const { rows } = await sql<SheetScope>`
    select id, scope_category_ids <> '{}' or scope_brand_ids <> '{}' or scope_sku_ids <> '{}' as limited, take_type = ${takeType.codes} as "byCodes" from stocktaking where id = ${sheetId}`.execute(
    db,
  );
  const [scope] = rows;
  if (!scope) throw new Error(`stocktaking ${sheetId} is not there`);
  return scope;
}

/** The condition that a row `s` of `sku` belongs to the scope. */
export function inScope({ id, limited }: SheetScope): RawBuilder<boolean> {
  return limited
    ? sql<boolean>`exists (select 1 from stocktaking_counted i where i.stocktaking_id = ${id} and i.sku_id = s.id)`
    : sql<boolean>`true`;
}

/**
 * Settles what a sheet counts, in one statement, so that the goods it knows and those it counts are of one instant: from now
 * on a style that is corrected or a branch of categories that moves takes no goods into the sheet and none out of it
 * (decision 0030). Nothing to do where neither categories nor brands limit it.
 */
export async function settleScope(db: Kysely<unknown>, sheetId: number): Promise<void> {
  await sql`
    with started as (
      select id from stocktaking where id = ${sheetId} and (scope_category_ids <> '{}' or scope_brand_ids <> '{}')
    ), known as (
      insert into stocktaking_scope (stocktaking_id, known_skus)
      select id, (select coalesce(range_agg(int8range(s.id, s.id, '[]')), '{}') from sku s) from started
    )
    insert into stocktaking_goods (stocktaking_id, sku_id)
    select c.stocktaking_id, c.sku_id from started join stocktaking_counted c on c.stocktaking_id = started.id`.execute(
    db,
  );
}
