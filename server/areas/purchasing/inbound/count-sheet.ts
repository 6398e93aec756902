import { sql } from 'kysely';
import { sku } from '#contract/areas/goods/sku.ts';
import { inWareBatch } from '#contract/areas/purchasing/in-ware-batch.ts';
import type { CountableInbound, InboundSheet } from '#contract/areas/purchasing/inbound-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { limits } from '#contract/kit/limits.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { listRows } from '#server/kit/list-query.ts';
import { readRecord, type ShownRow } from '#server/kit/read-record.ts';
import { countable, isCountable } from './batch-counts.ts';
import { piecesToCome } from './coming-pieces.ts';

/** The batches that this person may count now, the newest first. */
export async function readCountable({ db, actor }: ReadContext): Promise<{ list: CountableInbound[] }> {
  const { list } = await listRows(db, inWareBatch, {
    actor,
    asked: { sort: '-id', page_size: limits.pageSizeMost },
    where: [sql<boolean>`r.status = any(${[...countable]}::smallint[])`],
  });
  return {
    list: list.map((row) => ({ ...headOf(row), plan_qty: row.plan_qty, count_qty: row.count_qty })),
  };
}

/** A batch as a tablet needs it to count without the network. One statement reads it: what was counted, and how far this device's own part in that goes. */
export async function readCountSheet(
  context: ReadContext,
  { id, device_id }: { id: number; device_id: string },
): Promise<InboundSheet> {
  const { db, actor, now } = context;
  const record = await readRecord(db, inWareBatch, { actor, id });
  if (!record) throw new Refusal('notFound');
  const head = headOf(record);
  if (!isCountable(head)) throw new Refusal('illegalTransition', '批次不在清点中');
  const { rows } = await sql<Required<Pick<InboundSheet, 'own_seq' | 'own_done' | 'goods'>>>`
    with own as (
      select seq, kind from in_ware_batch_entry where in_ware_batch_id = ${id} and device_id = ${device_id} and counter_id = ${actor.id} order by seq desc limit 1
    ), lines as (
      select sku_id, imperfect_type, production_date, expire_at, sum(plan_qty)::bigint as plan_qty, sum(count_qty)::bigint as qty, min(id) as place
      from in_ware_batch_detail where in_ware_batch_id = ${id} group by 1, 2, 3, 4
    ), goods as (
      select sku_id, sum(plan_qty)::bigint as plan_qty, min(place) as place,
        coalesce(json_agg(json_build_object('imperfect_type', imperfect_type, 'production_date', production_date, 'expire_at', expire_at, 'qty', qty)
          order by imperfect_type, expire_at) filter (where qty > 0), '[]') as counted
      from lines group by 1
    )
    select coalesce((select seq from own), 0)::bigint as own_seq, exists (select 1 from own where kind = 'done') as own_done,
      coalesce((select json_agg(json_build_object('sku_id', k.id, 'sku_no', k.sku_no, 'name', k.name, 'color', c.value, 'size', z.name,
        'barcodes', coalesce((select json_agg(b.barcode order by b.is_main desc, b.id) from sku_barcode b where b.sku_id = k.id), '[]'),
        'plan_qty', g.plan_qty, 'dated', p.is_expire_managed, 'counted', g.counted) order by g.place)
      from goods g join sku k on k.id = g.sku_id and ${isVisible(sku, actor, 'k')} join spu p on p.id = k.spu_id
        join attribute_value c on c.id = k.color_value_id join size z on z.id = k.size_id), '[]') as goods`.execute(db);
  const [read] = rows;
  if (!read) throw new Error('a statement without a table answered nothing');
  const pieces = await piecesToCome(context, { id, arrival_id: record.arrival_id, warehouse_id: record.warehouse_id });
  const goods = read.goods.map((one) => {
    const own = pieces.get(one.sku_id);
    return own ? { ...one, pieces: own } : one;
  });
  return { ...head, goods, own_seq: read.own_seq, own_done: read.own_done, server_time: now.toISOString() };
}

const headOf = (row: ShownRow<typeof inWareBatch>) => ({
  id: row.id,
  batch_no: row.batch_no,
  supplier_name: row.supplier_id__title ?? '',
  warehouse_name: row.warehouse_id__title ?? '',
  status: row.status,
});
