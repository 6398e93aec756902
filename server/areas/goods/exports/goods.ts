import { type RawBuilder, sql } from 'kysely';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { goodsExport } from '#contract/areas/goods/exports.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { supplier } from '#contract/areas/partners/supplier.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { type Asked, askedOf } from '#server/tasks/exports/asked.ts';
import { figureColumn, titleColumn } from '#server/tasks/exports/columns.ts';
import { goodsColumns, ofPiece, ofStyle } from '#server/tasks/exports/goods-columns.ts';
import { goodsConditions, kindConditions, productOfStyle } from '#server/tasks/exports/goods-conditions.ts';
import { joinGoods, joinTitle } from '#server/tasks/exports/joins.ts';
import type { ExportSource, SourceOf } from '#server/tasks/exports/source.ts';
import { joinPieces, joinPresentPrice, presentPrice } from './present-prices.ts';
import { soldOn } from './sold-on.ts';

const styles = 1;

/**
 * Goods by style or by piece (domain.md §9.2 goods). A channel that the payload asks for says what was sold there; the prices
 * are those of everywhere all the same (decision 0021).
 */
export const goodsSource: SourceOf = (payload, actor) => {
  const asked = askedOf(goodsExport, payload);
  return payload.export_type === styles ? stylesOf(asked, actor) : piecesOf(asked, actor);
};

function stylesOf(asked: Asked, actor: Actor): ExportSource {
  const scoped = scopeCondition(spu, actor, 'p');
  return {
    columns: [
      ofStyle('spu_no'),
      goodsColumns.style,
      goodsColumns.name,
      goodsColumns.category,
      goodsColumns.brand,
      ofStyle('season_name'),
      ofStyle('sex_name'),
      ofStyle('year'),
      ofStyle('tag_price'),
      presentPrice('n'),
      titleColumn('供应商', sql`v.name`),
      ofStyle('co_model'),
      figureColumn('SKU数', sql`n.skus`),
      ofStyle('status'),
      ofStyle('online_time'),
      ofStyle('created_at'),
    ],
    from: sql`spu as p${joinPieces}${kindTitles(actor, 'p')}${joinTitle(actor, supplier, 'v', sql`p.supplier_id`)}`,
    where: [
      ...(scoped ? [scoped] : []),
      ...kindConditions(asked, 'p'),
      ...productOfStyle(asked),
      ...soldOn(asked, actor).map((sold) => sql<boolean>`p.id in (select spu_id from sku where id in (${sold}))`),
      ...times(asked, 'p'),
    ],
    order: sql`p.id`,
  };
}

function piecesOf(asked: Asked, actor: Actor): ExportSource {
  const scoped = scopeCondition(sku, actor, 'k');
  return {
    columns: [
      goodsColumns.number,
      goodsColumns.barcode,
      ofStyle('spu_no'),
      goodsColumns.style,
      goodsColumns.name,
      goodsColumns.color,
      goodsColumns.size,
      goodsColumns.category,
      goodsColumns.brand,
      ofPiece('tag_price'),
      presentPrice('a'),
      ofPiece('status'),
      ofPiece('created_at'),
    ],
    from: sql`sku as k${joinGoods()}${kindTitles(actor, 'k')}${joinPresentPrice}`,
    where: [
      ...(scoped ? [scoped] : []),
      ...goodsConditions(asked),
      ...soldOn(asked, actor).map((sold) => sql<boolean>`k.id in (${sold})`),
      ...times(asked, 'k'),
    ],
    order: sql`k.id`,
  };
}

/** Category `y` and brand `m` of what stands under `alias`. */
function kindTitles(actor: Actor, alias: 'k' | 'p'): RawBuilder<unknown> {
  const [kind, make] = [sql.ref(`${alias}.category_id`), sql.ref(`${alias}.brand_id`)];
  return sql`${joinTitle(actor, category, 'y', kind)}${joinTitle(actor, brand, 'm', make)}`;
}

function times(asked: Asked, alias: 'k' | 'p'): RawBuilder<boolean>[] {
  return [
    ...asked.during(sql`p.online_time`, 'online_start_time', 'online_end_time'),
    ...asked.during(sql.ref(`${alias}.created_at`), 'create_start_time', 'create_end_time'),
  ];
}
