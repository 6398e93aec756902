import { sql } from 'kysely';
import { estimatesPriced } from '#contract/areas/contracts/contract-events.ts';
import { priceStateOf } from '#contract/areas/contracts/purchase-price-enums.ts';
import type { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { Refusal } from '#contract/kit/errors.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import type { WriteContext } from '#server/kit/call-context.ts';
import { requireField } from '#server/kit/require-field.ts';
import type { Values } from '#server/kit/save-record.ts';
import type { Kit } from '#server/kit/serve-entity.ts';
import type { Step } from '#server/kit/step.ts';

interface Estimated {
  place: number;
  sku_id: number;
  batch_no: string;
  batch_sku: number;
  bought: boolean;
  posted: boolean;
  supplier_id: number | null;
  price_state: number;
  other: string | null;
}

/**
 * Writes beside each line of a sheet of kind 3 at which estimate its batch came in, and refuses those that wait for no price of this
 * supplier, or for that of another sheet already (domain.md §4.3). The lines of the batches are held.
 */
export async function fillEstimates(context: WriteContext, id: number, sheet: Values): Promise<void> {
  await refuseOthers(context, id, sheet);
  await sql`
    update purchase_price_sheet_line l set old_price = d.purchase_price from in_ware_batch_detail d
    where l.purchase_price_sheet_id = ${id} and d.id = l.in_ware_detail_id`.execute(context.db);
}

async function refuseOthers({ db }: WriteContext, id: number, { supplier_id }: Values): Promise<void> {
  await sql`
    select 1 from in_ware_batch_detail where id in (select in_ware_detail_id from purchase_price_sheet_line where purchase_price_sheet_id = ${id})
    order by id for no key update`.execute(db);
  const { rows } = await sql<Estimated>`
    select row_number() over (order by l.id)::int as place, l.sku_id, b.batch_no, d.sku_id as batch_sku, b.in_type = 1 as bought, b.status = 4 as posted,
      b.supplier_id, d.price_state,
      (select s.sheet_no from purchase_price_sheet_line o join purchase_price_sheet s on s.id = o.purchase_price_sheet_id
        where o.in_ware_detail_id = d.id and s.id <> ${id} and s.status in (0, 1, 2, 4) order by s.id limit 1) as other
    from purchase_price_sheet_line l join in_ware_batch_detail d on d.id = l.in_ware_detail_id join in_ware_batch b on b.id = d.in_ware_batch_id
    where l.purchase_price_sheet_id = ${id} order by l.id`.execute(db);
  for (const row of rows) {
    const words = whyNot(row, supplier_id);
    if (words !== undefined)
      throw new Refusal('invalid', `第 ${row.place} 行${words}`, `lines.${row.place - 1}.in_ware_detail_id`);
  }
}

function whyNot(row: Estimated, supplier: unknown): string | undefined {
  if (!row.bought || !row.posted) return `批次 ${row.batch_no} 不是已入库的采购批次`;
  if (row.supplier_id !== supplier) return `批次 ${row.batch_no} 不是所选供应商的`;
  if (row.sku_id !== row.batch_sku) return `批次 ${row.batch_no} 不是所选货品的`;
  if (row.price_state !== priceStateOf.estimated) return `批次 ${row.batch_no} 已有进价，请用成本调整`;
  return row.other === null ? undefined : `批次 ${row.batch_no} 已在采购价单 ${row.other} 中`;
}

/** The batches of a sheet of kind 3 have their price: whoever keeps them, their cost and what is owed for them hears of it. */
export async function priceEstimates(
  { registry }: Pick<Kit, 'registry'>,
  step: Step<typeof purchasePriceSheet>,
): Promise<Values> {
  const { context, document } = step;
  await refuseOthers(context, document.id, document);
  await registry.events.emit(context, estimatesPriced, {
    sheet_id: document.id,
    sheet_no: document.sheet_no,
    supplier_id: document.supplier_id,
    lines: (await step.lines()).map((line) => ({
      detail_id: requireField(line, 'in_ware_detail_id'),
      sku_id: line.sku_id,
      price: line.new_price,
      tax_rate_bp: line.tax_rate_bp,
    })),
  });
  return { effective_date: businessDay(context.now) };
}
