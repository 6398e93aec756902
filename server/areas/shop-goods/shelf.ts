import { sql } from 'kysely';
import { type ShelfOrder, shelved, shopGoods } from '#contract/areas/shop-goods/shop-goods.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { arrayOf } from '#server/database/rows-of.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { lockRecords } from '#server/kit/read-record.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { EntityHooks } from '#server/kit/serve-entity.ts';

/** Goods of a shop one by one, and by the tool for many: nothing is put on a shelf that is not sold, or where nobody sells. */
export const shopGoodsHooks: EntityHooks<typeof shopGoods> = {
  async derive(context, values, before) {
    if (before && newlyOn(before, values)) await refuseUnsold(context, [before.id]);
    return {};
  },
};

const newlyOn = (before: Values, after: Values): boolean =>
  (['shelf_status', 'online_shelf_status'] as const).some(
    (name) => after[name] === shelved.on && before[name] !== shelved.on,
  );

/** Puts goods on shelves and takes them off, all or none. */
export async function moveShelf(
  context: WriteContext,
  { ids, shelf_status, is_online, online_shelf_status }: ShelfOrder,
): Promise<{ count: number }> {
  const unique = [...new Set(ids)];
  const records = await lockRecords(context, shopGoods, unique);
  if (records.length !== unique.length) throw new Refusal('notFound');
  const moves = records.flatMap((before) => {
    const online = is_online === undefined ? before.is_online : is_online === 1;
    const after = {
      shelf_status: shelf_status ?? before.shelf_status,
      is_online: online,
      online_shelf_status: online ? (online_shelf_status ?? before.online_shelf_status ?? shelved.off) : null,
    };
    if (!online && online_shelf_status !== undefined)
      throw new Refusal('invalid', `${String(before.goods_no)} 不在线上销售，没有线上上下架`, 'online_shelf_status');
    const changed = changesOf(before, after);
    return Object.keys(changed).length === 0 ? [] : [{ before, after, changed }];
  });
  if (moves.length === 0) return { count: 0 };
  const rising = moves.filter(({ before, after }) => newlyOn(before, after)).map(({ before }) => before.id);
  await refuseUnsold(context, rising);
  await sql`
    update shop_goods g set shelf_status = e.shelf_status, is_online = e.is_online, online_shelf_status = e.online_shelf_status,
      version = g.version + 1, updated_by = ${context.actor.id}, updated_at = ${context.now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(moves.map(({ before, after }) => ({ id: before.id, ...after })))}::jsonb)
      as e (id bigint, shelf_status smallint, is_online boolean, online_shelf_status smallint) where g.id = e.id`.execute(
    context.db,
  );
  await writeAudit(
    context,
    moves.map(({ before, changed }) => ({
      docType: shopGoods.name,
      docId: before.id,
      docNo: String(before.goods_no),
      action: 'shelf',
      label: '上下架',
      changes: changed,
    })),
  );
  return { count: moves.length };
}

function changesOf(before: Values, after: Values): Record<string, { before: unknown; after: unknown }> {
  const names = Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null));
  return Object.fromEntries(names.map((name) => [name, { before: before[name] ?? null, after: after[name] ?? null }]));
}

// Read under the lock of the goods: whoever switches a style off locks all its goods before it takes them down (`stop-goods.ts`).
async function refuseUnsold({ db }: WriteContext, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ sku_no: string; shop: string; why: string }>`
    select k.sku_no, s.name as shop, case when s.status <> 1 then '门店未营业' when p.status <> 1 then '商品未启用' else '货品已停用' end as why
    from shop_goods g join sku k on k.id = g.sku_id join spu p on p.id = k.spu_id join shop s on s.id = g.shop_id
    where g.id = any(${arrayOf('bigint', ids)}) and (s.status <> 1 or p.status <> 1 or k.status <> 1) order by g.id limit 1`.execute(
    db,
  );
  const [found] = rows;
  if (found) throw new Refusal('illegalTransition', `${found.shop}的 ${found.sku_no} 不能上架：${found.why}`);
}
