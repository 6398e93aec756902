import { type RawBuilder, sql } from 'kysely';
import { barcodeSpellings } from '#contract/kit/barcode-spellings.ts';
import { type Asked, isAmong } from './asked.ts';

type Condition = RawBuilder<boolean>;

/** product_type of domain.md §2, by name. */
const productType = { sku: 1, spu: 2, barcode: 3 } as const;

/** What a payload asks of the goods of a row, over sku `k` and spu `p`. */
export function goodsConditions(asked: Asked): Condition[] {
  return [...kindConditions(asked, 'k'), ...productConditions(asked)];
}

/** Category and brand of rows that carry both under `alias`. A category means everything below it as well. */
export function kindConditions(asked: Asked, alias: 'k' | 'p'): Condition[] {
  const categories = asked.values<number>('category_ids');
  return [
    ...(categories ? [sql<boolean>`${sql.ref(`${alias}.category_id`)} in (${below(categories)})`] : []),
    ...asked.among(sql.ref(`${alias}.brand_id`), 'brand_ids', 'bigint'),
  ];
}

/** Codes that somebody pasted, over sku `k` and spu `p`. 全部 needs no codes, and those that came along are not looked at. */
function productConditions(asked: Asked): Condition[] {
  const codes = asked.values<string>('product_value');
  const type = asked.value<number>('product_type');
  if (!codes) return [];
  if (type === productType.sku) return [isAmong(sql`k.sku_no`, codes, 'text')];
  if (type === productType.spu) return [isAmong(sql`p.spu_no`, codes, 'text')];
  if (type === productType.barcode)
    return [
      sql<boolean>`k.id in (select sku_id from sku_barcode where ${isAmong(sql`barcode`, codes.flatMap(barcodeSpellings), 'text')})`,
    ];
  return [];
}

/** The same over spu `p` alone: a style is found by the codes of any of its pieces. */
export function productOfStyle(asked: Asked): Condition[] {
  const conditions = productConditions(asked);
  if (conditions.length === 0 || asked.value('product_type') === productType.spu) return conditions;
  return [sql<boolean>`p.id in (select k.spu_id from sku as k where ${sql.join(conditions, sql` and `)})`];
}

/** Ids of categories and of everything below them; a path holds the ids from the root. */
function below(ids: readonly number[]): RawBuilder<unknown> {
  return sql`select id from category where string_to_array(path, '/')::bigint[] && ${ids}::bigint[]`;
}
