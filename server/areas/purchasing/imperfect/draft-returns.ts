import { type Kysely, sql } from 'kysely';
import { backOrder } from '#contract/areas/purchasing/back-order.ts';
import { imperfectRecord } from '#contract/areas/purchasing/imperfect-record.ts';
import { backType, dealState, dealType } from '#contract/areas/purchasing/return-enums.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import { createDocument } from '#server/kit/create-document.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';
import type { Allocated } from '#server/ledger/allocate.ts';
import { rateOfBatch } from '../rate-of-batch.ts';
import type { Dealt } from './write-deals.ts';

interface BatchTerms {
  readonly stock_batch_id: number;
  readonly purchase_price: number;
  readonly tax_rate_bp: number;
}

/**
 * Makes a draft of a return for each supplier and cooperation model that the pieces are of, line by line of the record. Refuses pieces
 * that no supplier is known of, and what is left of other suppliers where the record names one. Answers what was dealt with by each.
 */
export async function draftReturns(
  kit: Kit,
  step: Step<typeof imperfectRecord>,
  parts: readonly Allocated[],
): Promise<Dealt[]> {
  if (parts.length === 0) return [];
  const { context, document } = step;
  const no = document.imperfect_no;
  const terms = await termsOf(context.db, parts);
  const dealt: Dealt[] = [];
  for (const group of groupsOf(parts)) {
    const [{ supplierId, coModel } = { supplierId: null, coModel: null }] = group;
    if (supplierId === null) throw new Refusal('invalid', '部分货品的批次没有供应商，不能退供应商', 'lines');
    if (document.supplier_id !== null && supplierId !== document.supplier_id)
      throw new Refusal('invalid', '残次单供应商的货品已不足，剩下的是其他供应商的批次，不能退给该供应商', 'lines');
    const lines = joined(group).map((part) => {
      const batch = terms.get(termKey(part));
      if (!batch) throw new Error(`the batch of line ${part.lineId} of ${no} is not there`);
      const { stock_batch_id, purchase_price, tax_rate_bp } = batch;
      return {
        source_line_id: part.lineId,
        sku_id: part.skuId,
        imperfect_type: part.imperfectType,
        stock_batch_id,
        qty: part.qty,
        back_price: purchase_price,
        tax_rate_bp,
        amount: part.qty * purchase_price,
      };
    });
    const made = await createDocument(kit, context, {
      definition: backOrder,
      values: {
        back_type: backType.imperfect,
        supplier_id: supplierId,
        warehouse_id: document.warehouse_id,
        co_model: coModel,
        reason: `${imperfectRecord.label} ${no}`,
        total_qty: lines.reduce((sum, { qty }) => sum + qty, 0),
        total_amount: lines.reduce((sum, { amount }) => sum + amount, 0),
      },
      lines,
      source: { definition: imperfectRecord, id: document.id, no },
    });
    for (const [lineId, qty] of byLine(group))
      dealt.push({
        line_id: lineId,
        deal_type: dealType.back,
        qty,
        deal_price: null,
        status: dealState.done,
        deal_no: made.no,
        code_ids: [],
      });
  }
  return dealt;
}

function groupsOf(parts: readonly Allocated[]): Allocated[][] {
  const groups = new Map<string, Allocated[]>();
  for (const part of parts) {
    const name = `${part.supplierId}/${part.coModel}`;
    groups.set(name, [...(groups.get(name) ?? []), part]);
  }
  return [...groups.values()];
}

/** One part for each line and batch. */
function joined(parts: readonly Allocated[]): Allocated[] {
  const rows = new Map<string, Allocated>();
  for (const part of parts) {
    const name = `${part.lineId}/${termKey(part)}`;
    rows.set(name, { ...part, qty: part.qty + (rows.get(name)?.qty ?? 0) });
  }
  return [...rows.values()];
}

function byLine(parts: readonly Allocated[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { lineId, qty } of parts) sums.set(lineId, (sums.get(lineId) ?? 0) + qty);
  return sums;
}

const termKey = ({ location, skuId, imperfectType, origin }: Omit<Allocated, 'want' | 'lineId' | 'qty'>): string =>
  `${location}/${skuId}/${imperfectType}/${origin}`;

async function termsOf(db: Kysely<unknown>, parts: readonly Allocated[]): Promise<Map<string, BatchTerms>> {
  const asked = rowsOf('a', {
    location_id: ['bigint', parts.map(({ location }) => location)],
    sku_id: ['bigint', parts.map(({ skuId }) => skuId)],
    imperfect_type: ['smallint', parts.map(({ imperfectType }) => imperfectType)],
    origin: ['bigint', parts.map(({ origin }) => origin)],
  });
  const { rows } = await sql<BatchTerms & { location_id: number; sku_id: number; grade: number; origin: number }>`
    select distinct b.id as stock_batch_id, b.location_id, b.sku_id, b.imperfect_type as grade, b.in_ware_detail_id as origin, d.purchase_price,
      ${rateOfBatch} as tax_rate_bp
    from ${asked} join stock_batch b on b.location_id = a.location_id and b.sku_id = a.sku_id and b.imperfect_type = a.imperfect_type
      and b.in_ware_detail_id = a.origin
    join in_ware_batch_detail d on d.id = b.in_ware_detail_id join sku k on k.id = b.sku_id join spu p on p.id = k.spu_id`.execute(
    db,
  );
  return new Map(rows.map((row) => [`${row.location_id}/${row.sku_id}/${row.grade}/${row.origin}`, row]));
}
