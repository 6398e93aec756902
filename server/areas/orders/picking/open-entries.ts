import { type Kysely, sql } from 'kysely';
import type { AllotDevice } from '#contract/areas/allocation/allot-entry.ts';
import { orderOut } from '#contract/areas/orders/order-out.ts';
import type { OpenOutEntry, OutEntry } from '#contract/areas/orders/out-entry.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { ReadContext, WriteContext } from '#server/kit/call-context.ts';
import { readRecord } from '#server/kit/read-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import { closedTo, goodsOfPieces, holdWork, readPicked, type Work } from './hold-work.ts';
import { devicesOf } from './report.ts';
import { writePicked } from './write-picked.ts';

// Neither decided nor taken back.
const open = sql`e.outcome <> 'accepted' and not exists (select 1 from order_out_entry_decision d where d.op_id = e.op_id)
  and not exists (select 1 from order_out_entry v where v.voids = e.op_id and v.outcome = 'accepted')`;

/** What was scanned for a delivery and counts for nothing until somebody decides what it is. */
export async function readOpenEntries(
  { db, actor }: ReadContext,
  { id }: { id: number },
): Promise<{ list: OpenOutEntry[]; devices: AllotDevice[] }> {
  if (!(await readRecord(db, orderOut, { actor, id }))) throw new Refusal('notFound');
  const { rows } = await sql<OpenOutEntry>`
    select e.op_id, e.outcome, e.kind, e.reason, e.barcode, e.sku_id, k.name as goods, e.imperfect_type, e.qty, e.counted_at, a.nickname as counter_name
    from order_out_entry e join admin a on a.id = e.counter_id left join sku k on k.id = e.sku_id
    where e.order_out_id = ${id} and ${open} order by e.received_at, e.seq`.execute(db);
  return { list: rows, devices: await devicesOf(db, id) };
}

interface Deciding {
  id: number;
  op_ids: string[];
  sku_id?: number | undefined;
  reason?: string | undefined;
}

type Row = Pick<OutEntry, 'op_id' | 'kind' | 'imperfect_type' | 'qty'>;

/** Counts entries as goods of their delivery, or sets them aside: all of them, or none. */
export async function decideEntries(
  kit: Kit,
  context: WriteContext,
  { id, op_ids, sku_id, reason }: Deciding,
): Promise<{ count: number }> {
  const { actor, db, now } = context;
  const work = await holdWork(context, id);
  const { rows } = await sql<Row>`
    select e.op_id, e.kind, e.imperfect_type, e.qty from order_out_entry e
    where e.order_out_id = ${id} and e.op_id = any(${op_ids}::uuid[]) and ${open}`.execute(db);
  if (rows.length < op_ids.length) throw new Refusal('invalid', '有记录已处理或不在此出库单，请刷新', 'op_ids');
  const decided =
    sku_id === undefined
      ? rows.map(({ op_id, imperfect_type }) => ({ op_id, imperfect_type, statement: 0 }))
      : await counted(db, { work, skuId: sku_id, rows });
  await sql`
    insert into order_out_entry_decision (op_id, sku_id, imperfect_type, statement, reason, decided_by, decided_at)
    select op_id, ${sku_id ?? null}::bigint, imperfect_type, statement, ${reason ?? null}, ${actor.id}, ${now.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as o (op_id uuid, imperfect_type smallint, statement integer)`.execute(
    db,
  );
  if (sku_id !== undefined) await writePicked(kit, context, work);
  return { count: op_ids.length };
}

async function counted(
  db: Kysely<unknown>,
  { work, skuId, rows }: { work: Work; skuId: number; rows: readonly Row[] },
): Promise<{ op_id: string; imperfect_type: number; statement: number }[]> {
  const closed = closedTo(work);
  if (closed) throw new Refusal('illegalTransition', `${closed}，只能搁置`);
  if (rows.some(({ kind }) => kind === 'void')) throw new Refusal('invalid', '晚到的撤销只能搁置', 'op_ids');
  const picked = await readPicked(db, work.id);
  return rows.map(({ op_id, imperfect_type: grade, qty }) => {
    const goods = goodsOfPieces(picked, { skuId, grade });
    if (!goods) throw new Refusal('invalid', '货品不在此出库单中，或品级不符', 'sku_id');
    goods.counted += qty;
    if (goods.counted > goods.plan_qty)
      throw new Refusal('invalid', `计入后已拣 ${goods.counted} 件，超过应发数量 ${goods.plan_qty}`, 'sku_id');
    return { op_id, imperfect_type: goods.imperfect_type, statement: picked.times };
  });
}

/** Nothing is shipped while somebody must still say what a scan for it is. */
export async function refuseOpenEntries(db: Kysely<unknown>, outId: number): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from order_out_entry e where e.order_out_id = ${outId} and ${open}`.execute(db);
  const count = rows[0]?.count ?? 0;
  if (count > 0) throw new Refusal('illegalTransition', `还有 ${count} 条扫描没有认定，请先处理`);
}
