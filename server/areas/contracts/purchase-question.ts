import { sql } from 'kysely';
import type { PurchasedGoods, PurchaseQuestion } from '#contract/areas/contracts/purchase-price-calls.ts';
import { purchasePriceSheet } from '#contract/areas/contracts/purchase-price-sheet.ts';
import { sku } from '#contract/areas/goods/sku.ts';
import { businessDay } from '#contract/kit/kinds/time.ts';
import { isVisible } from '#server/identity/data-scope.ts';
import type { ReadContext } from '#server/kit/call-context.ts';
import { checkReferences } from '#server/kit/references.ts';
import { contractTerms } from '#server/terms/contract-terms.ts';
import { presentSalePrice } from '#server/terms/present-sale-price.ts';
import { holdsOn } from '#server/terms/purchase-price-at.ts';
import { conflictsOf } from './purchase-conflicts.ts';

/** Nobody is told the prices of suppliers and contracts that they do not see. */
export async function refuseHidden({ db, actor }: ReadContext, asked: object): Promise<void> {
  const { supplier_id, contract_id } = purchasePriceSheet.fields;
  await checkReferences(db, actor, { fields: { supplier_id, contract_id }, records: [{ ...asked }] });
}

/** What stands beside the lines of a sheet while it is written: present prices, and why goods cannot be priced by it. */
export async function readQuestion(
  context: ReadContext,
  asked: PurchaseQuestion,
): Promise<{ lines: PurchasedGoods[] }> {
  const { db, actor, now } = context;
  const day = asked.effective_date ?? businessDay(now);
  const terms = asked.contract_id ? await contractTerms(db, asked.contract_id) : undefined;
  const { rows } = await sql<Omit<PurchasedGoods, 'problem'> & { brand_id: number; brand: string }>`
    select k.id as sku_id, k.sku_no, k.name, k.tag_price, ${presentSalePrice('k')} as sale_price, p.price as old_price,
      coalesce(${terms?.tax_rate_bp ?? null}::bigint, s.tax_rate_bp) as tax_rate_bp, k.brand_id, b.name as brand
    from sku k join spu s on s.id = k.spu_id join brand b on b.id = k.brand_id
      join unnest(${asked.sku_ids}::bigint[]) with ordinality as a (id, place) on a.id = k.id
      left join purchase_price p on p.supplier_id = ${asked.supplier_id} and p.sku_id = k.id and ${holdsOn('p', sql`${day}::date`)} and p.sheet_id <> ${asked.id ?? 0}
    where ${isVisible(sku, actor, 'k')} order by a.place`.execute(db);
  const conflicts = await conflictsOf(
    context,
    { id: asked.id, supplier_id: asked.supplier_id, effective_date: day },
    rows.map((row) => row.sku_id),
  );
  return {
    lines: rows.map(({ brand_id, brand, ...row }) => ({
      ...row,
      problem:
        terms && !terms.brand_ids.includes(brand_id)
          ? `品牌“${brand}”不在合同 ${terms.contract_no} 的品牌内`
          : (conflicts.get(row.sku_id) ?? null),
    })),
  };
}
