import { type Kysely, sql } from 'kysely';
import { next } from './goods.ts';
import { insert } from './insert.ts';

type Given = Readonly<Record<string, unknown>>;

/** A member, straight into the table. */
export async function addMember(db: Kysely<unknown>, given: Given = {}): Promise<number> {
  const user_no = `HY${String(next()).padStart(10, '0')}`;
  return await insert(db, 'member_user', { user_no, registered_at: '2026-01-01T00:00:00Z', ...given });
}

/** A finished order of a shop's till that came as history, and the ids of its lines, one piece each by default. */
export async function addOrder(
  db: Kysely<unknown>,
  { items, ...given }: Given & { warehouse_id: number; items: readonly (Given & { sku_id: number })[] },
): Promise<{ id: number; items: number[] }> {
  const order_no = `SO260101${String(next()).padStart(5, '0')}`;
  const plain = {
    order_no,
    imported: true,
    source_order_no: order_no,
    source: 1,
    sale_channel_type: 'shop',
    status: 5,
    ordered_at: '2026-01-01T02:00:00Z',
  };
  const id = await insert(db, 'sale_order', { ...plain, ...given });
  const ids: number[] = [];
  for (const item of items) {
    const line = { sale_order_id: id, qty: 1, tag_price: 9900, sale_price: 4950, final_amount: 4950, ...item };
    ids.push(await insert(db, 'sale_order_item', line));
  }
  return { id, items: ids };
}

/** An after-sales of an order, finished by default, and the ids of its lines. */
export async function addService(
  db: Kysely<unknown>,
  { lines, ...given }: Given & { lines: readonly (Given & { sku_id: number })[] },
): Promise<{ id: number; lines: number[] }> {
  const service_no = `SH260101${String(next()).padStart(5, '0')}`;
  const plain = {
    imported: true,
    source_service_no: service_no,
    service_type: 2,
    status: 5,
    applied_at: '2026-01-05T02:00:00Z',
    reason: '尺码不合',
    apply_amount: 4950,
  };
  const id = await insert(db, 'order_service', { service_no, ...plain, ...given });
  const ids: number[] = [];
  for (const line of lines)
    ids.push(await insert(db, 'order_service_line', { order_service_id: id, qty: 1, refund_amount: 4950, ...line }));
  return { id, lines: ids };
}

/** A refund that was paid out. */
export async function addRefund(db: Kysely<unknown>, given: Given & { order_id: number }): Promise<number> {
  const refund_no = `TK260101${String(next()).padStart(5, '0')}`;
  return await insert(db, 'order_refund', { refund_no, amount: 4950, status: 4, ...given });
}

/**
 * `lines` order lines at once, `each` to an order, over the goods that there are: a year of a minute each, by two statements.
 * The database knows its new size afterwards.
 */
export async function manyOrderLines(
  db: Kysely<unknown>,
  { lines, each = 4, warehouse }: { lines: number; each?: number; warehouse: number },
): Promise<void> {
  const orders = Math.ceil(lines / each);
  const first = next();
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into sale_order (order_no, source, sale_channel_type, warehouse_id, status, ordered_at, paid_at, pay_type, goods_qty, paid_amount)
      select 'SO' || ${first}::int || '-' || n, 1 + n % 4, (array['shop', 'mall', 'platform', 'agent'])[1 + n % 4], ${warehouse}, 4 + n % 2,
        timestamptz '2026-01-01 00:00:00+08' + n % 525600 * interval '1 minute', timestamptz '2026-01-01 00:01:00+08' + n % 525600 * interval '1 minute', 1 + n % 4, ${each}, ${each}::int * 4950
      from generate_series(1, ${orders}::int) as n returning id)
    select min(id) as id from made`.execute(db);
  const start = rows[0]?.id ?? 0;
  await sql`
    insert into sale_order_item (sale_order_id, sku_id, qty, tag_price, sale_price, final_amount, shipped_qty)
    select ${start}::bigint + (n - 1) / ${each}::int, g.ids[1 + n % cardinality(g.ids)], 1, 9900, 4950, 4950, 1
    from generate_series(1, ${lines}::int) as n, (select array_agg(id) as ids from sku) as g`.execute(db);
  await sql`analyze sale_order, sale_order_item`.execute(db);
}
