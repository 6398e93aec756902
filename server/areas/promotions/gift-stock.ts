import { sql } from 'kysely';
import { z } from 'zod';
import { gift } from '#contract/areas/promotions/gift.ts';
import { type GiftReserved, giftReserve, giftReserveCall, giftStock } from '#contract/areas/promotions/gift-stock.ts';
import { giftLock } from '#contract/areas/promotions/promotion-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { writeAudit } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { checkReferences } from '#server/kit/references.ts';
import { serveDocument } from '#server/kit/serve-document.ts';
import { type Kit, serveEntity } from '#server/kit/serve-entity.ts';
import { lockBalances } from '#server/ledger/balances.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { lockStock, unlockStock } from '#server/ledger/lock-stock.ts';
import type { Source } from '#server/ledger/posting.ts';

/** Gifts, and what warehouses keep of them. */
export function serveGifts(kit: Kit): void {
  serveEntity(kit, gift);
  serveEntity(kit, giftStock);
  serveDocument(kit, giftReserve);
  const id = z.int().min(1);
  kit.registry.write(
    giftReserveCall,
    z.strictObject({
      gift_id: id,
      warehouse_id: id,
      qty: z
        .int()
        .min(-limits.quantity)
        .max(limits.quantity)
        .refine((qty) => qty !== 0, '数量不能为 0'),
    }),
    (context, asked) => changeReserve(kit, context, asked),
    giftReserve,
  );
}

interface Reserve {
  id: number;
  reserve_no: string;
  reserved_qty: number;
}

/** The document that keeps pieces of a gift, as the ledger knows it. */
export const reserveSource = ({ id, reserve_no }: Pick<Reserve, 'id' | 'reserve_no'>): Source => ({
  docType: giftReserve.name,
  docId: id,
  docNo: reserve_no,
});

/**
 * Keeps more pieces of a gift in a warehouse, or lets go of some. The balance is locked before the reservation: a gift that is sent has its
 * balance locked by its posting before the reservation hears of it.
 */
async function changeReserve(
  kit: Kit,
  context: WriteContext,
  asked: { gift_id: number; warehouse_id: number; qty: number },
): Promise<GiftReserved> {
  const { db, actor } = context;
  const { gift_id, warehouse_id, qty } = asked;
  // No save sets these fields, so they are checked only when said to be asked for.
  await checkReferences(db, actor, { fields: giftReserve.fields, records: [{ gift_id, warehouse_id }], asked: true });
  const { rows } = await sql<{ sku_id: number; name: string; status: number }>`
    select sku_id, name, status from gift where id = ${gift_id} for no key update`.execute(db);
  const given = rows[0];
  if (!given) throw new Refusal('notFound');
  if (qty > 0 && given.status !== 1) throw new Refusal('invalid', `赠品“${given.name}”已停用，不能预留`, 'gift_id');
  const key = { location: locationsOf(warehouse_id).warehouse, skuId: given.sku_id, imperfectType: 0 };
  const books = { db, policies: kit.policies };
  const balance = [...(await lockBalances(books, { keys: [key] })).values()][0];
  const free = (balance?.onHand ?? 0) - (balance?.locked ?? 0);
  if (qty > free && qty > 0)
    throw new Refusal('stockShort', `“${given.name}”在该仓可用 ${Math.max(0, free)} 件，不够预留 ${qty} 件`, 'qty');
  const reserve = await reserveOf(kit, context, asked);
  const source = reserveSource(reserve);
  if (qty > 0)
    await lockStock(books, {
      source,
      promised: [{ ...key, qty, lineId: reserve.id }],
      lockType: giftLock,
      reason: '赠品预留',
      adminId: actor.id,
    });
  else {
    await refuseBeyond(context, { ...asked, name: given.name });
    await unlockStock(books, source, context, [{ lineId: reserve.id, qty: -qty }]);
  }
  await sql`
    update gift_reserve set reserved_qty = reserved_qty + ${qty}, updated_by = ${actor.id}, updated_at = ${context.now.toISOString()}, version = version + 1
    where id = ${reserve.id}`.execute(db);
  await writeAudit(context, [
    {
      docType: giftReserve.name,
      docId: reserve.id,
      docNo: reserve.reserve_no,
      action: qty > 0 ? 'reserve' : 'release',
      label: qty > 0 ? '预留' : '释放',
      remark: `${Math.abs(qty)} 件`,
    },
  ]);
  return { gift_id, warehouse_id, reserved_qty: reserve.reserved_qty + qty };
}

async function reserveOf(
  kit: Kit,
  context: WriteContext,
  { gift_id, warehouse_id }: { gift_id: number; warehouse_id: number },
): Promise<Reserve> {
  const find = () =>
    sql<Reserve>`
      select id, reserve_no, reserved_qty from gift_reserve where gift_id = ${gift_id} and warehouse_id = ${warehouse_id} for update`.execute(
      context.db,
    );
  const [found] = (await find()).rows;
  if (found) return found;
  const { id, no } = await createDocument(kit, context, {
    definition: giftReserve,
    values: { gift_id, warehouse_id },
    label: '预留',
  });
  return { id, reserve_no: no ?? '', reserved_qty: 0 };
}

/** What orders were promised stays kept until they are sent. */
async function refuseBeyond(
  { db }: WriteContext,
  { gift_id, warehouse_id, qty, name }: { gift_id: number; warehouse_id: number; qty: number; name: string },
): Promise<void> {
  const { rows } = await sql<{ remain: number; promised: number }>`
    select remain_qty as remain, promised_qty as promised from gift_stock where gift_id = ${gift_id} and warehouse_id = ${warehouse_id}`.execute(
    db,
  );
  const { remain, promised } = rows[0] ?? { remain: 0, promised: 0 };
  if (-qty <= remain) return;
  const waiting = promised > 0 ? `（另有 ${promised} 件待发）` : '';
  throw new Refusal('invalid', `“${name}”在该仓只能释放 ${Math.max(0, remain)} 件${waiting}`, 'qty');
}
