import { type Kysely, sql } from 'kysely';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { presentSalePrice } from '#server/terms/present-sale-price.ts';
import { holdsOn } from '#server/terms/purchase-price-at.ts';
import { ever, piecesIn, piecesSold } from './sold.ts';

/** Of a fen and of a first piece the rates are figures that nobody reads: they stop where their fields do. */
const { most = 0 } = purchasePriceSheet.lines.fields.markup_bp;

/**
 * Writes beside each line of a sheet what its goods are bought and sold at now, how much more that is, and how much of what came in was
 * sold: one statement, whatever their number. What they are bought at is the price that holds on the sheet's own first day.
 */
export async function fillLines(
  db: Kysely<unknown>,
  id: number,
  { supplier_id, effective_date }: { supplier_id: number; effective_date: string },
): Promise<void> {
  await sql`
    with f as (
      select l.id, p.price as old_price, ${presentSalePrice('k')} as sale_price,
        ${piecesIn(sql`k.id`, ever)} as in_qty, ${piecesSold(sql`k.id`, ever)} as sale_qty
      from purchase_price_sheet_line l join sku k on k.id = l.sku_id
        left join purchase_price p on p.supplier_id = ${supplier_id} and p.sku_id = l.sku_id and ${holdsOn('p', sql`${effective_date}::date`)} and p.sheet_id <> ${id}
      where l.purchase_price_sheet_id = ${id})
    update purchase_price_sheet_line l set old_price = f.old_price, sale_price = f.sale_price,
      markup_bp = least(round((f.sale_price - l.new_price) * 10000.0 / l.new_price), ${most}::bigint),
      sale_rate_bp = case when f.in_qty > 0 then least(round(greatest(f.sale_qty, 0) * 10000.0 / f.in_qty), ${most}::bigint) end
    from f where l.id = f.id`.execute(db);
  await sql`update purchase_price_sheet set sku_count = (select count(distinct sku_id) from purchase_price_sheet_line where purchase_price_sheet_id = ${id}) where id = ${id}`.execute(
    db,
  );
}
