import { sql } from 'kysely';
import { allot } from '#contract/areas/allocation/allot.ts';
import type { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { imperfectSource as sources } from '#contract/areas/purchasing/return-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import type { LineRow } from '#server/kit/lines.ts';
import type { Allocated } from '#server/ledger/allocate.ts';
import { GoodsRefusal } from '#server/ledger/goods-refusal.ts';

/** What a record says of whose goods it is about. */
export interface Naming {
  readonly warehouse_id: number;
  readonly supplier_id: number | null;
  readonly source_type: number;
  readonly source_no: string | null;
}

/** The batches that the pieces of a line are of, by their origins; `only` where they are of no other ones. */
export interface NamedBatches {
  readonly origins: readonly number[];
  readonly only: boolean;
  readonly skuNo: string;
}

interface Found {
  readonly place: number;
  readonly sku_no: string;
  readonly origin: number | null;
  readonly serial_no: string | null;
  readonly fits: boolean;
  readonly of_supplier: boolean;
  readonly of_source: number[];
  readonly of_named: number[];
}

/**
 * Which batches each line of a record names (amendments H10): its own batch; else those of the inbound or the allot that it was seen at, of
 * the supplier that is named. Refuses, by the field, a batch of other goods, another warehouse, grade or supplier, and an inbound that brought
 * none of the goods.
 */
export async function nameBatches(
  tx: Tx,
  { warehouse_id, supplier_id, source_type, source_no }: Naming,
  lines: readonly LineRow<typeof imperfectRecord>[],
): Promise<NamedBatches[]> {
  const inbound = source_type === sources.inbound && source_no !== null;
  if (inbound) await refuseUnknownInbound(tx, source_no);
  // Each batch has a piece to give at least.
  const most = lines.reduce((sum, { qty }) => sum + Number(qty), 0);
  const asked = rowsOf('l', {
    sku_id: ['bigint', lines.map(({ sku_id }) => sku_id)],
    imperfect_type: ['smallint', lines.map(({ from_type }) => from_type)],
    stock_batch_id: ['bigint', lines.map(({ stock_batch_id }) => stock_batch_id ?? null)],
  });
  const { rows } = await sql<Found>`
    select l.place, k.sku_no, b.in_ware_detail_id as origin, b.serial_no,
      b.warehouse_id = ${warehouse_id} and b.sku_id = l.sku_id and b.imperfect_type = l.imperfect_type as fits,
      ${supplier_id}::bigint is null or b.supplier_id = ${supplier_id} as of_supplier,
      array(${inbound ? ofInbound(source_no) : ofAllot(source_type, { source_no, warehouse_id })}) as of_source,
      array(
        select s.in_ware_detail_id from stock_batch s
        where ${supplier_id}::bigint is not null and s.warehouse_id = ${warehouse_id} and s.sku_id = l.sku_id and s.imperfect_type = l.imperfect_type
          and s.supplier_id = ${supplier_id} and s.qty_remain > s.qty_locked
        order by s.into_time, s.in_ware_detail_id limit ${most}) as of_named
    from ${asked} join sku k on k.id = l.sku_id left join stock_batch b on b.id = l.stock_batch_id order by l.place`.execute(
    tx,
  );
  return rows.map((found): NamedBatches => {
    const line = lines[found.place - 1] as LineRow<typeof imperfectRecord>;
    const skuNo = found.sku_no;
    const goods = { skuId: line.sku_id, skuNo };
    const field = (name: string) => `lines.${found.place - 1}.${name}`;
    if (found.origin !== null) {
      if (!found.fits)
        throw new GoodsRefusal(
          'invalid',
          goods,
          (sku) => `批次 ${found.serial_no} 不是该仓 ${sku} 的该品级货品`,
          field('stock_batch_id'),
        );
      if (!found.of_supplier)
        throw new GoodsRefusal(
          'invalid',
          goods,
          (sku) => `${sku} 的批次 ${found.serial_no} 不是所选供应商的货`,
          field('stock_batch_id'),
        );
      return { origins: [found.origin], only: true, skuNo };
    }
    if (inbound && found.of_source.length === 0)
      throw new GoodsRefusal('invalid', goods, (sku) => `入库批次 ${source_no} 没有收进 ${sku}`, field('sku_id'));
    if (supplier_id === null) return { origins: found.of_source, only: inbound, skuNo };
    const both = new Set(found.of_named);
    const origins = inbound ? found.of_source.filter((origin) => both.has(origin)) : found.of_named;
    return { origins, only: true, skuNo };
  });
}

async function refuseUnknownInbound(tx: Tx, no: string): Promise<void> {
  const { rows } = await sql`select 1 from in_ware_batch where batch_no = ${no} or in_stock_no = ${no}`.execute(tx);
  if (rows.length === 0) throw new Refusal('invalid', `入库批次 ${no} 不存在，请填写入库批次号或入库单号`, 'source_no');
}

const ofInbound = (no: string) => sql`
  select d.id from in_ware_batch_detail d join in_ware_batch w on w.id = d.in_ware_batch_id
  where (w.batch_no = ${no} or w.in_stock_no = ${no}) and d.sku_id = l.sku_id and d.in_qty > 0`;

// What an allot brought into the warehouse, which its receiver found damaged.
const ofAllot = (
  source: number,
  { source_no, warehouse_id }: { source_no: string | null; warehouse_id: number },
) => sql`
  select distinct r.in_ware_detail_id from allot a join stock_ledger r on r.doc_type = ${allot.name} and r.doc_id = a.id
    join location p on p.id = r.location_id and p.kind = 'warehouse' and p.warehouse_id = ${warehouse_id}
  where ${source === sources.allot} and a.allot_no = ${source_no} and r.sku_id = l.sku_id and r.imperfect_type = l.imperfect_type and r.delta > 0
    and r.in_ware_detail_id is not null`;

/** Refuses what the named batches do not have free: whoever names a batch does not get another one. */
export function refuseOthers(
  parts: readonly Allocated[],
  { lines, named }: { lines: readonly LineRow<typeof imperfectRecord>[]; named: readonly NamedBatches[] },
): void {
  for (const [place, { id, sku_id, qty }] of lines.entries()) {
    const { origins, only, skuNo } = named[place] as NamedBatches;
    if (!only) continue;
    const own = new Set(origins);
    const ofLine = parts.filter(({ lineId }) => lineId === id);
    const free = ofLine.reduce((sum, part) => sum + (own.has(part.origin) ? part.qty : 0), 0);
    if (free < Number(qty))
      throw new GoodsRefusal(
        'invalid',
        { skuId: sku_id, skuNo },
        (sku) => `${sku} 在所指批次、来源或供应商中可用 ${free} 件，需要 ${qty} 件`,
        `lines.${place}.qty`,
      );
  }
}

/** Says on each line which batches its pieces were taken from, and of which suppliers. */
export async function tellBatches(tx: Tx, parts: readonly Allocated[]): Promise<void> {
  const taken = rowsOf('t', {
    line_id: ['bigint', parts.map(({ lineId }) => lineId)],
    location_id: ['bigint', parts.map(({ location }) => location)],
    sku_id: ['bigint', parts.map(({ skuId }) => skuId)],
    imperfect_type: ['smallint', parts.map(({ imperfectType }) => imperfectType)],
    origin: ['bigint', parts.map(({ origin }) => origin)],
    qty: ['bigint', parts.map(({ qty }) => qty)],
  });
  await sql`
    update imperfect_record_line l set taken_from = s.told || case when s.batches > ${toldMost} then '等 ' || s.batches || ' 批' else '' end
    from (
      select t.line_id, count(*) as batches,
        string_agg(b.serial_no || '（' || left(coalesce(p.name, '无供应商'), 20) || '）' || t.qty || ' 件', '；' order by t.place) filter (where t.nth <= ${toldMost}) as told
      from (select t.*, row_number() over (partition by t.line_id order by t.place) as nth from ${taken}) t
        join stock_batch b on b.location_id = t.location_id and b.sku_id = t.sku_id and b.imperfect_type = t.imperfect_type and b.in_ware_detail_id = t.origin
        left join supplier p on p.id = b.supplier_id
      group by t.line_id) s
    where l.id = s.line_id`.execute(tx);
}

/** So many batches are named by a line: its text has a limit. */
const toldMost = 3;
