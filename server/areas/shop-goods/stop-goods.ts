import { sql } from 'kysely';
import { shelved, shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';

interface Taken {
  readonly id: number;
  readonly goods_no: string;
  readonly shelf: number;
  readonly online: number | null;
}

/** What is sold no more leaves every shelf, in all shops (domain.md §4.1 停用). */
export async function stopGoods(
  context: WriteContext,
  { spu_ids = [], sku_ids = [] }: { spu_ids?: number[]; sku_ids?: number[] },
): Promise<void> {
  const { db, actor, now } = context;
  // All of them are locked, on a shelf or not: whoever is putting one there is waited for, and seen by the statement that follows.
  const { rows: locked } = await sql<{ id: number }>`
    select g.id from shop_goods g where g.sku_id in (
      select k.id from sku k where k.spu_id = any(${arrayOf('bigint', spu_ids)}) or k.id = any(${arrayOf('bigint', sku_ids)}))
    order by g.id for no key update`.execute(db);
  if (locked.length === 0) return;
  const { rows } = await sql<Taken>`
    update shop_goods g set shelf_status = ${shelved.off}, online_shelf_status = case when g.is_online then ${shelved.off}::smallint end,
      version = g.version + 1, updated_by = ${actor.id}, updated_at = ${now.toISOString()}
    from shop_goods o
    where o.id = g.id and g.id = any(${arrayOf(
      'bigint',
      locked.map(({ id }) => id),
    )}) and (g.shelf_status = ${shelved.on} or g.online_shelf_status = ${shelved.on})
    returning g.id, g.goods_no, o.shelf_status as shelf, o.online_shelf_status as online`.execute(db);
  await writeAudit(
    context,
    rows.map(({ id, goods_no, shelf, online }) => ({
      docType: shopGoods.name,
      docId: id,
      docNo: goods_no,
      action: 'stop',
      label: '商品停用下架',
      changes: {
        ...(shelf === shelved.on ? { shelf_status: { before: shelf, after: shelved.off } } : {}),
        ...(online === shelved.on ? { online_shelf_status: { before: online, after: shelved.off } } : {}),
      },
    })),
  );
}
