import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { spu } from '#contract/areas/goods/spu.ts';
import { allFields } from '#contract/kit/base-fields.ts';
import { columnsOf, titleColumn } from './columns.ts';

/** Columns of style `p`. */
export const ofStyle = columnsOf(allFields(spu), 'p');
/** Columns of piece `k`. */
export const ofPiece = columnsOf(allFields(sku), 'k');

/** What most sheets say of the goods of a row, over sku `k`, style `p`, colour `c`, size `z`, category `y` and brand `m`. */
export const goodsColumns = {
  number: ofPiece('sku_no'),
  barcode: ofPiece('main_barcode', '条码'),
  style: ofStyle('style_no', '货号'),
  name: ofStyle('name'),
  color: titleColumn(sku.fields.color_value_id, sql`c.value`),
  size: titleColumn(sku.fields.size_id, sql`z.name`),
  category: titleColumn('分类', sql`y.name`),
  brand: titleColumn(sku.fields.brand_id, sql`m.name`),
} as const;
