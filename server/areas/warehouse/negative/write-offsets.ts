import { sql } from 'kysely';
import { negativeState, offsetType } from '#contract/areas/warehouse/negative-enums.ts';
import { negativeOffset, type OffsetPieces } from '#contract/areas/warehouse/negative-events.ts';
import { negativeInventory } from '#contract/areas/warehouse/negative-inventory.ts';
import { rowsOf } from '#server/database/rows-of.ts';
import type { Tx } from '#server/database/transaction.ts';
import { historyOf } from '#server/kit/audit-trail.ts';
import type { Events } from '#server/kit/events.ts';
import type { OffsetBy, OffsetPart, OpenCase } from '#server/ledger/negatives.ts';
import { contextOf } from './context-of.ts';

/** What of an offset the ledger does not know: how it came about. A person's is taken as a step of the case, which writes case and history itself. */
export interface Chosen {
  readonly type: number;
  readonly adjustNo: string | null;
  readonly remark: string;
}

/** An offset that somebody chose. */
export type ChosenBy = OffsetBy & { readonly chosen: Chosen };

interface Offsets {
  readonly parts: readonly OffsetPart[];
  readonly by: OffsetBy & { readonly chosen?: Chosen };
}

/** Writes down which pieces took the place of which: a row for each batch, the cases that they make smaller, and what it cost (`negativeOffset`). */
export async function writeOffsets(tx: Tx, events: Pick<Events, 'emit'>, { parts, by }: Offsets): Promise<void> {
  const { chosen } = by;
  const type = chosen?.type ?? offsetType.automatic;
  const asked = rowsOf('p', {
    case_id: ['bigint', parts.map(({ of }) => of.source.docId)],
    location_id: ['bigint', parts.map(({ of }) => of.location)],
    in_ware_detail_id: ['bigint', parts.map(({ origin }) => origin)],
    qty: ['bigint', parts.map(({ qty }) => qty)],
    cost: ['bigint', parts.map(({ cost }) => cost)],
    diff: ['bigint', parts.map(differenceOf)],
  });
  await sql`
    insert into negative_inventory_offset (negative_inventory_id, offset_type, stock_batch_id, adjust_no, qty, cost_amount, cost_diff, source_no, at, admin_id, remark)
    select p.case_id, ${type}::smallint, b.id, ${chosen?.adjustNo ?? null}::text, p.qty, p.cost, p.diff, ${chosen ? null : (by.source?.docNo ?? null)}::text,
      ${by.at}::timestamptz, ${by.adminId}::bigint, ${chosen?.remark ?? null}::text
    from ${asked} join negative_inventory n on n.id = p.case_id
    join stock_batch b on b.location_id = p.location_id and b.sku_id = n.sku_id and b.imperfect_type = n.imperfect_type and b.in_ware_detail_id = p.in_ware_detail_id
    order by p.place`.execute(tx);
  if (!chosen)
    await shrink(
      tx,
      { step: 'autoOffset', by },
      parts.map((part) => ({ ...part, diff: differenceOf(part) })),
    );
  await events.emit(contextOf(tx, by), negativeOffset, { at: by.at, offsets: await toldOf(tx, parts, type) });
}

/** What the pieces cost more than they stood in the books at. */
const differenceOf = ({ of, qty, cost }: OffsetPart): number => cost - of.tempCost * qty;

/** Writes down that sold pieces came back before anything took their place: their case is smaller, and nothing has cost more or less. */
export async function writeGivenBack(
  tx: Tx,
  given: readonly { of: OpenCase; qty: number }[],
  by: OffsetBy,
): Promise<void> {
  const asked = rowsOf('p', {
    case_id: ['bigint', given.map(({ of }) => of.source.docId)],
    qty: ['bigint', given.map(({ qty }) => qty)],
    cost: ['bigint', given.map(({ of, qty }) => of.tempCost * qty)],
  });
  await sql`
    insert into negative_inventory_offset (negative_inventory_id, offset_type, qty, cost_amount, cost_diff, source_no, at, admin_id)
    select p.case_id, ${offsetType.givenBack}::smallint, p.qty, p.cost, 0, ${by.source?.docNo ?? null}::text, ${by.at}::timestamptz, ${by.adminId}::bigint
    from ${asked} order by p.place`.execute(tx);
  await shrink(
    tx,
    { step: 'giveBack', by },
    given.map((one) => ({ ...one, diff: 0 })),
  );
}

interface Shrinking {
  readonly step: 'autoOffset' | 'giveBack';
  readonly by: OffsetBy;
}

/** Makes cases smaller that the house itself offsets, with the step in their history. The balances are locked, so nobody else does. */
async function shrink(
  tx: Tx,
  { step, by: { adminId, opId, source } }: Shrinking,
  parts: readonly { of: OpenCase; qty: number; diff: number }[],
): Promise<void> {
  const { label } = negativeInventory.transitions[step] ?? {};
  const asked = rowsOf('p', {
    case_id: ['bigint', parts.map(({ of }) => of.source.docId)],
    qty: ['bigint', parts.map(({ qty }) => qty)],
    diff: ['bigint', parts.map(({ diff }) => diff)],
  });
  await sql`
    with before as (
      select n.id, n.status, s.qty, s.diff from negative_inventory n
      join (select case_id, sum(qty)::bigint as qty, sum(diff)::bigint as diff from ${asked} group by 1) s on s.case_id = n.id
    ), after as (
      update negative_inventory n set offset_qty = n.offset_qty + b.qty, open_qty = n.open_qty - b.qty, cost_diff = n.cost_diff + b.diff,
        status = case when n.open_qty = b.qty then ${negativeState.offset}::smallint else ${negativeState.partly}::smallint end,
        version = n.version + 1, updated_by = ${adminId}::bigint, updated_at = clock_timestamp()
      from before b where n.id = b.id
      returning n.id, n.negative_no, b.status as from_status, n.status as to_status
    )
    ${historyOf(
      { adminId, opId },
      {
        docType: negativeInventory.name,
        action: step,
        label: label ?? step,
        no: sql`negative_no`,
        fromStatus: sql`from_status`,
        toStatus: sql`to_status`,
        remark: sql`${source?.docNo ?? null}`,
        rows: sql`after order by id`,
      },
    )}`.execute(tx);
}

async function toldOf(tx: Tx, parts: readonly OffsetPart[], type: number): Promise<OffsetPieces[]> {
  const ids = [...new Set(parts.map(({ of }) => of.source.docId))];
  const { rows } = await sql<
    Pick<OffsetPieces, 'source_type' | 'source_id' | 'source_no' | 'source_line_id' | 'warehouse_id'> & { id: number }
  >`
    select id, warehouse_id, source_type, source_id, source_no, source_line_id from negative_inventory where id = any(${ids}::bigint[])`.execute(
    tx,
  );
  const cases = new Map(rows.map(({ id, ...row }) => [id, row]));
  return parts.map((part): OffsetPieces => {
    const { of } = part;
    const taken = cases.get(of.source.docId);
    if (!taken) throw new Error(`the case ${of.source.docNo} is not there`);
    return {
      negative_id: of.source.docId,
      negative_no: of.source.docNo,
      ...taken,
      sku_id: of.skuId,
      imperfect_type: of.imperfectType,
      offset_type: type,
      qty: part.qty,
      in_ware_detail_id: part.origin,
      supplier_id: part.supplierId,
      co_model: part.coModel,
      batch_cost: part.cost,
      temp_cost: of.tempCost * part.qty,
      cost_diff: differenceOf(part),
    };
  });
}
