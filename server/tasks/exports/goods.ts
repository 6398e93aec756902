import { type RawBuilder, sql } from 'kysely';
import { brand } from '#contract/areas/goods/brand.ts';
import { category } from '#contract/areas/goods/category.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { taskType } from '#contract/areas/tasks/task.ts';
import type { Actor } from '#server/identity/actor.ts';
import { scopeCondition } from '#server/identity/data-scope.ts';
import { type Asked, askedOf } from './asked.ts';
import { figureColumn } from './columns.ts';
import { goodsColumns, ofPiece, ofStyle } from './goods-columns.ts';
import { goodsConditions, kindConditions, productOfStyle } from './goods-conditions.ts';
import { joinGoods, joinTitle } from './joins.ts';
import { soldOn } from './sold-on.ts';
import type { ExportSource, SourceOf } from './source.ts';

const styles = 1;

/** Goods by style or by piece (domain.md §9.2 goods). Present prices and the main supplier join with their issues. */
export const goodsSource: SourceOf = (payload, actor) => {
  const asked = askedOf(taskType.goods, payload);
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
      ofStyle('co_model'),
      figureColumn('SKU数', sql`coalesce(n.skus, 0)`),
      ofStyle('status'),
      ofStyle('online_time'),
      ofStyle('created_at'),
    ],
    from: sql`spu as p left join (select spu_id, count(*) as skus from sku group by spu_id) as n on n.spu_id = p.id${kindTitles(actor, 'p')}`,
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
      ofPiece('status'),
      ofPiece('created_at'),
    ],
    from: sql`sku as k${joinGoods()}${kindTitles(actor, 'k')}`,
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
