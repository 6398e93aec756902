import { type Kysely, sql } from 'kysely';
import { imperfectType } from '#contract/areas/enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import type { Values } from '#server/kit/save-record.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';
import { rateOfBatch } from '../rate-of-batch.ts';

interface LineOfBatch {
  place: number;
  serial_no: string;
  sku_id: number;
  sku_no: string;
  imperfect_type: number;
  said_sku: number | null;
  said_grade: number | null;
  warehouse_id: number | null;
  supplier_id: number | null;
  co_model: number | null;
  qty: number;
  free: number;
}

/**
 * Writes beside each line of a return what its batch says, and what the whole comes to. Refuses a batch of another supplier or
 * warehouse, batches of several cooperation models, and more of a batch than nobody else was promised.
 */
export async function settleLines(
  { db }: WriteContext,
  id: number,
  document: Values,
  before: Values | undefined,
): Promise<void> {
  const { rows } = await sql<LineOfBatch>`
    select row_number() over (order by l.id)::int as place, b.serial_no, b.sku_id, k.sku_no, b.imperfect_type, l.sku_id as said_sku, l.imperfect_type as said_grade,
      b.warehouse_id, b.supplier_id, b.co_model, sum(l.qty) over (partition by l.stock_batch_id)::bigint as qty,
      least(b.qty_remain - b.qty_locked, coalesce(s.on_hand - s.locked, 0)) as free
    from back_order_line l join stock_batch b on b.id = l.stock_batch_id join sku k on k.id = b.sku_id
    left join stock_balance s on s.location_id = b.location_id and s.sku_id = b.sku_id and s.imperfect_type = b.imperfect_type
    where l.back_order_id = ${id} order by l.id`.execute(db);
  // Lines of an edit stand in their own order: only those of a new document can be named by their place.
  const fieldOf = (line: LineOfBatch, name: string) => (before ? 'lines' : `lines.${line.place - 1}.${name}`);
  const [first] = rows;
  for (const line of rows) refuseUnfit(line, document, { first, fieldOf });
  await refuseOther(db, id, document);
  await sql`
    with line as (
      update back_order_line l set sku_id = b.sku_id, imperfect_type = b.imperfect_type,
        tax_rate_bp = ${rateOfBatch},
        back_price = coalesce(l.back_price, d.purchase_price), amount = l.qty * coalesce(l.back_price, d.purchase_price)
      from stock_batch b join in_ware_batch_detail d on d.id = b.in_ware_detail_id
        join sku k on k.id = b.sku_id join spu p on p.id = k.spu_id
      where l.back_order_id = ${id} and b.id = l.stock_batch_id returning l.qty, l.amount
    )
    update back_order set co_model = ${first?.co_model ?? null}, total_qty = t.qty, total_amount = t.amount
    from (select coalesce(sum(qty), 0)::bigint as qty, coalesce(sum(amount), 0)::bigint as amount from line) t where id = ${id}`.execute(
    db,
  );
}

interface Judging {
  readonly first: LineOfBatch | undefined;
  fieldOf(line: LineOfBatch, name: string): string;
}

function refuseUnfit(line: LineOfBatch, document: Values, { first, fieldOf }: Judging): void {
  const goods = { skuId: line.sku_id, skuNo: line.sku_no };
  const refuse = (name: string, words: (sku: string) => string) => {
    throw new GoodsRefusal('invalid', goods, words, fieldOf(line, name));
  };
  if (line.warehouse_id !== document.warehouse_id)
    refuse('stock_batch_id', (sku) => `${sku} 的批次 ${line.serial_no} 不在所选仓库`);
  if (line.supplier_id !== document.supplier_id)
    refuse('stock_batch_id', (sku) => `${sku} 的批次 ${line.serial_no} 不是所选供应商的货`);
  if (line.co_model !== first?.co_model)
    refuse('stock_batch_id', (sku) => `${sku} 的批次 ${line.serial_no} 与其他批次的合作模式不同，请分开退返`);
  if (line.said_sku !== null && line.said_sku !== line.sku_id)
    refuse('sku_id', (sku) => `批次 ${line.serial_no} 是 ${sku}，与所填货品不符`);
  if (line.said_grade !== null && line.said_grade !== line.imperfect_type)
    refuse(
      'imperfect_type',
      (sku) => `${sku} 的批次 ${line.serial_no} 是${imperfectType[line.imperfect_type as keyof typeof imperfectType]}`,
    );
  if (line.qty > line.free)
    refuse('qty', (sku) => `${sku} 的批次 ${line.serial_no} 可退 ${line.free} 件，需要 ${line.qty} 件`);
}

// What an imperfect record has dealt with by a return is counted there: how much it is, is said there.
async function refuseOther(db: Kysely<unknown>, id: number, document: Values): Promise<void> {
  if (typeof document.source_id !== 'number') return;
  const { rows } = await sql`
    select 1 from (select source_line_id, sum(qty) as qty from back_order_line where back_order_id = ${id} group by 1) l
    full join (
      select line_id as source_line_id, sum(qty - undone_qty) as qty from imperfect_deal where imperfect_id = ${document.source_id} and deal_no = ${document.back_no}
      group by 1
    ) d using (source_line_id) where l.qty is distinct from d.qty limit 1`.execute(db);
  if (rows.length > 0)
    throw new Refusal('invalid', '由残次单生成的退返单不能增减货品和数量，请作废后在残次单重新处理', 'lines');
}
