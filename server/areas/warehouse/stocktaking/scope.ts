import { type Kysely, type RawBuilder, sql } from 'kysely';

/** What of the goods a sheet counts; empty lists do not limit. Categories stand for their whole subtree. */
export interface SheetScope {
  readonly category_ids: readonly number[];
  readonly brand_ids: readonly number[];
  readonly sku_ids: readonly number[];
}

/** The scope of a sheet's record. */
export function scopeOf(sheet: Record<string, unknown>): SheetScope {
  return {
    category_ids: sheet.scope_category_ids as number[],
    brand_ids: sheet.scope_brand_ids as number[],
    sku_ids: sheet.scope_sku_ids as number[],
  };
}

/** The scope of a sheet by its id. */
export async function readScope(db: Kysely<unknown>, sheetId: number): Promise<SheetScope> {
  const { rows } = await sql<
    Record<string, unknown>
  >`select scope_category_ids, scope_brand_ids, scope_sku_ids from stocktaking where id = ${sheetId}`.execute(db);
  const [sheet] = rows;
  if (!sheet) throw new Error(`stocktaking ${sheetId} is not there`);
  return scopeOf(sheet);
}

/** The condition that a row `s` of `sku` belongs to the scope. */
export function inScope(scope: SheetScope): RawBuilder<boolean> {
  const parts: RawBuilder<boolean>[] = [];
  if (scope.category_ids.length > 0) parts.push(sql<boolean>`s.category_id in (${subtree(scope.category_ids)})`);
  if (scope.brand_ids.length > 0) parts.push(sql<boolean>`s.brand_id = any(${scope.brand_ids})`);
  if (scope.sku_ids.length > 0) parts.push(sql<boolean>`s.id = any(${scope.sku_ids})`);
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

/** The ids of categories and everything below them. */
export function subtree(ids: readonly number[]): RawBuilder<unknown> {
  return sql`
    with recursive below as (
      select id from category where id = any(${ids}) union select c.id from category c join below b on c.parent_id = b.id
    ) select id from below`;
}
