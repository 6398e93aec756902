import { type Kysely, sql } from 'kysely';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { stateWords } from '#contract/kit/transition.ts';
import type { Actor } from '#server/identity/actor.ts';
import { isVisible } from '#server/identity/data-scope.ts';

/** Goods that are to have a price of a supplier from a day on. */
export interface PlannedPrices {
  readonly id?: number | undefined;
  readonly supplier_id: number;
  readonly effective_date: string;
}

/** States of a sheet that is being judged. */
const judged = [1, 2];

/** The day from which a sheet's prices hold: its own, or today where that has gone by. */
export const dayOf = (effective: string, now: Date): string => {
  const today = businessDay(now);
  return effective > today ? effective : today;
};

/**
 * What already begins on the same day, by goods, in words: a supplier has one price of a piece from a day on (domain.md §3, unique
 * keys). Sheets that the caller does not see stand in the way without their number.
 */
export async function conflictsOf(
  { db, now, actor }: { readonly db: Kysely<unknown>; readonly now: Date; readonly actor: Actor },
  planned: PlannedPrices,
  skuIds: readonly number[],
): Promise<Map<number, string>> {
  if (skuIds.length === 0) return new Map();
  const day = dayOf(planned.effective_date, now);
  const today = businessDay(now);
  const { rows } = await sql<{ sku_id: number; sheet_no: string | null; status: number }>`
    select distinct on (f.sku_id) f.sku_id, case when ${isVisible(purchasePriceSheet, actor, 's')} then s.sheet_no end as sheet_no, s.status
    from (
      select l.sku_id, l.purchase_price_sheet_id as sheet_id from purchase_price_sheet_line l join purchase_price_sheet o on o.id = l.purchase_price_sheet_id
      where o.supplier_id = ${planned.supplier_id} and o.status = any(${judged}::smallint[]) and greatest(o.effective_date, ${today}::date) = ${day}::date
        and l.sku_id = any(${[...skuIds]}::bigint[]) and l.in_ware_detail_id is null
      union all
      select p.sku_id, p.sheet_id from purchase_price p
      where p.supplier_id = ${planned.supplier_id} and p.sku_id = any(${[...skuIds]}::bigint[]) and p.effective_date = ${day}::date) f
    join purchase_price_sheet s on s.id = f.sheet_id
    where s.id <> ${planned.id ?? 0} order by f.sku_id, s.status desc, s.id`.execute(db);
  return new Map(
    rows.map(({ sku_id, sheet_no, status }) => [
      sku_id,
      `${sheet_no === null ? '其他采购价单' : `采购价单 ${sheet_no}`}（${stateWords(purchasePriceSheet.states, status)}）的价格也从 ${day} 起，请改用其他生效日期`,
    ]),
  );
}
