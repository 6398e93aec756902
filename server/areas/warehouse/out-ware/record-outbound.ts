import { type RawBuilder, sql } from 'kysely';
import { type goodsLeft, outTypeOf, outWareDetail } from '#contract/areas/warehouse/out-ware-detail.ts';
import type { EventKind } from '#contract/kit/event.ts';
import { arrayOf, rowsOf } from '#server/database/rows-of.ts';
import { historyOf } from '#server/kit/audit-trail.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Numbers } from '#server/kit/numbering.ts';

type Left = typeof goodsLeft extends EventKind<infer Payload> ? Payload : never;

/** What one record is of: the goods of one posting that left one warehouse for one reason. */
interface Leaving {
  readonly warehouse_id: number;
  readonly biz_type: number;
}

/**
 * Writes the outbound records of a posting that the running operation has made: one for each warehouse and type, a line for each batch,
 * with what its pieces cost. Read off the rows of the ledger, so that records and books cannot differ; what keeps a count right
 * (corrections) left nowhere. As sets, whatever the number of rows.
 */
export async function recordOutbound(
  context: WriteContext,
  numbers: Numbers,
  { source_type, source_id, source_no, biz_types }: Left,
): Promise<void> {
  const { db, opId, actor, now } = context;
  const moved: RawBuilder<unknown> = sql`(
    select r.* from stock_ledger r where r.doc_type = ${source_type} and r.doc_id = ${source_id} and r.op_id = ${opId}::uuid
      and r.biz_type = any(${arrayOf('smallint', biz_types)}) and r.warehouse_id is not null and r.delta < 0 and r.corrects_count_of is null) as r`;
  const { rows: leaving } = await sql<Leaving>`
    select r.warehouse_id, r.biz_type from ${moved} group by 1, 2 order by 1, 2`.execute(db);
  if (leaving.length === 0) return;
  const { number } = outWareDetail;
  if (!number) throw new Error('outbound records have no numbers');
  const asked = rowsOf('a', {
    out_no: ['text', await numbers.take(number, now, leaving.length)],
    warehouse_id: ['bigint', leaving.map((one) => one.warehouse_id)],
    biz_type: ['smallint', leaving.map((one) => one.biz_type)],
    out_type: ['smallint', leaving.map((one) => typeOf(one.biz_type))],
  });
  await sql`
    with part as (
      select r.warehouse_id, r.biz_type, r.location_id, r.sku_id, r.imperfect_type, r.in_ware_detail_id, -sum(r.delta)::bigint as qty,
        -sum(coalesce(r.cost_amount, 0))::bigint as amount, max(r.happened_at) as at, min(r.id) as place
      from ${moved} group by 1, 2, 3, 4, 5, 6
    ), record as (
      insert into out_ware_detail (out_no, out_type, warehouse_id, source_type, source_id, source_no, total_qty, total_cost, out_time, created_by, updated_by, created_at, updated_at)
      select a.out_no, a.out_type, a.warehouse_id, ${source_type}, ${source_id}, ${source_no}, sum(p.qty)::bigint, sum(p.amount)::bigint, max(p.at),
        ${actor.id}, ${actor.id}, ${now.toISOString()}::timestamptz, ${now.toISOString()}::timestamptz
      from ${asked} join part p on p.warehouse_id = a.warehouse_id and p.biz_type = a.biz_type
      group by a.place, a.out_no, a.out_type, a.warehouse_id order by a.place
      returning id, out_no, out_type, warehouse_id
    ), history as (
      ${historyOf(
        { adminId: actor.id, opId },
        {
          docType: outWareDetail.name,
          action: 'add',
          label: '生成',
          no: sql`out_no`,
          remark: sql`${source_no}`,
          rows: sql`record order by id`,
          at: now.toISOString(),
        },
      )}
    )
    insert into out_ware_detail_line (out_ware_detail_id, sku_id, imperfect_type, stock_batch_id, qty, cost_price, amount)
    select d.id, p.sku_id, p.imperfect_type, b.id, p.qty, (p.amount * 2 + p.qty) / (p.qty * 2), p.amount
    from part p join ${asked} on a.warehouse_id = p.warehouse_id and a.biz_type = p.biz_type join record d on d.out_no = a.out_no
    left join stock_batch b on b.location_id = p.location_id and b.sku_id = p.sku_id and b.imperfect_type = p.imperfect_type
      and b.in_ware_detail_id = p.in_ware_detail_id
    order by d.id, p.place`.execute(db);
}

function typeOf(biz: number): number {
  const type = outTypeOf[biz];
  if (type === undefined) throw new Error(`biz_type ${biz} takes nothing out for good`);
  return type;
}
