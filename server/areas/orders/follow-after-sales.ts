import { type RawBuilder, sql } from 'kysely';
import { order } from '#contract/areas/orders/order.ts';
import { orderState, payWay } from '#contract/areas/orders/order-enums.ts';
import {
  exchangeOrdered,
  orderRefunded,
  type ReturnedPieces,
  saleReturned,
} from '#contract/areas/orders/order-events.ts';
import { lockType } from '#contract/areas/warehouse/stock.ts';
import type { Tx } from '#server/database/transaction.ts';
import { createDocument } from '#server/kit/create-document.ts';
import { runTransition } from '#server/kit/run-transition.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { locationsOf } from '#server/ledger/locations.ts';
import { lockStock } from '#server/ledger/lock-stock.ts';
import { loweredBy } from '#server/terms/owed-back.ts';

/** What after-sales do to their order: pieces that came back, money that went back; all of it closes the order (domain.md §4.21). */
export function followAfterSales(kit: Kit): void {
  const { registry } = kit;
  makeExchanges(kit);
  registry.events.on(saleReturned, async ({ db, now }, { order_id, pieces }) => {
    await countReturned(db, pieces);
    await sql`update sale_order set updated_at = ${now.toISOString()} where id = ${order_id}`.execute(db);
  });
  registry.events.on(orderRefunded, async (context, refunded) => {
    const { order_id, amount, lines = [], full, refund_no, without_return } = refunded;
    if (without_return) await lower(context.db, await loweredBy(context.db, lines));
    await sql`
      update sale_order_item i set refund_amount = i.refund_amount + e.amount
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as e (item_id bigint, amount bigint) where i.id = e.item_id`.execute(
      context.db,
    );
    const { rows } = await sql<{ status: number }>`
      update sale_order set refund_amount = refund_amount + ${amount}, updated_at = ${context.now.toISOString()} where id = ${order_id} returning status`.execute(
      context.db,
    );
    // One that was cancelled before anything left stays cancelled.
    if (full && closable.includes(rows[0]?.status ?? 0))
      await runTransition(registry, context, { definition: order, name: 'refundAll', id: order_id, remark: refund_no });
  });
}

const closable: readonly number[] = [orderState.partlyShipped, orderState.shipped, orderState.finished];

/** What goods are exchanged for is an order like any other: its goods are held, and what the old ones were worth pays it at once (amendments C). */
function makeExchanges(kit: Kit): void {
  const { registry, policies } = kit;
  registry.events.on(exchangeOrdered, async (context, wanted) => {
    const { db, actor, now } = context;
    const { rows: goods } = await sql<{ id: number; tag_price: number }>`
      select id, tag_price from sku where id = any(${wanted.items.map(({ sku_id }) => sku_id)}::bigint[])`.execute(db);
    const tags = new Map(goods.map(({ id, tag_price }) => [id, tag_price]));
    const lines = wanted.items.map(({ sku_id, qty, amount }) => ({
      sku_id,
      qty,
      tag_price: tags.get(sku_id) ?? 0,
      sale_price: Math.floor(amount / qty),
      final_amount: amount,
    }));
    const tagged = lines.reduce((sum, line) => sum + line.tag_price * line.qty, 0);
    const { rows } = await sql<Record<string, unknown>>`
      select sale_channel_value, receiver, receiver_mobile, receiver_address from sale_order where id = ${wanted.order_id}`.execute(
      db,
    );
    const { source, sale_channel_type, shop_id, warehouse_id, user_id, business_date } = wanted;
    const { id, no } = await createDocument(kit, context, {
      definition: order,
      status: 1,
      values: {
        ...rows[0],
        source,
        sale_channel_type,
        shop_id,
        warehouse_id,
        user_id,
        business_date,
        source_order_no: wanted.service_no,
        ordered_at: now.toISOString(),
        goods_qty: lines.reduce((sum, { qty }) => sum + qty, 0),
        tag_amount: tagged,
        goods_amount: wanted.amount,
        payable_amount: wanted.amount,
        buyer_remark: `换货 ${wanted.service_no}`,
      },
      lines: lines,
      label: `换货 ${wanted.service_no}`,
    });
    const { rows: items } = await sql<{ id: number; sku_id: number; qty: number }>`
      select id, sku_id, qty from sale_order_item where sale_order_id = ${id} order by id`.execute(db);
    await lockStock(
      { db, policies },
      {
        source: { docType: order.name, docId: id, docNo: String(no) },
        promised: items.map((item) => ({
          location: locationsOf(warehouse_id).warehouse,
          skuId: item.sku_id,
          imperfectType: 0,
          qty: item.qty,
          lineId: item.id,
        })),
        lockType: lockType.order,
        reason: order.label,
        adminId: actor.id,
      },
    );
    const credit = [{ pay_type: payWay.exchange, amount: wanted.amount, trade_no: wanted.service_no }];
    await runTransition(registry, context, {
      definition: order,
      name: 'pay',
      id,
      input: { payments: wanted.amount > 0 ? credit : [] },
      remark: wanted.service_no,
    });
  });
}

/** Keeps what the pieces of batches were sold for less. */
async function lower(db: Tx, parts: readonly { readonly id: number; readonly part: number }[]): Promise<void> {
  await sql`
    update order_item_batch b set lowered_amount = b.lowered_amount + p.part
    from unnest(${parts.map(({ id }) => id)}::bigint[], ${parts.map(({ part }) => part)}::bigint[]) as p (id, part) where b.id = p.id`.execute(
    db,
  );
}

/** Below zero what was sent back to its customer again. */
async function countReturned(db: Tx, pieces: readonly ReturnedPieces[]): Promise<void> {
  const told = JSON.stringify(pieces);
  await sql`
    update sale_order_item i set returned_qty = i.returned_qty + e.qty
    from (select item_id, sum(qty) as qty from jsonb_to_recordset(${told}::jsonb) as p (item_id bigint, qty bigint) group by 1) as e where i.id = e.item_id`.execute(
    db,
  );
  // A line that left of one batch more than once has a row for each time: the last comes back first, and goes again last.
  const before = (of: RawBuilder<unknown>, order: RawBuilder<unknown>) => sql`
    coalesce(sum(${of}) over (partition by b.order_item_id, b.in_ware_detail_id order by ${order} rows between unbounded preceding and 1 preceding), 0)`;
  const free = sql`b.qty - b.returned_qty`;
  await sql`
    with told as (
      select item_id, in_ware_detail_id, sum(qty) as qty from jsonb_to_recordset(${told}::jsonb) as p (item_id bigint, in_ware_detail_id bigint, qty bigint)
      where in_ware_detail_id is not null group by 1, 2
    ), parted as (
      select b.id, ${free} as free, case when e.qty > 0
        then least(${free}, greatest(e.qty - ${before(free, sql`b.id desc`)}, 0))
        else -least(b.returned_qty, greatest(-e.qty - ${before(sql`b.returned_qty`, sql`b.id`)}, 0)) end::bigint as part
      from order_item_batch b join told e on b.order_item_id = e.item_id and b.in_ware_detail_id = e.in_ware_detail_id
    )
    update order_item_batch b set returned_qty = b.returned_qty + p.part,
      lowered_amount = b.lowered_amount - case when p.part > 0 then div(b.lowered_amount::numeric * p.part, p.free) else 0 end::bigint
    from parted p where b.id = p.id and p.part <> 0`.execute(db);
}
