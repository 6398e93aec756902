import { sql } from 'kysely';
import { Refusal } from '#contract/kit/errors.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { Known, KnownStyle } from './known-goods.ts';

/** Goods as they are now and stay until the transaction ends. */
export interface HeldGoods {
  /** A style as it is now; one that is not held as it was read. */
  style<T extends KnownStyle>(read: T): T;
  /** A SKU as it and its style are now; one that is not held as both were read. */
  sku(read: Known): Known;
}

/** Of what is not held yet there is only what was read. */
export const asRead: HeldGoods = { style: (read) => read, sku: (read) => read };

/**
 * Holds SKUs, then styles, and reads what a person may have saved since they were read for an import, whose file may take
 * minutes in between. Only what the import is about to change is held: everybody else's goods stay free.
 */
export async function holdGoods(
  tx: Tx,
  { skuIds, spuIds }: { skuIds: readonly number[]; spuIds: readonly number[] },
): Promise<HeldGoods> {
  const { rows: skus } = await sql<{ id: number; tag_price: number }>`
    select id, tag_price from sku where id = any(${skuIds}) order by id for no key update`.execute(tx);
  const { rows: styles } = await sql<{ id: number; name: string; tag_price: number }>`
    select id, name, tag_price from spu where id = any(${spuIds}) order by id for no key update`.execute(tx);
  const priceOf = new Map(skus.map(({ id, tag_price }) => [id, tag_price]));
  const styleOf = new Map(styles.map((row) => [row.id, { name: row.name, spuPrice: row.tag_price }]));
  const style = <T extends KnownStyle>(read: T): T => ({ ...read, ...styleOf.get(read.spuId) });
  return {
    style,
    sku: (read) => {
      const skuPrice = priceOf.get(read.skuId);
      return skuPrice === undefined ? read : { ...style(read), skuPrice };
    },
  };
}

/**
 * Holds styles that get new SKUs, which repeat what they say: whoever edits one meanwhile waits, then finds the SKUs. Answers
 * their prices by id. Only FOR SHARE: a person who edits a SKU holds it before its style, as `holdGoods` does. Refuses with
 * `invalid` where a style's sizes are not those any more that its rows were judged by.
 */
export async function holdStyles(
  tx: Tx,
  styles: readonly (KnownStyle & { readonly sizeTypeId: number | null })[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<{ id: number; name: string; tag_price: number; size_type_id: number | null }>`
    select id, name, tag_price, size_type_id from spu where id = any(${styles.map(({ spuId }) => spuId)}) order by id for share`.execute(
    tx,
  );
  const read = new Map(styles.map(({ spuId, sizeTypeId }) => [spuId, sizeTypeId]));
  const other = rows.find(({ id, size_type_id }) => size_type_id !== read.get(id));
  if (other) throw new Refusal('invalid', `商品“${other.name}”的尺码组已被更换，请重新导入`);
  return new Map(rows.map(({ id, tag_price }) => [id, tag_price]));
}
