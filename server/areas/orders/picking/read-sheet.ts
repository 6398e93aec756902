import { type Kysely, sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { outState, till } from '#contract/areas/orders/order-enums.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import type { OpenOut, OutGoods, OutSheet } from '#contract/areas/orders/out-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { titleKey } from '#contract/kit/kinds/reference.ts';
import { limits } from '#contract/kit/limits.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { listRows } from '#server/kit/list-query.ts';
import { readRecord } from '#server/kit/read-record.ts';
import { readPicked } from './hold-work.ts';
import { scannablePieces } from './pieces.ts';
import { devicesOf } from './report.ts';

const open: readonly number[] = [outState.toPick, outState.picking, outState.toShip];

/** The deliveries that wait to be picked or shipped, the oldest first: who has waited longest is served first. */
export async function readOpenOuts({ db, actor }: ReadContext): Promise<{ list: OpenOut[] }> {
  const { list } = await listRows(db, orderOut, {
    actor,
    asked: { sort: 'id', page_size: limits.pageSizeMost },
    where: [sql<boolean>`r.status = any(${[...open]}::smallint[])`],
  });
  return {
    list: list.map((row) => ({
      ...headOf(row),
      plan_qty: row.total_qty as number,
      counted_qty: row.pick_qty as number,
    })),
  };
}

/** A delivery as a tablet needs it to pick it without the network. */
export async function readSheet(
  { db, actor, now }: ReadContext,
  { id, device_id }: { id: number; device_id: string },
): Promise<OutSheet> {
  const record = await readRecord(db, orderOut, { actor, id });
  if (!record) throw new Refusal('notFound');
  const head = headOf(record);
  if (!open.includes(head.status)) throw new Refusal('illegalTransition', '此单已发货或已取消');
  const { rows } = await sql<Pick<OutSheet, 'own_seq' | 'carriers' | 'carrier_wanted'>>`
    select (select coalesce(max(e.seq), 0)::bigint from order_out_entry e
        where e.order_out_id = ${id} and e.device_id = ${device_id} and e.counter_id = ${actor.id}) as own_seq,
      coalesce((select json_agg(json_build_object('id', g.id, 'name', g.name) order by g.id) from logistics g where g.status = 1), '[]') as carriers,
      (select o.source <> ${till} from sale_order o where o.id = ${Number(record.order_id)}) as carrier_wanted`.execute(
    db,
  );
  const [read] = rows;
  if (!read) throw new Error(`delivery ${id} answers nothing`);
  const devices = await devicesOf(db, id);
  return {
    ...head,
    ...read,
    goods: await goodsOf(db, { id, actor }),
    others: devices.filter((device) => device.unsent > 0 && device.device_id !== device_id),
    server_time: now.toISOString(),
  };
}

async function goodsOf(db: Kysely<unknown>, { id, actor }: { id: number; actor: Actor }): Promise<OutGoods[]> {
  const { goods } = await readPicked(db, id);
  const pieces = await scannablePieces(db, id);
  const { rows } = await sql<Omit<OutGoods, 'plan_qty' | 'counted_qty' | 'pieces'>>`
    select min(l.id) as line_id, k.id as sku_id, k.sku_no, k.name, c.value as color, z.name as size, l.imperfect_type,
      coalesce((select json_agg(b.barcode order by b.is_main desc, b.id) from sku_barcode b where b.sku_id = k.id), '[]') as barcodes
    from order_out_line l join sku k on k.id = l.sku_id and ${isVisible(sku, actor, 'k')}
    join attribute_value c on c.id = k.color_value_id join size z on z.id = k.size_id
    where l.order_out_id = ${id} group by k.id, c.value, z.name, l.imperfect_type order by 1`.execute(db);
  return rows.map((row) => {
    const isOf = (one: { sku_id: number; imperfect_type: number }) =>
      one.sku_id === row.sku_id && one.imperfect_type === row.imperfect_type;
    const { plan_qty = 0, counted = 0 } = goods.find(isOf) ?? {};
    return {
      ...row,
      plan_qty,
      counted_qty: counted,
      pieces: pieces.filter(isOf).map(({ unique_code, epc }) => ({ unique_code, epc })),
    };
  });
}

const headOf = (row: Readonly<Record<string, unknown>>) => ({
  id: row.id as number,
  out_no: row.out_no as string,
  order_no: (row[titleKey('order_id')] as string | null | undefined) ?? '',
  shop_name: (row[titleKey('shop_id')] as string | null | undefined) ?? '',
  status: row.status as number,
});
